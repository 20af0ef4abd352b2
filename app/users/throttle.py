"""Rate limits for failed sign-ins (per name and per address) and for new accounts (per address)."""

from __future__ import annotations

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.core.throttle import compute_wait_seconds
from app.users.errors import TooManyAttempts

_ADDRESS_FACTOR = 10
"""Failures allowed per address for each one allowed per name: a whole office may share one address."""
_FREE_FAILURES = 3
_MAX_DELAY_SECONDS = 2.0


class FailureThrottle:
    """Counts failures in a moving window of ``window_seconds``."""

    def __init__(self, *, attempts: int, window_seconds: int) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._per_name = RateLimitItemPerSecond(attempts, window_seconds, namespace="name")
        self._per_address = RateLimitItemPerSecond(
            attempts * _ADDRESS_FACTOR, window_seconds, namespace="address"
        )

    def begin(self, *, name: str, address: str) -> None:
        """Count an attempt before it is verified.

        Counting first makes concurrent attempts hit the limit exactly like sequential ones.
        Raises TooManyAttempts if this name or this address has failed too often.
        """
        if not self._limiter.test(self._per_address, address):
            raise self._refusal(self._per_address, address)
        if not self._limiter.hit(self._per_name, name.casefold()):
            raise self._refusal(self._per_name, name.casefold())

    def _refusal(self, item: RateLimitItem, key: str) -> TooManyAttempts:
        return TooManyAttempts(compute_wait_seconds(self._limiter, item, key))

    def record_failure(self, *, name: str, address: str) -> float:
        """Count a failed attempt. Returns the seconds to wait before responding."""
        self._limiter.hit(self._per_address, address)
        remaining = self._limiter.get_window_stats(self._per_name, name.casefold()).remaining
        over = self._per_name.amount - remaining - _FREE_FAILURES
        return min(_MAX_DELAY_SECONDS, 0.1 * 2**over) if over > 0 else 0.0

    def forget(self, *, name: str) -> None:
        """Clear the failures of a name, after a successful attempt."""
        self._limiter.clear(self._per_name, name.casefold())


class RegistrationThrottle:
    """Allows twenty new accounts an hour from one address: a whole office may share one."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._item = RateLimitItemPerHour(20, namespace="registration")

    def count(self, *, address: str) -> None:
        """Count a registration. Raises TooManyAttempts over the limit."""
        if not self._limiter.hit(self._item, address):
            raise TooManyAttempts(compute_wait_seconds(self._limiter, self._item, address))
