"""Token bucket: a rate limit that allows short bursts."""

from __future__ import annotations


class TokenBucket:
    """Allows ``burst`` at once and ``per_second`` on average. Starts full unless ``tokens`` is given."""

    __slots__ = ("_burst", "_per_second", "_refilled_at", "_tokens")

    def __init__(self, *, per_second: float, burst: float, now: float, tokens: float | None = None) -> None:
        self._per_second = per_second
        self._burst = burst
        self._tokens = burst if tokens is None else min(tokens, burst)
        self._refilled_at = now

    def take(self, now: float, *, cost: float = 1.0) -> bool:
        """Take ``cost`` tokens; False, and none is taken, if there are fewer."""
        self._refill(now)
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def is_full(self, now: float) -> bool:
        self._refill(now)
        return self._tokens >= self._burst

    def _refill(self, now: float) -> None:
        # A clock that is set back must not take tokens away.
        passed = max(0.0, now - self._refilled_at)
        self._tokens = min(self._burst, self._tokens + passed * self._per_second)
        self._refilled_at = now
