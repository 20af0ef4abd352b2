"""Logging to stderr: a fixed event name and fields per line, never personal data or tokens."""

from __future__ import annotations

import logging
import sys
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("greenroom.http")


def configure_logging(level: str) -> None:
    """Log everything of ``level`` and above to stderr, one line each."""
    logging.basicConfig(
        level=level,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        stream=sys.stderr,
        force=True,
    )
    for noisy in ("apscheduler", "httpx", "engineio", "socketio", "multipart", "python_multipart"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


class RequestLog:
    """ASGI middleware: one log line per request, with the pattern of the route.

    uvicorn's access log is off because it prints paths, and room paths contain candidate tokens.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.monotonic()
        status = 0

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note_status)
        finally:
            route = getattr(scope.get("route"), "path", "-")
            log.info(
                "request method=%s route=%s status=%d ms=%d",
                scope["method"],
                route,
                status,
                (time.monotonic() - began) * 1000,
            )
