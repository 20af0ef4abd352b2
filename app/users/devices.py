"""Known devices: browsers that have signed in to an account before, recognized by a cookie.

The cookie opens nothing. It only moves the browser's attempts to a count of its own, so that the owner can
sign in while strangers guess at the account.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from fastapi import Request, Response

from app.core.state import AppState

_MAX_AGE_SECONDS = 180 * 24 * 3600


def remember(response: Response, *, request: Request, state: AppState, username: str) -> None:
    """Give the browser of ``request`` the cookie of a known device of this user."""
    device = secrets.token_hex(16)
    response.set_cookie(
        _name_cookie(username),
        f"{device}.{_sign(state, username=username, device=device)}",
        max_age=_MAX_AGE_SECONDS,
        path="/api",
        httponly=True,
        samesite="strict",
        secure=is_https(request, state),
    )


def recognize(request: Request, state: AppState, *, username: str) -> str | None:
    """The id of the known device that sends ``request``, or None."""
    device, _, signature = request.cookies.get(_name_cookie(username), "").partition(".")
    if not device or not hmac.compare_digest(
        signature.encode(), _sign(state, username=username, device=device).encode()
    ):
        return None
    return device


def is_https(request: Request, state: AppState) -> bool:
    """Whether browsers reach this server over HTTPS."""
    return request.url.scheme == "https" or (state.settings.public_url or "").startswith("https://")


def _name_cookie(username: str) -> str:
    """One cookie per account: colleagues may share a browser."""
    return f"greenroom_device_{hashlib.sha256(username.casefold().encode()).hexdigest()[:12]}"


def _sign(state: AppState, *, username: str, device: str) -> str:
    key = hashlib.sha256(b"known device" + state.session_secret).digest()
    return hmac.new(key, f"{device} {username.casefold()}".encode(), hashlib.sha256).hexdigest()
