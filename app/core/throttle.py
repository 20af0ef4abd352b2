"""Functions that all rate limits share: the caller's address, and how long a refused caller has to wait."""

from __future__ import annotations

import math
import time

from fastapi import Request
from limits import RateLimitItem
from limits.strategies import RateLimiter


def get_client_address(request: Request) -> str:
    """The caller's network address. All callers of one office may share it."""
    return request.client.host if request.client else "unknown"


def compute_wait_seconds(limiter: RateLimiter, item: RateLimitItem, key: str) -> int:
    """Whole seconds, at least one, until ``limiter`` admits ``key`` again."""
    reset_at = limiter.get_window_stats(item, key).reset_time
    return max(1, math.ceil(reset_at - time.time()))
