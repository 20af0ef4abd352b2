"""Serves the built web client, with security headers that restrict what its pages can load."""

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


def build_content_security_policy(other_sites: Sequence[str] = ()) -> str:
    """Allow pages to load from this server only, and from ``other_sites`` that the settings require."""
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
    # Room links have tokens in their path, which no other site may learn.
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(self), display-capture=(self), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class SecurityHeaders:
    """ASGI middleware: add security headers to every response, and no-store to API responses."""

    def __init__(self, app: ASGIApp, *, read_other_sites: Callable[[Scope], Sequence[str]]) -> None:
        self._app = app
        self._read_other_sites = read_other_sites

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                policy = build_content_security_policy(self._read_other_sites(scope))
                headers.setdefault("Content-Security-Policy", policy)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


class _ImmutableFiles(StaticFiles):
    """Static files whose names contain a hash of their content."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


_TEXT_FILES = (".js", ".css", ".svg", ".json")


class _CompressedText:
    """Compresses scripts and styles to about a third of their size.

    Videos and images are compressed already, and videos are requested in ranges.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(app, minimum_size=1024, compresslevel=9)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_text = scope["type"] == "http" and scope["path"].endswith(_TEXT_FILES)
        await (self._compressing if is_text else self._app)(scope, receive, send)


def install_web_client(app: FastAPI, web_dir: Path) -> None:
    """Serve ``web_dir``: hashed assets, cached forever, and index.html for all other paths."""
    index = web_dir / "index.html"
    root = web_dir.resolve()
    if (web_dir / "assets").is_dir():
        files = _ImmutableFiles(directory=web_dir / "assets")
        app.mount("/assets", _CompressedText(files), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    def client(path: str) -> Response:
        if path.startswith(("api/", "auth/", "socket.io")):
            raise NotFound("This address does not exist.")
        file = (root / path).resolve()
        if path and file.is_relative_to(root) and file.is_file():
            return FileResponse(file)
        if not index.is_file():
            return PlainTextResponse(
                "The web client is not built. Run `make run`, or `npm ci && npm run build` in web/.",
                status_code=503,
            )
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
