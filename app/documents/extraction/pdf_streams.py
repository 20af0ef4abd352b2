"""How much the content of a PDF page unpacks to, without unpacking more than is allowed."""

from __future__ import annotations

import zlib
from typing import Any

from app.documents.extraction.errors import TOO_LARGE_INSIDE, Unreadable

MAX_CONTENT_BYTES = 32 * 1024 * 1024
"""Of one page's drawing operators; a dense map has a tenth of it."""
MAX_PIXELS = 200_000_000
"""Of one picture; a page of A4 at 1,200 dpi has 140 million."""


def check_content(document: Any, page: Any) -> None:
    """Raises Unreadable where the page's content unpacks to more than MAX_CONTENT_BYTES, or one of its
    pictures to more than MAX_PIXELS. Other filters than Flate are left to the limits of the process."""
    if any(width * height > MAX_PIXELS for _, _, width, height, *_ in page.get_images()):
        raise Unreadable(TOO_LARGE_INSIDE)
    left = MAX_CONTENT_BYTES
    for stream in page.get_contents():
        content = document.xref_stream_raw(stream) or b""
        filters = document.xref_get_key(stream, "Filter")[1]
        for _ in range(filters.count("/FlateDecode") or filters.count("/Fl ")):
            content = _inflated(content, most=left + 1)
        left -= len(content)
        if left < 0:
            raise Unreadable(TOO_LARGE_INSIDE)


def _inflated(content: bytes, *, most: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(content, most)
    except zlib.error:
        # MuPDF reads what it can of a damaged stream.
        return b""
