"""Responses with the bytes of a stored document, which a browser must not run."""

from __future__ import annotations

from contextlib import ExitStack
from urllib.parse import quote

from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from app.core.files import FileStore
from app.documents.errors import FileMissing
from app.documents.extraction.kinds import MIME_TYPES, FileKind
from app.documents.storage import name_file
from app.documents.tables import Document

_INLINE = frozenset({MIME_TYPES[FileKind.PDF], MIME_TYPES[FileKind.TEXT]})
PRIVATE = {"Cache-Control": "private, no-store"}
_GUARD = {
    **PRIVATE,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
}


def send_file(document: Document, files: FileStore, *, as_attachment: bool) -> FileResponse:
    """The file under its own name. Raises FileMissing and FileStoreUnavailable.

    Only PDF and plain text are shown inline. The kind detected from the content decides, not the name.
    """
    is_inline = document.mime_type in _INLINE and not as_attachment
    media_type = document.mime_type or "application/octet-stream"
    if media_type == MIME_TYPES[FileKind.TEXT]:
        # Stored text may be in any encoding; without a charset the browser detects it.
        media_type = "text/plain"
    with ExitStack() as stack:
        try:
            path = stack.enter_context(files.copy(name_file(document.id)))
        except FileNotFoundError:
            raise FileMissing from None
        after = BackgroundTask(stack.pop_all().close)
    return FileResponse(
        path,
        background=after,
        media_type=media_type,
        headers={
            **_GUARD,
            "Content-Disposition": content_disposition(document.original_name, is_inline=is_inline),
        },
    )


def content_disposition(name: str, *, is_inline: bool) -> str:
    """A header by RFC 6266: the name in UTF-8 (RFC 5987), and in ASCII for old clients."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_. ") else "_" for c in name).strip() or "_"
    kind = "inline" if is_inline else "attachment"
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
