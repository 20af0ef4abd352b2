"""Formatting of a binary Word file, as far as its text depends on it.

Characters: hidden, deleted or tiny. Paragraphs: table rows, list items and headings. Formatting is stored
in pages of 512 bytes (FKP), each for a range of bytes of the main stream, as lists of properties (``sprm``).
Damaged formatting is ignored: text whose formatting is unknown counts as visible.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Callable, Iterator
from enum import Enum, Flag, auto
from typing import Generic, TypeVar

from app.documents.extraction.doc_file import CHARACTERS, PARAGRAPHS, DocFile
from app.documents.extraction.doc_pieces import Piece
from app.documents.extraction.doc_properties import (
    WORD_6,
    WORD_97,
    PropertyNumbers,
    list_properties,
    resolve_toggle,
)
from app.documents.extraction.doc_styles import Style, read_styles
from app.documents.extraction.word_rules import TINY_HALF_POINTS
from app.documents.unreadable import Unreadable

T = TypeVar("T")

_PAGE_BYTES = 512
_MAX_HEADING_STYLE = 9
"""Styles 1 to 9 are the built-in headings in every version."""


class CharacterFormat(Enum):
    """Why characters are treated differently from normal text."""

    DELETED = auto()
    HIDDEN = auto()
    TINY = auto()
    SYMBOL = auto()
    """A placeholder for a character of a symbol font."""
    SHOWN = auto()
    """Not hidden, whatever the paragraph's style says."""


class ParagraphFormat(Flag):
    NONE = 0
    IN_TABLE = auto()
    ROW_END = auto()
    LIST_ITEM = auto()
    HEADING = auto()
    HIDDEN = auto()
    """The style of the paragraph hides its text."""


class Formatting:
    """Looks up the formatting of bytes of the main stream."""

    def __init__(self, file: DocFile) -> None:
        self._is_word_97 = file.is_word_97
        self._numbers = WORD_97 if file.is_word_97 else WORD_6
        self._styles = read_styles(file)
        self._parsed: dict[bytes, CharacterFormat | None] = {}
        self._characters = _Ranges(_read_pages(file, CHARACTERS, self._read_characters))
        self._paragraphs = _Ranges(_read_pages(file, PARAGRAPHS, self._read_paragraphs))

    @property
    def knows_paragraphs(self) -> bool:
        """False if the file has no paragraph formatting, or its pages are damaged."""
        return bool(self._paragraphs.starts)

    def split(self, piece: Piece, start: int, end: int) -> Iterator[tuple[int, int, CharacterFormat | None]]:
        """The bytes ``start`` to ``end`` of a piece in runs of one character format."""
        of_piece = self._format_of_piece(piece)
        if of_piece is not None:
            yield start, end, of_piece
            return
        ranges = self._characters
        at = max(0, bisect_right(ranges.starts, start) - 1)
        while start < end:
            while at < len(ranges.starts) and ranges.ends[at] <= start:
                at += 1
            if at == len(ranges.starts) or ranges.starts[at] >= end:
                yield start, end, None
                return
            if ranges.starts[at] > start:
                yield start, ranges.starts[at], None
                start = ranges.starts[at]
            stop = min(end, ranges.ends[at])
            yield start, stop, ranges.values[at]
            start = stop

    def find_paragraph(self, mark: int) -> ParagraphFormat:
        """The format of the paragraph whose mark is at byte ``mark``."""
        return self._paragraphs.find(mark) or ParagraphFormat.NONE

    def _format_of_piece(self, piece: Piece) -> CharacterFormat | None:
        if piece.modifier is not None:
            number, operand = piece.modifier
            return _character_format([(number, bytes([operand]))], WORD_6, {})
        return self._parse_characters(piece.modifiers)

    def _read_characters(self, page: bytes, count: int) -> Iterator[CharacterFormat | None]:
        for number in range(count):
            place = 2 * page[4 * (count + 1) + number]
            yield self._parse_characters(page[place + 1 : place + 1 + page[place]]) if place else None

    def _parse_characters(self, properties: bytes) -> CharacterFormat | None:
        if properties not in self._parsed:
            listed = list(list_properties(properties, is_word_97=self._is_word_97))
            self._parsed[properties] = _character_format(listed, self._numbers, self._styles)
        return self._parsed[properties]

    def _read_paragraphs(self, page: bytes, count: int) -> Iterator[ParagraphFormat | None]:
        size = 13 if self._is_word_97 else 7
        for number in range(count):
            place = 2 * page[4 * (count + 1) + size * number]
            if not place:
                yield None
                continue
            words, place = page[place], place + 1
            if not words and self._is_word_97:
                words, place = page[place], place + 1
            properties = page[place : place + 2 * words]
            yield self._parse_paragraph(properties) if len(properties) >= 2 else None

    def _parse_paragraph(self, properties: bytes) -> ParagraphFormat:
        style = int.from_bytes(properties[:2], "little")
        found = ParagraphFormat.HEADING if 1 <= style <= _MAX_HEADING_STYLE else ParagraphFormat.NONE
        if style in self._styles:
            found |= ParagraphFormat.HIDDEN if self._styles[style].is_hidden else ParagraphFormat.NONE
            found |= ParagraphFormat.LIST_ITEM if self._styles[style].is_list else ParagraphFormat.NONE
        for number, operand in list_properties(properties[2:], is_word_97=self._is_word_97):
            value = int.from_bytes(operand, "little")
            if number == self._numbers.list_item:
                found &= ~ParagraphFormat.LIST_ITEM
                if self._numbers.is_list(number, value):
                    found |= ParagraphFormat.LIST_ITEM
            elif number == self._numbers.in_table and value:
                found |= ParagraphFormat.IN_TABLE
            elif number == self._numbers.row_end and value:
                found |= ParagraphFormat.ROW_END
        return found


def _character_format(
    listed: list[tuple[int, bytes]], numbers: PropertyNumbers, styles: dict[int, Style]
) -> CharacterFormat | None:
    found = set()
    is_hidden_by_style = False
    hidden: int | None = None
    for number, operand in listed:
        value = int.from_bytes(operand[:2], "little")
        if number == numbers.deleted and value & 1:
            found.add(CharacterFormat.DELETED)
        elif number == numbers.hidden:
            hidden = value
        elif number == numbers.character_style and value in styles:
            is_hidden_by_style = styles[value].is_hidden
        elif number == numbers.size and 0 < value < TINY_HALF_POINTS:
            found.add(CharacterFormat.TINY)
        elif number == numbers.symbol:
            found.add(CharacterFormat.SYMBOL)
    if resolve_toggle(hidden, of_style=is_hidden_by_style):
        found.add(CharacterFormat.HIDDEN)
    elif hidden == 0:
        found.add(CharacterFormat.SHOWN)
    return next((kind for kind in CharacterFormat if kind in found), None)


class _Ranges(Generic[T]):
    """Values of disjoint ranges of bytes, in order."""

    def __init__(self, found: Iterator[tuple[int, int, T]]) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.values: list[T] = []
        last = 0
        for start, end, value in sorted(found, key=lambda one: one[:2]):
            if max(start, last) < end:
                self.starts.append(max(start, last))
                self.ends.append(end)
                self.values.append(value)
                last = end

    def find(self, place: int) -> T | None:
        at = bisect_right(self.starts, place) - 1
        return self.values[at] if at >= 0 and place < self.ends[at] else None


def _read_pages(
    file: DocFile, table: int, read: Callable[[bytes, int], Iterator[T | None]]
) -> Iterator[tuple[int, int, T]]:
    """(first byte, end, value) of every run on the formatting pages that the table lists."""
    try:
        content = file.read_table(table)
    except Unreadable:
        return
    size = 4 if file.is_word_97 else 2
    count = (len(content) - 4) // (4 + size)
    if count < 1:
        return
    listed = struct.unpack_from(f"<{count}{'I' if size == 4 else 'H'}", content, 4 * (count + 1))
    for number in dict.fromkeys(listed):
        page = file.main[number * _PAGE_BYTES : (number + 1) * _PAGE_BYTES]
        if len(page) < _PAGE_BYTES:
            continue
        runs = page[-1]
        try:
            bounds = struct.unpack_from(f"<{runs + 1}I", page)
            values = list(read(page, runs))
        except (struct.error, IndexError):
            continue
        for start, end, value in zip(bounds, bounds[1:], values, strict=False):
            if value is not None and start < end:
                yield start, end, value
