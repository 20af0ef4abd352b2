"""Blocks as a Word document (DOCX)."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import docx
from docx.shared import Cm, Pt, RGBColor

from app.reports.blocks import (
    Block,
    Fact,
    Heading,
    Meter,
    Paragraph,
    Quote,
    SpokenLine,
    Title,
    TitledItem,
)
from app.reports.cleaning import one_line

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_MAX_PROPERTY_LENGTH = 255
"""Limit of the format for a document property."""


def write_word_document(blocks: Iterable[Block], *, title: str, author: str, now: datetime) -> bytes:
    """The bytes of a DOCX file on A4. All text is inserted as text: no fields, no links, no markup."""
    document = docx.Document()
    _set_up(document, title=title, author=author, now=now)
    writer = _WordWriter(document)
    for block in blocks:
        writer.write(block)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def _set_up(document: Any, *, title: str, author: str, now: datetime) -> None:
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.2)
    section.top_margin = section.bottom_margin = Cm(2)
    normal = document.styles["Normal"]
    normal.font.size = Pt(10.5)
    normal.paragraph_format.space_after = Pt(4)
    properties = document.core_properties
    properties.title = one_line(title)[:_MAX_PROPERTY_LENGTH]
    properties.author = properties.last_modified_by = one_line(author)[:_MAX_PROPERTY_LENGTH]
    # The comment in the template names the library.
    properties.comments = ""
    properties.created = properties.modified = now.replace(tzinfo=None)


class _WordWriter:
    def __init__(self, document: Any) -> None:
        self._document = document
        # Looked up once: a lookup by name searches all styles, which is slow for a long transcript.
        self._styles = {name: document.styles[name] for name in ("Normal", "Heading 2", "Title", "Quote")}
        self._muted = RGBColor(0x6A, 0x66, 0x5E)

    def write(self, block: Block) -> None:
        match block:
            case Title():
                self._add((block.kind, "muted"))
                self._add((block.text, ""), style="Title")
                for detail in block.details:
                    self._add((detail, "muted"))
            case Heading():
                self._add((block.text, ""), style="Heading 2")
            case Paragraph():
                self._add((block.text, "muted" if block.is_muted else ""))
            case Meter():
                self._add((f"{block.name}: ", ""), (block.value, "bold"))
            case Quote():
                self._add_quote(block)
            case TitledItem():
                self._add_item(block)
            case Fact():
                self._add((f"{block.name}: ", "muted"), (block.value, ""))
            case SpokenLine():
                self._add((f"{block.time}  ", "muted"), (f"{block.speaker}: ", "bold"), (block.text, ""))

    def _add(self, *runs: tuple[str, str], style: str = "Normal", keeps_next: bool = False) -> None:
        """Add a paragraph of (text, look) runs; a look is empty, ``bold`` or ``muted``."""
        paragraph = self._document.add_paragraph()
        if style != "Normal":
            paragraph.style = self._styles[style]
        if keeps_next:
            paragraph.paragraph_format.keep_with_next = True
        for text, look in runs:
            run = paragraph.add_run(_keep_space_around(text))
            if look == "bold":
                run.bold = True
            elif look == "muted":
                run.font.color.rgb = self._muted

    def _add_item(self, item: TitledItem) -> None:
        labels = " · ".join(item.labels)
        has_more = bool(item.text or item.quotes)
        self._add((item.title, "bold"), (f"  {labels}" if labels else "", "muted"), keeps_next=has_more)
        if item.text:
            self._add((item.text, ""), keeps_next=bool(item.quotes))
        for quote in item.quotes:
            self._add_quote(quote)

    def _add_quote(self, quote: Quote) -> None:
        self._add((quote.text, ""), (f"  {quote.source}", "muted"), style="Quote")


def _keep_space_around(text: str) -> str:
    """``text`` on one line, with the spaces that separate it from its neighbors."""
    before = text[: len(text) - len(text.lstrip(" "))]
    after = text[len(text.rstrip(" ")) :]
    return f"{before}{one_line(text)}{after}" if text.strip() else ""
