"""Known devices: browsers that have signed in to an account before, recognized by a cookie.

The cookie grants no access. It only gives the browser's attempts a separate counter, so that the owner can
sign in while strangers guess at the account.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from fastapi import Request, Response

from app.core.cookies import read_cookie, write_cookie
from app.core.state import AppState

_MAX_AGE_SECONDS = 180 * 24 * 3600


def remember(response: Response, *, request: Request, state: AppState, username: str) -> None:
    """Give the browser of ``request`` the cookie of a known device of this user."""
    device = secrets.token_hex(16)
    write_cookie(
        response,
        _name_cookie(username),
        f"{device}.{_sign(state, username=username, device=device)}",
        request=request,
        state=state,
        max_age_seconds=_MAX_AGE_SECONDS,
        same_site="strict",
    )


def recognize(request: Request, state: AppState, *, username: str) -> str | None:
    """The id of the known device that sent ``request``, or None."""
    device, _, signature = read_cookie(request, state, _name_cookie(username)).partition(".")
    if not device or not hmac.compare_digest(
        signature.encode(), _sign(state, username=username, device=device).encode()
    ):
        return None
    return device


def _name_cookie(username: str) -> str:
    """One cookie per account: colleagues may share a browser."""
    return f"greenroom_device_{hashlib.sha256(username.casefold().encode()).hexdigest()[:12]}"


def _sign(state: AppState, *, username: str, device: str) -> str:
    key = hashlib.sha256(b"known device" + state.session_secret).digest()
    return hmac.new(key, f"{device} {username.casefold()}".encode(), hashlib.sha256).hexdigest()
