"""Rate limits per network for links without sign-in: those of candidates and of shared reports.

Unknown links are counted apart: a guesser is refused, while an existing link still opens for others behind
the same address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated

from fastapi import Depends, Request
from limits import RateLimitItemPerMinute

from app.core.errors import NotFound
from app.core.throttle import get_client_network
from app.users.throttle import NetworkThrottle


class LinkThrottle:
    """Sixty unknown links a minute, and two hundred openings of shared reports."""

    def __init__(self) -> None:
        self.unknown = NetworkThrottle(RateLimitItemPerMinute(60, namespace="unknown link"))
        self.reports = NetworkThrottle(RateLimitItemPerMinute(200, namespace="shared report"))


def get_link_throttle(request: Request) -> LinkThrottle:
    throttle = request.app.state.link_throttle
    assert isinstance(throttle, LinkThrottle)
    return throttle


def _limit_guesses(request: Request) -> Iterator[None]:
    try:
        yield
    except NotFound:
        get_link_throttle(request).unknown.count(network=get_client_network(request))
        raise


def _get_opening_counter(request: Request) -> Callable[[], None]:
    return partial(get_link_throttle(request).reports.count, network=get_client_network(request))


LIMITS_GUESSES = Depends(_limit_guesses, scope="function")
"""For a route with a link's token in its path: too many unknown ones are 429."""
CountOpening = Annotated[Callable[[], None], Depends(_get_opening_counter)]
"""Counts an opening of a shared report, which costs more than looking up a token.

To be called once the link is known to exist: guesses of strangers must not use up the openings of others
behind the same address. Raises TooManyAttempts over the limit.
"""
