"""Serves the built web client."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from app.core.errors import NotFound
from app.core.security_headers import get_nonce

_FIRST_SCRIPT = '<script src="/theme-init.js"'
"""The first script of the page passes the nonce to the libraries that add style elements."""


class _ImmutableFiles(StaticFiles):
    """Static files whose names contain a hash of their content."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


_UNLISTED = ("shared-report/",)
"""Pages that open without sign-in and must not be indexed, even by search engines that run no scripts."""
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


def _find_file(root: Path, path: str) -> Path | None:
    """The file at ``path`` below ``root``; None if there is none."""
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        # A name that is too long or contains a null byte is not a file name.
        return None


def install_web_client(app: FastAPI, web_dir: Path) -> None:
    """Serve ``web_dir``: hashed assets, cached forever, and index.html for all other paths."""
    index = web_dir / "index.html"
    root = web_dir.resolve()
    if (web_dir / "assets").is_dir():
        files = _ImmutableFiles(directory=web_dir / "assets")
        app.mount("/assets", _CompressedText(files), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    def client(path: str, request: Request) -> Response:
        if path.startswith(("api/", "auth/", "socket.io")):
            raise NotFound("This address does not exist.")
        if path and (file := _find_file(root, path)) is not None:
            return FileResponse(file)
        if not index.is_file():
            return PlainTextResponse(
                "The web client is not built. Run `make run`, or `npm ci && npm run build` in web/.",
                status_code=503,
            )
        page = index.read_text(encoding="utf-8").replace(
            _FIRST_SCRIPT, _FIRST_SCRIPT.replace("<script", f'<script nonce="{get_nonce(request.scope)}"'), 1
        )
        # Never from a cache: the nonce of a page must be the one of its policy.
        headers = {"Cache-Control": "no-store"}
        if path.startswith(_UNLISTED):
            headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
        return HTMLResponse(page, headers=headers)
