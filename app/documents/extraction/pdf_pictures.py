"""Pages of a PDF as pictures, for the viewer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pymupdf

from app.documents.extraction.errors import Unreadable
from app.documents.extraction.kinds import FileKind, detect_kind
from app.documents.extraction.pdf import opened
from app.documents.extraction.pdf_streams import check_content

# pymupdf carries partial annotations; what it returns is made typed where it is used.
_mupdf: Any = pymupdf

_MAX_PIXELS = 6_000_000
_LEAST_POINTS = 1.0


def list_pages(path: Path) -> list[tuple[int, float, float]]:
    """Number (from 1), width and height in points; empty for what is no PDF. Raises Unreadable."""
    if _kind(path) != FileKind.PDF:
        return []
    with opened(path) as document:
        sizes = [document[number].rect for number in range(len(document))]
    return [(n, round(size.width, 1), round(size.height, 1)) for n, size in enumerate(sizes, start=1)]


def draw_page(path: Path, number: int, width: int) -> bytes | None:
    """PNG of the page, ``width`` pixels wide or less where the page is very high; None where there is no
    such page. Raises Unreadable."""
    if _kind(path) != FileKind.PDF:
        return None
    with opened(path) as document:
        if not 1 <= number <= len(document):
            return None
        page = document[number - 1]
        check_content(document, page)
        wide, high = max(_LEAST_POINTS, page.rect.width), max(_LEAST_POINTS, page.rect.height)
        scale = min(width / wide, (_MAX_PIXELS / (wide * high)) ** 0.5)
        return bytes(page.get_pixmap(matrix=_mupdf.Matrix(scale, scale), alpha=False).tobytes("png"))


def _kind(path: Path) -> FileKind | None:
    try:
        return detect_kind(path)
    except Unreadable:
        return None
