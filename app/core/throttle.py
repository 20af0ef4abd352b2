"""Functions that all rate limits share: the caller's address, and how long a refused caller has to wait."""

from __future__ import annotations

import math
import time
from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import Request
from limits import RateLimitItem
from limits.strategies import RateLimiter

_IPV6_PREFIX = 64
"""A subscriber gets at least a /64, and can use another of its addresses for every request."""


def get_client_address(request: Request) -> str:
    """The caller's network address, as uvicorn determined it from the trusted proxies."""
    return request.client.host if request.client else "unknown"


def get_client_network(request: Request) -> str:
    """The key of rate limits: an IPv4 address, or the /64 of an IPv6 address.

    All callers of one office may share it.
    """
    return find_network(get_client_address(request))


def find_network(address: str) -> str:
    """The network of ``address`` that rate limits count by; a text that is not an address is unchanged."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, _IPV6_PREFIX), strict=False))


def compute_wait_seconds(limiter: RateLimiter, item: RateLimitItem, key: str) -> int:
    """Seconds until ``limiter`` admits ``key`` again, as a whole number of at least one."""
    reset_at = limiter.get_window_stats(item, key).reset_time
    return max(1, math.ceil(reset_at - time.time()))
