"""Size limit for request bodies, enforced while they are received.

Neither uvicorn nor Starlette has one, and a chunked body does not announce its size.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOO_LARGE = "File too large. Please use a file smaller than 10MB."
_MULTIPART_OVERHEAD_BYTES = 64 * 1024


class BodyLimit:
    """ASGI middleware: respond 413 as soon as a body exceeds the limit (plus multipart framing)."""

    def __init__(self, app: ASGIApp, *, read_max_bytes: Callable[[Scope], int]) -> None:
        self._app = app
        self._read_max_bytes = read_max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        max_bytes = self._read_max_bytes(scope) + _MULTIPART_OVERHEAD_BYTES
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        is_declared_too_large = declared.isdigit() and int(declared) > max_bytes
        received = 0

        async def limited_receive() -> Message:
            nonlocal received
            if is_declared_too_large:
                raise HTTPException(413, TOO_LARGE, headers={"Connection": "close"})
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > max_bytes:
                    raise HTTPException(413, TOO_LARGE, headers={"Connection": "close"})
            return message

        await self._app(scope, limited_receive, send)
