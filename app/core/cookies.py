"""Cookies of the server. Over HTTPS their names begin with ``__Host-``.

Browsers then accept and send them only over HTTPS, and no other host of the same domain can set them. Without
HTTPS, such a cookie could not be set at all.
"""

from __future__ import annotations

from typing import Literal

from fastapi import Request, Response

from app.core.state import AppState

_PREFIX = "__Host-"
_PATH = "/"
"""The only path that the prefix allows."""


def is_https(request: Request, state: AppState) -> bool:
    """Whether browsers reach this server over HTTPS."""
    return request.url.scheme == "https" or (state.settings.public_url or "").startswith("https://")


def read_cookie(request: Request, state: AppState, name: str) -> str:
    """The value of a cookie; empty if the browser did not send it."""
    return request.cookies.get(_name(request, state, name), "")


def write_cookie(
    response: Response,
    name: str,
    value: str,
    *,
    request: Request,
    state: AppState,
    max_age_seconds: int,
    same_site: Literal["lax", "strict"],
) -> None:
    """Set a cookie that scripts cannot read."""
    response.set_cookie(
        _name(request, state, name),
        value,
        max_age=max_age_seconds,
        path=_PATH,
        httponly=True,
        samesite=same_site,
        secure=is_https(request, state),
    )


def remove_cookie(response: Response, name: str, *, request: Request, state: AppState) -> None:
    response.delete_cookie(_name(request, state, name), path=_PATH, secure=is_https(request, state))


def _name(request: Request, state: AppState, name: str) -> str:
    return f"{_PREFIX}{name}" if is_https(request, state) else name
