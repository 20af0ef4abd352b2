"""Size limits of PDF page content, checked without unpacking more than is allowed."""

from __future__ import annotations

import zlib
from typing import Any

from app.documents.unreadable import TOO_LARGE_INSIDE, Unreadable

MAX_CONTENT_BYTES = 32 * 1024 * 1024
"""Drawing operators of one page. A dense map has a tenth of this."""
MAX_PIXELS = 200_000_000
"""Pixels of one image. An A4 page at 1,200 dpi has 140 million."""


def check_content(document: Any, page: Any) -> None:
    """Raise Unreadable if the page's content exceeds MAX_CONTENT_BYTES or an image exceeds MAX_PIXELS.

    Filters other than Flate are left to the limits of the process.
    """
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
        # MuPDF reads as much as it can of a damaged stream.
        return b""
