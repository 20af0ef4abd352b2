"""Slows and then refuses repeated failures, per name and per address."""

from __future__ import annotations

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.core.throttle import seconds_to_wait
from app.users.errors import TooManyAttempts

_ADDRESS_FACTOR = 10
"""An office shares one address: it may fail ten times as often as one name."""
_FREE_FAILURES = 3
_LONGEST_DELAY_SECONDS = 2.0


class FailureThrottle:
    """Counts failures in a moving window of ``window_seconds``."""

    def __init__(self, *, attempts: int, window_seconds: int) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._per_name = RateLimitItemPerSecond(attempts, window_seconds, namespace="name")
        self._per_address = RateLimitItemPerSecond(
            attempts * _ADDRESS_FACTOR, window_seconds, namespace="address"
        )

    def begin(self, *, name: str, address: str) -> None:
        """Count one attempt before it is looked at, so that fifty at once are no more than fifty in turn.

        Raises TooManyAttempts when this name or this address has failed too often.
        """
        if not self._limiter.test(self._per_address, address):
            raise self._refusal(self._per_address, address)
        if not self._limiter.hit(self._per_name, name.casefold()):
            raise self._refusal(self._per_name, name.casefold())

    def _refusal(self, item: RateLimitItem, key: str) -> TooManyAttempts:
        return TooManyAttempts(seconds_to_wait(self._limiter, item, key))

    def record_failure(self, *, name: str, address: str) -> float:
        """The attempt failed. Returns the seconds to wait before answering it."""
        self._limiter.hit(self._per_address, address)
        remaining = self._limiter.get_window_stats(self._per_name, name.casefold()).remaining
        over = self._per_name.amount - remaining - _FREE_FAILURES
        return min(_LONGEST_DELAY_SECONDS, 0.1 * 2**over) if over > 0 else 0.0

    def forget(self, *, name: str) -> None:
        """The right password clears the name's failures."""
        self._limiter.clear(self._per_name, name.casefold())


class RegistrationThrottle:
    """Twenty new accounts an hour from one address: an office shares one."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._item = RateLimitItemPerHour(20, namespace="registration")

    def count(self, *, address: str) -> None:
        """Raise TooManyAttempts when this address has had its share."""
        if not self._limiter.hit(self._item, address):
            raise TooManyAttempts(seconds_to_wait(self._limiter, self._item, address))
