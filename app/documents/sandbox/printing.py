"""Prints HTML as a PDF with page numbers and with each font reduced to the letters used.

PyMuPDF brings fonts for most scripts and chooses one for each letter.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import pymupdf

from app.documents.unreadable import TOO_LARGE_INSIDE, Unreadable

MAX_PAGES = 200
_PAPER = pymupdf.paper_rect("a4")
_MARGIN = 54
_AREA = pymupdf.Rect(_MARGIN, _MARGIN, _PAPER.width - _MARGIN, _PAPER.height - _MARGIN)
_ENDLESS_HEIGHT = 1_000_000
_FOOTER_FONT_SIZE = 8
_FOOTER_GRAY = (0.42, 0.4, 0.37)


def print_page(request: Mapping[str, Any]) -> bytes:
    """The PDF of ``{pieces, style, title, author, language, at}``. Raises Unreadable for too many pages."""
    laid_out = _lay_out([str(piece) for piece in request["pieces"]], str(request["style"]))
    with pymupdf.open("pdf", laid_out) as document:
        _number_pages(document)
        # Whole fonts would make every report several megabytes large.
        document.subset_fonts()
        written_at = f"D:{datetime.fromisoformat(str(request['at'])):%Y%m%d%H%M%S}Z"
        document.set_metadata(
            {
                "title": str(request["title"]),
                "author": str(request["author"]),
                "creationDate": written_at,
                "modDate": written_at,
            }
        )
        document.set_language(str(request["language"]))
        content: bytes = document.tobytes(garbage=4, deflate=True)
        return content


def _lay_out(pieces: Sequence[str], style: str) -> bytes:
    buffer = io.BytesIO()
    writer = pymupdf.DocumentWriter(buffer)
    page_count = 0
    for body in _divide(pieces, style):
        story = pymupdf.Story(html=body, user_css=style)
        has_more = True
        # A piece that is taller than a page continues on the next one.
        while has_more:
            page_count += 1
            if page_count > MAX_PAGES:
                raise Unreadable(TOO_LARGE_INSIDE)
            device = writer.begin_page(_PAPER)
            has_more, _ = story.place(_AREA)
            story.draw(device)
            writer.end_page()
    writer.close()
    return buffer.getvalue()


def _divide(pieces: Sequence[str], style: str) -> Iterator[str]:
    """The HTML of each page, so that no piece is split unless it is taller than a page.

    MuPDF ignores ``page-break-inside``, so the pieces are measured on one endless page first.
    """
    page: list[str] = []
    page_top = 0.0
    for piece, (top, bottom) in zip(pieces, _measure(pieces, style), strict=True):
        if page and bottom - page_top > _AREA.height:
            yield "".join(page)
            page = []
        if not page:
            page_top = top
        page.append(piece)
    if page:
        yield "".join(page)


def _measure(pieces: Sequence[str], style: str) -> list[tuple[float, float]]:
    """Top and bottom of each piece on an endless page, in points."""
    body = "".join(f'<div id="piece-{index}">{piece}</div>' for index, piece in enumerate(pieces))
    story = pymupdf.Story(html=body, user_css=style)
    story.place(pymupdf.Rect(0, 0, _AREA.width, _ENDLESS_HEIGHT))
    found: dict[str, tuple[float, float]] = {}

    def record(position: Any) -> None:
        if position.id is not None:
            found[position.id] = (position.rect[1], position.rect[3])

    story.element_positions(record, {})
    return [found[f"piece-{index}"] for index in range(len(pieces))]


def _number_pages(document: Any) -> None:
    for page in document:
        text = f"{page.number + 1} / {document.page_count}"
        width = pymupdf.get_text_length(text, fontsize=_FOOTER_FONT_SIZE)
        place = (_PAPER.width - _MARGIN - width, _PAPER.height - _MARGIN / 2)
        page.insert_text(place, text, fontsize=_FOOTER_FONT_SIZE, color=_FOOTER_GRAY)
