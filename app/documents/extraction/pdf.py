"""Text of PDF files: pages in reading order, hidden text marked, scanned pages recognized."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf

from app.documents.extraction import ocr
from app.documents.extraction.instructions import addresses_ai
from app.documents.extraction.length import check_length
from app.documents.extraction.marking import HiddenKind, hide, without_marks
from app.documents.extraction.pdf_layout import in_reading_order
from app.documents.extraction.pdf_lines import PageText, read_lines
from app.documents.extraction.pdf_streams import check_content
from app.documents.unreadable import (
    DAMAGED,
    ENCRYPTED,
    IMAGE_ONLY,
    TOO_LONG,
    UNRECOGNIZED,
    Unreadable,
)

# pymupdf's annotations are incomplete; its results are typed where they are used.
_mupdf: Any = pymupdf

MAX_PAGES = 300
_PAGE_NUMBER = re.compile(r"^(?:page\s*)?\d{1,3}(?:\s*(?:/|of)\s*\d{1,3})?$", re.IGNORECASE)
_MIN_TEXT = 12
"""Minimum letters and digits on a page. Fewer, next to a large image, are a stamp or a page number."""


@dataclass(frozen=True, slots=True)
class PdfText:
    marked_text: str
    pages: int
    pictures: int = 0
    """Scanned pages that need text recognition, if it was not requested."""


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """The open document. Raises Unreadable (damaged, password-protected, or too many pages)."""
    _mupdf.TOOLS.mupdf_display_errors(False)
    _mupdf.TOOLS.mupdf_display_warnings(False)
    try:
        with _mupdf.open(path, filetype="pdf") as document:
            if document.needs_pass:
                raise Unreadable(ENCRYPTED)
            if len(document) > MAX_PAGES:
                raise Unreadable(TOO_LONG)
            yield document
    except (RuntimeError, ValueError, IndexError, TypeError, OSError) as error:
        raise Unreadable(DAMAGED) from error


def read_pdf(path: Path, *, with_ocr: bool) -> PdfText:
    """Extract the text. Pages without text are first only counted (``pictures``).

    With ``with_ocr`` they are recognized. Raises Unreadable.
    """
    with opened(path) as document:
        texts: list[PageText] = []
        length = 0
        for number in range(len(document)):
            check_content(document, document[number])
            texts.append(read_lines(document[number], number))
            # Twice the limit, because much of the text may be page numbers, but a whole book is refused
            # early.
            length += sum(len(line.text) for line in texts[-1].lines)
            check_length(length // 2)
        pictures = [number for number, page in enumerate(texts) if _is_picture(page)]
        if pictures and ocr.is_installed():
            if not with_ocr:
                return PdfText("", pages=len(texts), pictures=min(len(pictures), ocr.MAX_PAGES))
            recognized = ocr.recognize_pages(document, pictures[: ocr.MAX_PAGES])
        else:
            recognized = {}
        properties = _flagged_properties(document.metadata or {})
        was_repaired = document.is_repaired or not texts
    pages = [_page_text(page, recognized.get(number)) for number, page in enumerate(texts)]
    text = "\n\n".join(page for page in [*pages, *properties] if page)
    if not any(c.isalnum() for c in without_marks(text)):
        if pictures:
            raise Unreadable(UNRECOGNIZED if ocr.is_installed() else IMAGE_ONLY)
        if was_repaired:
            raise Unreadable(DAMAGED)
    return PdfText(text, pages=len(texts))


def _is_picture(page: PageText) -> bool:
    letters = sum(c.isalnum() for line in page.lines for c in line.text)
    return page.has_drawing and (letters == 0 or (letters < _MIN_TEXT and page.has_large_picture))


def _page_text(page: PageText, recognized: str | None) -> str:
    if recognized:
        return "\n\n".join(part for part in (recognized, "\n".join(page.hidden)) if part)
    ordered = in_reading_order(page.lines, page_width=page.width, rules=page.rules)
    shown = "\n".join(line for line in [*ordered, *page.aside] if not _PAGE_NUMBER.match(line)).strip()
    return "\n\n".join(part for part in (shown, "\n".join(page.hidden)) if part)


def _flagged_properties(properties: dict[str, Any]) -> list[str]:
    """File properties (title, keywords …) that address an AI, as hidden text. Other properties are ignored.

    They are appended to the text so that the recruiter sees them.
    """
    values = {without_marks(value) for value in properties.values() if isinstance(value, str)}
    return [hide(value, HiddenKind.METADATA) for value in sorted(values) if addresses_ai(value)]
