"""Bounds what one address may ask of the public form."""

from __future__ import annotations

import math
import time

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.contact.errors import TooManyRequests


class ContactThrottle:
    """Twenty requests an hour and sixty challenges a minute: an office shares one address."""

    requests: RateLimitItem = RateLimitItemPerHour(20, namespace="demo request")
    challenges: RateLimitItem = RateLimitItemPerMinute(60, namespace="challenge")

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def count(self, item: RateLimitItem, *, address: str) -> None:
        """Raise TooManyRequests when this address has had its share."""
        if not self._limiter.hit(item, address):
            reset_at = self._limiter.get_window_stats(item, address).reset_time
            raise TooManyRequests(max(1, math.ceil(reset_at - time.time())))
