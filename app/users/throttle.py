"""Rate limits for failed sign-ins, new accounts and sign-ins through the identity provider.

A refusal depends on the caller, not only on the target: otherwise a stranger who knows a username could lock
out its owner.
"""

from __future__ import annotations

from dataclasses import dataclass

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.core.throttle import compute_wait_seconds
from app.users.errors import TooManyAttempts

_NETWORK_FACTOR = 10
"""Failures allowed per network for each one allowed per target: a whole office may share one address."""
_PROOF_FACTOR = 2
"""Failures on one target from all networks, for each one allowed from one, before a proof of work is due."""
_SERVER_FACTOR = 20
"""Failures on all targets from all networks, for each one allowed from one, before a proof of work is due."""
_FREE_FAILURES = 3
_MAX_DELAY_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Guess:
    """One attempt that may turn out to be wrong."""

    target: str
    """Target of the guess: a password, a code."""
    network: str
    device: str | None = None
    """Set for a browser that signed in to this account before.

    It is counted separately, so that neither strangers nor colleagues behind the same address can use up its
    attempts.
    """
    is_shared: bool = False
    """Whether all networks count together.

    For second factors: an attacker gets there only with the password, and must not be able to guess six
    digits from many addresses.
    """

    @property
    def key(self) -> str:
        caller = self.device or ("any" if self.is_shared else self.network)
        return f"{self.target} from {caller}"


class FailureThrottle:
    """Counts failures in a sliding window of ``window_seconds``, and over all networks in one of an hour."""

    def __init__(self, *, attempts: int, window_seconds: int) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._per_caller = RateLimitItemPerSecond(attempts, window_seconds, namespace="caller")
        self._per_network = RateLimitItemPerSecond(
            attempts * _NETWORK_FACTOR, window_seconds, namespace="network"
        )
        self._per_target = RateLimitItemPerHour(attempts * _PROOF_FACTOR, namespace="target")
        self._per_server = RateLimitItemPerHour(attempts * _SERVER_FACTOR, namespace="server")
        self._refusals = RateLimitItemPerSecond(1, window_seconds, namespace="refusal")

    def begin(self, guess: Guess) -> None:
        """Count an attempt before it is verified.

        Counting first makes concurrent attempts hit the limit exactly like sequential ones.
        Raises TooManyAttempts if this caller or this network has failed too often.
        """
        if guess.device is None and not self._limiter.test(self._per_network, guess.network):
            raise self._refuse(self._per_network, guess.network)
        if not self._limiter.hit(self._per_caller, guess.key):
            raise self._refuse(self._per_caller, guess.key)

    def is_proof_due(self, guess: Guess) -> bool:
        """Whether this attempt has to cost a proof of work: many networks guess at one target, or at many."""
        return guess.device is None and not (
            self._limiter.test(self._per_target, guess.target) and self._limiter.test(self._per_server)
        )

    def _refuse(self, item: RateLimitItem, key: str) -> TooManyAttempts:
        is_first = self._limiter.hit(self._refusals, key)
        return TooManyAttempts(compute_wait_seconds(self._limiter, item, key), is_first=is_first)

    def record_failure(self, guess: Guess) -> float:
        """Count a failed attempt. Returns the seconds to wait before responding."""
        self._limiter.hit(self._per_network, guess.network)
        self._limiter.hit(self._per_target, guess.target)
        self._limiter.hit(self._per_server)
        remaining = self._limiter.get_window_stats(self._per_caller, guess.key).remaining
        over = self._per_caller.amount - remaining - _FREE_FAILURES
        return min(_MAX_DELAY_SECONDS, 0.1 * 2**over) if over > 0 else 0.0

    def forget(self, guess: Guess) -> None:
        """Clear the caller's failures after a success. Those of other networks stay counted."""
        self._limiter.clear(self._per_caller, guess.key)


class NetworkThrottle:
    """Allows a number of requests from one network, whatever their outcome."""

    def __init__(self, item: RateLimitItem) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._item = item

    def count(self, *, network: str) -> None:
        """Count a request. Raises TooManyAttempts over the limit."""
        if not self._limiter.hit(self._item, network):
            raise TooManyAttempts(compute_wait_seconds(self._limiter, self._item, network))


def make_registration_throttle() -> NetworkThrottle:
    """Twenty new accounts an hour from one network: a whole office may share one."""
    return NetworkThrottle(RateLimitItemPerHour(20, namespace="registration"))


def make_provider_throttle() -> NetworkThrottle:
    """Sixty sign-ins a minute through the identity provider: each asks it for its metadata."""
    return NetworkThrottle(RateLimitItemPerMinute(60, namespace="provider"))
