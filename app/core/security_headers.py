"""Security headers of every response: what pages may load, and that browsers come back over HTTPS."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_NONCE = "greenroom.nonce"
_NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""For responses that are not pages, from the API or the socket, in case a browser ever renders one."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # Room links contain tokens, which no other site may learn.
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(self), display-capture=(self), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"


@dataclass(frozen=True, slots=True)
class HeaderPolicy:
    """Settings of the headers."""

    other_sites: Sequence[str] = ()
    """Additional origins of scripts and frames."""
    is_https: bool = False
    """Whether browsers reach this server over HTTPS."""


def build_content_security_policy(*, nonce: str, other_sites: Sequence[str] = ()) -> str:
    """Allow pages to load from this server only, and from ``other_sites``; nothing inline.

    'self' covers the socket of this server as well. Style elements need the nonce of the page: libraries add
    them while a dialog is open.
    """
    also = "".join(f" {site}" for site in other_sites)
    return "; ".join(
        [
            "default-src 'self'",
            f"connect-src 'self'{also}",
            "img-src 'self' data: blob:",
            "media-src 'self' blob:",
            "font-src 'self'",
            f"style-src 'self' 'nonce-{nonce}'",
            f"script-src 'self'{also}",
            f"frame-src 'self'{also}",
            "worker-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


def get_nonce(scope: Scope) -> str:
    """The nonce of the page in the response to this request; empty without the SecurityHeaders middleware."""
    nonce: str = scope.get(_NONCE, "")
    return nonce


class SecurityHeaders:
    """ASGI middleware around the whole server, the socket and unexpected errors included.

    API responses are not stored by any cache.
    """

    def __init__(self, app: ASGIApp, *, read_policy: Callable[[], HeaderPolicy]) -> None:
        self._app = app
        self._read_policy = read_policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope[_NONCE] = secrets.token_urlsafe(16)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                # ASGI servers other than ours may leave the list out.
                message.setdefault("headers", [])
                self._add(MutableHeaders(scope=message), scope)
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _add(self, headers: MutableHeaders, scope: Scope) -> None:
        policy = self._read_policy()
        is_page = not scope["path"].startswith(("/api/", "/socket.io"))
        headers.setdefault(
            "Content-Security-Policy",
            build_content_security_policy(nonce=get_nonce(scope), other_sites=policy.other_sites)
            if is_page
            else _NO_PAGE,
        )
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        if policy.is_https:
            headers.setdefault("Strict-Transport-Security", _STRICT_TRANSPORT)
        if scope["path"].startswith("/api/"):
            headers.setdefault("Cache-Control", "no-store")
