"""Bounds what one address may ask of the public form."""

from __future__ import annotations

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.contact.errors import TooManyRequests
from app.core.throttle import seconds_to_wait


class ContactThrottle:
    """Twenty requests an hour and sixty challenges a minute: an office shares one address."""

    requests: RateLimitItem = RateLimitItemPerHour(20, namespace="demo request")
    challenges: RateLimitItem = RateLimitItemPerMinute(60, namespace="challenge")

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def count(self, item: RateLimitItem, *, address: str) -> None:
        """Raise TooManyRequests when this address has had its share."""
        if not self._limiter.hit(item, address):
            raise TooManyRequests(seconds_to_wait(self._limiter, item, address))
