"""Rate limits of the public form, per address."""

from __future__ import annotations

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.contact.errors import TooManyRequests
from app.core.throttle import compute_wait_seconds


class ContactThrottle:
    """Allows twenty requests an hour and sixty challenges a minute: an office may share one address."""

    requests: RateLimitItem = RateLimitItemPerHour(20, namespace="demo request")
    challenges: RateLimitItem = RateLimitItemPerMinute(60, namespace="challenge")

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def count(self, item: RateLimitItem, *, address: str) -> None:
        """Count one use. Raises TooManyRequests over the limit."""
        if not self._limiter.hit(item, address):
            raise TooManyRequests(compute_wait_seconds(self._limiter, item, address))
