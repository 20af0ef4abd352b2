"""The bytes of a stored document, as they are sent to a browser that must not run them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from fastapi.responses import FileResponse

from app.documents.extraction.kinds import MIME_TYPES, FileKind
from app.documents.tables import Document

_INLINE = frozenset({MIME_TYPES[FileKind.PDF], MIME_TYPES[FileKind.TEXT]})
PRIVATE = {"Cache-Control": "private, no-store"}
_GUARD = {
    **PRIVATE,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "sandbox; default-src 'none'",
}


def send_file(document: Document, path: Path, *, as_attachment: bool) -> FileResponse:
    """The file under its own name: inline for PDF and plain text only, and never by the name's promise
    but by the kind that its content was found to be."""
    is_inline = document.mime_type in _INLINE and not as_attachment
    media_type = document.mime_type or "application/octet-stream"
    if media_type == MIME_TYPES[FileKind.TEXT]:
        # Stored text may be in any encoding; as bytes of unknown encoding a browser only guesses.
        media_type = "text/plain"
    return FileResponse(
        path,
        media_type=media_type,
        headers={
            **_GUARD,
            "Content-Disposition": content_disposition(document.original_name, is_inline=is_inline),
        },
    )


def content_disposition(name: str, *, is_inline: bool) -> str:
    """RFC 6266: the name in UTF-8 (RFC 5987), and in plain letters for those who know no better."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_. ") else "_" for c in name).strip() or "_"
    kind = "inline" if is_inline else "attachment"
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
