"""Formatting of a binary Word file, as far as its text depends on it.

Characters: hidden, deleted or tiny. Paragraphs: table rows, list items and headings. Formatting is stored
in pages of 512 bytes (FKP), each for a range of bytes of the main stream, as lists of properties (``sprm``).
Damaged formatting is ignored: text whose formatting is unknown counts as visible.

Hidden text that a character or paragraph *style* defines is not recognized, only direct formatting is.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, Flag, auto
from typing import Generic, TypeVar

from app.documents.extraction.doc_file import CHARACTERS, PARAGRAPHS, DocFile
from app.documents.extraction.doc_pieces import Piece
from app.documents.extraction.errors import Unreadable

T = TypeVar("T")

_PAGE_BYTES = 512
_MAX_TINY_HALF_POINTS = 3
_MAX_HEADING_STYLE = 9
"""Styles 1 to 9 are the built-in headings in every version."""


class CharacterFormat(Enum):
    """Why characters are not read like the others."""

    DELETED = auto()
    HIDDEN = auto()
    TINY = auto()
    SYMBOL = auto()
    """A placeholder for a character of a symbol font."""


class ParagraphFormat(Flag):
    NONE = 0
    IN_TABLE = auto()
    ROW_END = auto()
    LIST_ITEM = auto()
    HEADING = auto()


@dataclass(frozen=True, slots=True)
class _Properties:
    """Numbers of the properties that matter, in one version of the format."""

    deleted: int
    hidden: int
    size: int
    symbol: int
    in_table: int
    row_end: int
    list_item: int


_WORD_6 = _Properties(65, 92, 99, 74, 24, 25, 13)
_WORD_97 = _Properties(0x0800, 0x083C, 0x4A43, 0x6A09, 0x2416, 0x2417, 0x460B)

# Operand sizes of Word 6's properties; all others have one byte.
_NO_OPERAND = frozenset({0, 83})
_TWO_BYTES = frozenset(
    [
        *(2, 21, 22, 26, 27, 28, 69, 72, 80, 93, 96, 97, 99, 101, 107, 182, 183, 184, 189),
        *(*range(16, 20), *range(30, 37), *range(38, 44), *range(45, 50), *range(109, 113), *range(121, 125)),
    ]
)
_THREE_BYTES = frozenset({73, 95})
_FOUR_BYTES = frozenset({20, 70, 192, 194})
_COUNTED = frozenset({3, 12, 15, 23, 64, 68, 74, 77, 79, 81, 82, 103, 105, 106, 108, 120, 187, 188})
_COUNTED_IN_TWO_BYTES = 190
# Operand sizes of Word 97's properties by the three highest bits of their number.
_WORD_97_BYTES = (1, 1, 2, 4, 2, 2, None, 3)
_WORD_97_TABLE = 0xD608


class Formatting:
    """Looks up the formatting of bytes of the main stream."""

    def __init__(self, file: DocFile) -> None:
        self._is_word_97 = file.is_word_97
        self._numbers = _WORD_97 if file.is_word_97 else _WORD_6
        self._parsed: dict[bytes, CharacterFormat | None] = {}
        self._characters = _Ranges(_read_pages(file, CHARACTERS, self._read_characters))
        self._paragraphs = _Ranges(_read_pages(file, PARAGRAPHS, self._read_paragraphs))

    @property
    def knows_paragraphs(self) -> bool:
        """False where the file has no paragraph formatting, or its pages are damaged."""
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
            return _character_format([(number, bytes([operand]))], _WORD_6)
        return self._parse_characters(piece.modifiers)

    def _read_characters(self, page: bytes, count: int) -> Iterator[CharacterFormat | None]:
        for number in range(count):
            place = 2 * page[4 * (count + 1) + number]
            yield self._parse_characters(page[place + 1 : place + 1 + page[place]]) if place else None

    def _parse_characters(self, properties: bytes) -> CharacterFormat | None:
        if properties not in self._parsed:
            listed = list(_list_properties(properties, is_word_97=self._is_word_97))
            self._parsed[properties] = _character_format(listed, self._numbers)
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
        for number, operand in _list_properties(properties[2:], is_word_97=self._is_word_97):
            value = int.from_bytes(operand, "little")
            if number == self._numbers.list_item and 0 < value < 0x0800:
                found |= ParagraphFormat.LIST_ITEM
            elif number == self._numbers.in_table and value:
                found |= ParagraphFormat.IN_TABLE
            elif number == self._numbers.row_end and value:
                found |= ParagraphFormat.ROW_END
        return found


def _character_format(listed: list[tuple[int, bytes]], numbers: _Properties) -> CharacterFormat | None:
    found = set()
    for number, operand in listed:
        value = int.from_bytes(operand[:2], "little")
        # A toggle: 0 off, 1 on, 0x80 as in the style, 0x81 the opposite of the style.
        if number == numbers.deleted and value & 1:
            found.add(CharacterFormat.DELETED)
        elif number == numbers.hidden and value & 1:
            found.add(CharacterFormat.HIDDEN)
        elif number == numbers.size and 0 < value <= _MAX_TINY_HALF_POINTS:
            found.add(CharacterFormat.TINY)
        elif number == numbers.symbol:
            found.add(CharacterFormat.SYMBOL)
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


def _list_properties(content: bytes, *, is_word_97: bool) -> Iterator[tuple[int, bytes]]:
    """(number, operand) of each property; ends where the list is cut."""
    position = 0
    while position < len(content):
        number = (
            int.from_bytes(content[position : position + 2], "little") if is_word_97 else content[position]
        )
        position += 2 if is_word_97 else 1
        start, size = _operand(number, content, position, is_word_97=is_word_97)
        operand = content[start : start + size]
        if len(operand) < size:
            return
        yield number, operand
        position = start + size


def _operand(number: int, content: bytes, position: int, *, is_word_97: bool) -> tuple[int, int]:
    """Where the operand begins and how long it is."""
    if is_word_97:
        size = _WORD_97_BYTES[number >> 13]
        if size is not None:
            return position, size
        is_long = number == _WORD_97_TABLE
    else:
        if number in _NO_OPERAND:
            return position, 0
        if number not in _COUNTED and number != _COUNTED_IN_TWO_BYTES:
            sizes = ((_TWO_BYTES, 2), (_THREE_BYTES, 3), (_FOUR_BYTES, 4))
            return position, next((size for numbers, size in sizes if number in numbers), 1)
        is_long = number == _COUNTED_IN_TWO_BYTES
    if is_long:
        # The count of a table definition includes one of its own two bytes.
        return position + 2, max(0, int.from_bytes(content[position : position + 2], "little") - 1)
    return position + 1, content[position] if position < len(content) else len(content)
