"""Serves the built browser client, with the headers that keep it to this machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.errors import NotFound


def content_security_policy(other_sites: Sequence[str] = ()) -> str:
    """What a page may load: this server alone, and ``other_sites`` an admin's configuration needs."""
    also = "".join(f" {site}" for site in other_sites)
    return "; ".join(
        [
            "default-src 'self'",
            f"connect-src 'self' ws: wss:{also}",
            "img-src 'self' data: blob:",
            "media-src 'self' blob:",
            "font-src 'self' data:",
            "style-src 'self' 'unsafe-inline'",
            f"script-src 'self'{also}",
            f"frame-src 'self'{also}",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # Room links carry tokens in their path: no other site may ever learn them.
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(self), display-capture=(self), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class SecurityHeaders:
    """ASGI middleware that adds the security headers to every answer, and no-store to the API's."""

    def __init__(self, app: ASGIApp, *, other_sites: Callable[[], Sequence[str]]) -> None:
        self._app = app
        self._other_sites = other_sites

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", content_security_policy(self._other_sites()))
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


class _ImmutableFiles(StaticFiles):
    """Files whose names carry a hash of their content."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


_TEXT_FILES = (".js", ".css", ".svg", ".json")


class _CompressedText:
    """Compresses scripts and styles, a third of their size on a slow network; films and pictures are
    compressed already, and a film is asked for in ranges."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(app, minimum_size=1024, compresslevel=9)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_text = scope["type"] == "http" and scope["path"].endswith(_TEXT_FILES)
        await (self._compressing if is_text else self._app)(scope, receive, send)


def install_web_client(app: FastAPI, web_dir: Path) -> None:
    """Serve ``web_dir``: hashed assets for ever, and index.html for every path the router knows."""
    index = web_dir / "index.html"
    root = web_dir.resolve()
    if (web_dir / "assets").is_dir():
        files = _ImmutableFiles(directory=web_dir / "assets")
        app.mount("/assets", _CompressedText(files), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    def client(path: str) -> Response:
        if path.startswith(("api/", "auth/", "socket.io")):
            raise NotFound("There is no such address.")
        wanted = (root / path).resolve()
        if path and wanted.is_relative_to(root) and wanted.is_file():
            return FileResponse(wanted)
        if not index.is_file():
            return PlainTextResponse(
                "The web client is not built. Run `make run`, or `npm ci && npm run build` in web/.",
                status_code=503,
            )
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
