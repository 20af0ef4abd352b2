"""What every throttle shares: whose calls are counted, and how long a refused one has to wait."""

from __future__ import annotations

import math
import time

from fastapi import Request
from limits import RateLimitItem
from limits.strategies import RateLimiter


def address_of(request: Request) -> str:
    """The caller's network address, by which an office counts as one."""
    return request.client.host if request.client else "unknown"


def seconds_to_wait(limiter: RateLimiter, item: RateLimitItem, key: str) -> int:
    """Whole seconds, at least one, until ``limiter`` lets ``key`` try again."""
    reset_at = limiter.get_window_stats(item, key).reset_time
    return max(1, math.ceil(reset_at - time.time()))
