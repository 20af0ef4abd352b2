"""Images of PDF pages, for the document viewer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pymupdf

from app.documents.extraction.kinds import FileKind, detect_kind
from app.documents.extraction.pdf import opened
from app.documents.extraction.pdf_streams import check_content
from app.documents.unreadable import Unreadable

# pymupdf's annotations are incomplete; its results are typed where they are used.
_mupdf: Any = pymupdf

_MAX_PIXELS = 6_000_000
_MIN_POINTS = 1.0


def list_pages(path: Path) -> list[tuple[int, float, float]]:
    """Number (from 1), width and height of each page in points; empty for other kinds. Raises Unreadable."""
    if _kind(path) != FileKind.PDF:
        return []
    with opened(path) as document:
        sizes = [document[number].rect for number in range(len(document))]
    return [(n, round(size.width, 1), round(size.height, 1)) for n, size in enumerate(sizes, start=1)]


def draw_page(path: Path, number: int, width: int) -> bytes | None:
    """The page as PNG, ``width`` pixels wide, or narrower if the page is very high.

    None if the page does not exist. Raises Unreadable.
    """
    if _kind(path) != FileKind.PDF:
        return None
    with opened(path) as document:
        if not 1 <= number <= len(document):
            return None
        page = document[number - 1]
        check_content(document, page)
        wide, high = max(_MIN_POINTS, page.rect.width), max(_MIN_POINTS, page.rect.height)
        scale = min(width / wide, (_MAX_PIXELS / (wide * high)) ** 0.5)
        return bytes(page.get_pixmap(matrix=_mupdf.Matrix(scale, scale), alpha=False).tobytes("png"))


def _kind(path: Path) -> FileKind | None:
    try:
        return detect_kind(path)
    except Unreadable:
        return None
