"""Sign-ins confirmed by the identity provider, until the browser collects its session.

The page URL contains a one-time token that is useless without the cookie of the browser that began the
sign-in. So nobody can be signed in to someone else's account by a link.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.users.codes import hash_token

LIFETIME = timedelta(minutes=2)
_MAX_WAITING = 10_000


@dataclass(frozen=True, slots=True)
class Arrival:
    user_id: str
    authenticated_at: datetime | None
    """When the provider last checked the user, if it said so."""
    browser_hash: str
    expires_at: datetime


class ProviderArrivals:
    """Kept in memory: after a restart, the few users in the middle of a sign-in start over."""

    def __init__(self) -> None:
        self._waiting: dict[str, Arrival] = {}

    def add(self, *, user_id: str, authenticated_at: datetime | None, browser: str, now: datetime) -> str:
        """Remember a confirmed sign-in of the browser with this cookie. Returns its one-time token."""
        for token_hash in [key for key, one in self._waiting.items() if one.expires_at <= now]:
            del self._waiting[token_hash]
        while len(self._waiting) >= _MAX_WAITING:
            del self._waiting[next(iter(self._waiting))]
        token = secrets.token_urlsafe(32)
        self._waiting[hash_token(token)] = Arrival(
            user_id=user_id,
            authenticated_at=authenticated_at,
            browser_hash=hash_token(browser),
            expires_at=now + LIFETIME,
        )
        return token

    def take(self, *, token: str, browser: str, now: datetime) -> Arrival | None:
        """The sign-in of a token, once, if it came from this browser in time."""
        arrival = self._waiting.pop(hash_token(token), None)
        if arrival is None or arrival.expires_at <= now:
            return None
        if not hmac.compare_digest(arrival.browser_hash, hash_token(browser)):
            return None
        return arrival
