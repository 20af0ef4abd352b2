"""Text of binary Word files (.doc), from Word 6 to Word 2003.

Headers come first, then the main text, notes, text boxes and footers. Each table row is one line. Field
codes are dropped, their results are kept. Deleted text, comments, macros and embedded objects are left out;
hidden text is marked.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.documents.extraction.doc_file import HEADERS, STORIES, DocFile, open_doc
from app.documents.extraction.doc_formatting import CharacterFormat, Formatting, ParagraphFormat
from app.documents.extraction.doc_pieces import Piece, read_pieces
from app.documents.extraction.length import MAX_CHARACTERS
from app.documents.extraction.marking import HiddenKind, hide, without_marks
from app.documents.extraction.word_rules import decode_units
from app.documents.unreadable import DAMAGED, TOO_MANY_CHARACTERS, Unreadable

_CONTROL = re.compile("[\x00-\x1f]")
_FIELD_BEGIN, _FIELD_SEPARATOR, _FIELD_END = "\x13", "\x14", "\x15"
_CELL_END, _PARAGRAPH_END = "\x07", "\r\x0c"
_SIGNS = {"\t": "\t", "\x0b": "\n", "\x0e": "\n", "\x1e": "-"}
_HIDDEN = {CharacterFormat.HIDDEN: HiddenKind.INVISIBLE, CharacterFormat.TINY: HiddenKind.TINY}
_MAX_POSITIONS = 8 * MAX_CHARACTERS
"""Characters with field codes, hidden and deleted text, and the stories that are left out."""
_HEADERS_OF_SECTION = 6
_HEADER_NUMBERS = (0, 1, 4)
"""Of the six per section: header of even, odd and first pages; the others are footers."""


def read_doc(path: Path) -> str:
    """The marked text. Raises Unreadable (damaged, protected, too old, or too long)."""
    file = open_doc(path)
    if sum(file.story_lengths.values()) > _MAX_POSITIONS:
        raise Unreadable(TOO_MANY_CHARACTERS)
    reader = _StoryText(file)
    starts = dict(zip(STORIES, itertools.accumulate(file.story_lengths.values(), initial=0), strict=False))

    def read(story: str) -> list[str]:
        return reader.read(starts[story], starts[story] + file.story_lengths[story])

    headers, footers = _split_headers(file)
    seen: set[str] = set()
    lines: list[str] = []
    for start, end in headers:
        lines.extend(_read_once(reader, starts["headers"] + start, starts["headers"] + end, seen))
    for story in ("text", "footnotes", "endnotes", "boxes", "header_boxes"):
        lines.extend(read(story))
    for start, end in footers:
        lines.extend(_read_once(reader, starts["headers"] + start, starts["headers"] + end, seen))
    return "\n".join(lines)


def _split_headers(file: DocFile) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Ranges of headers and of footers in the story of headers. Before Word 97 all count as headers."""
    length = file.story_lengths["headers"]
    if not length:
        return [], []
    try:
        table = file.read_table(HEADERS) if file.is_word_97 else b""
    except Unreadable:
        table = b""
    count = len(table) // 4
    positions = [int.from_bytes(table[4 * n : 4 * n + 4], "little") for n in range(count)]
    # The first six are the separators of notes, the last position is the end of all.
    ranges = list(itertools.pairwise(positions[_HEADERS_OF_SECTION:-1]))
    if not ranges or any(not 0 <= start <= end <= length for start, end in ranges):
        return [(0, length)], []
    headers = [one for n, one in enumerate(ranges) if n % _HEADERS_OF_SECTION in _HEADER_NUMBERS]
    footers = [one for n, one in enumerate(ranges) if n % _HEADERS_OF_SECTION not in _HEADER_NUMBERS]
    return headers, footers


def _read_once(reader: _StoryText, start: int, end: int, seen: set[str]) -> Iterator[str]:
    """The lines of a header or footer, unless another one says the same."""
    lines = reader.read(start, end)
    text = "\n".join(lines).strip()
    if text and text not in seen:
        seen.add(text)
        yield from lines
        yield ""


@dataclass(frozen=True, slots=True)
class _Token:
    """Some text of one format, or one control character."""

    text: str
    format: CharacterFormat | None
    offset: int
    """First byte in the main stream."""
    is_control: bool = False


class _StoryText:
    def __init__(self, file: DocFile) -> None:
        self._file = file
        self._pieces = read_pieces(file)
        self._starts = [piece.start for piece in self._pieces]
        self._formatting = Formatting(file)

    def read(self, start: int, end: int) -> list[str]:
        """The lines of the characters ``start`` to ``end``. Raises Unreadable if bytes are missing."""
        if start == end:
            return []
        tokens = list(self._list_tokens(start, end))
        layout = _Layout(self._formatting)
        for token in _without_field_codes(tokens):
            layout.add(token)
        return layout.finish()

    def _list_tokens(self, start: int, end: int) -> Iterator[_Token]:
        if not self._pieces or end > self._pieces[-1].end or start < self._starts[0]:
            raise Unreadable(DAMAGED)
        at = max(0, bisect_right(self._starts, start) - 1)
        for number in range(at, len(self._pieces)):
            piece = self._pieces[number]
            if piece.start >= end:
                return
            first, last = max(start, piece.start), min(end, piece.end)
            if first < last:
                yield from self._list_tokens_of_piece(piece, first, last)

    def _list_tokens_of_piece(self, piece: Piece, first: int, last: int) -> Iterator[_Token]:
        width, main = piece.character_bytes, self._file.main
        begin = piece.offset + (first - piece.start) * width
        stop = piece.offset + (last - piece.start) * width
        if stop > len(main):
            raise Unreadable(DAMAGED)
        for start, end, kind in self._formatting.split(piece, begin, stop):
            # One character per unit, so that places in the text and in the file stay together.
            if width == 1:
                units = main[start:end].decode("latin-1")
            else:
                whole = main[start : end - (end - start) % 2]
                units = "".join(map(chr, memoryview(whole).cast("H")))
            position = 0
            for match in _CONTROL.finditer(units):
                yield from self._text(units, position, match.start(), kind, start, width)
                yield _Token(match.group(), kind, start + match.start() * width, is_control=True)
                position = match.end()
            yield from self._text(units, position, len(units), kind, start, width)

    def _text(
        self, units: str, first: int, last: int, kind: CharacterFormat | None, start: int, width: int
    ) -> Iterator[_Token]:
        if first == last:
            return
        if width == 1:
            text = units[first:last].encode("latin-1").decode(self._file.code_page, "replace")
        else:
            text = decode_units(units[first:last])
        yield _Token(text, kind, start + first * width)


def _without_field_codes(tokens: list[_Token]) -> Iterator[_Token]:
    """The tokens without field codes. A field without an end is kept as text, so that nothing is lost."""
    changes = [0] * (len(tokens) + 1)
    is_open: list[list[int]] = []
    for number, token in enumerate(tokens):
        if not token.is_control:
            continue
        if token.text == _FIELD_BEGIN:
            is_open.append([number])
        elif token.text == _FIELD_SEPARATOR and is_open and len(is_open[-1]) == 1:
            is_open[-1].append(number)
        elif token.text == _FIELD_END and is_open:
            begin, *separator = is_open.pop()
            changes[begin] += 1
            changes[separator[0] if separator else number] -= 1
    depths = itertools.accumulate(changes)
    return (token for token, depth in zip(tokens, depths, strict=False) if depth == 0)


@dataclass(slots=True)
class _Layout:
    """Turns tokens into lines: paragraphs, and table rows from their cells."""

    formatting: Formatting
    lines: list[str] = field(default_factory=list)
    paragraph: list[tuple[CharacterFormat | None, str]] = field(default_factory=list)
    cell: list[str] = field(default_factory=list)
    row: list[list[str]] = field(default_factory=list)

    def add(self, token: _Token) -> None:
        if token.format is CharacterFormat.DELETED:
            return
        if not token.is_control:
            is_symbol = token.format is CharacterFormat.SYMBOL
            self.paragraph.append((token.format, " " if is_symbol else without_marks(token.text)))
        elif token.text in _SIGNS:
            self.paragraph.append((token.format, _SIGNS[token.text]))
        elif token.text == _CELL_END:
            self._end_cell(self.formatting.find_paragraph(token.offset))
        elif token.text in _PARAGRAPH_END:
            found = self.formatting.find_paragraph(token.offset)
            line = self._end_paragraph(found)
            if ParagraphFormat.IN_TABLE in found:
                self.cell.append(line)
            else:
                self._end_row()
                self.lines.append(line)

    def finish(self) -> list[str]:
        if self.paragraph:
            self.cell.append(self._end_paragraph(ParagraphFormat.NONE))
        self._end_row()
        return self.lines

    def _end_paragraph(self, found: ParagraphFormat) -> str:
        is_hidden = ParagraphFormat.HIDDEN in found
        runs = [
            (CharacterFormat.HIDDEN if kind is None and is_hidden else kind, "".join(text for _, text in run))
            for kind, run in itertools.groupby(self.paragraph, key=lambda one: one[0])
        ]
        text = "".join(hide(text, _HIDDEN[kind]) if kind in _HIDDEN else text for kind, text in runs).strip()
        self.paragraph.clear()
        if text and ParagraphFormat.LIST_ITEM in found and not text.startswith("-"):
            return f"- {text}"
        return f"\n{text}" if text and ParagraphFormat.HEADING in found else text

    def _end_cell(self, found: ParagraphFormat) -> None:
        # Without paragraph formatting, an empty last cell looks like the end of the row.
        is_row_end = ParagraphFormat.ROW_END in found or (
            not self.formatting.knows_paragraphs and not self.paragraph and not self.cell and bool(self.row)
        )
        if is_row_end:
            self.paragraph.clear()
            self._end_row()
        else:
            self.cell.append(self._end_paragraph(found))
            self.row.append(self.cell)
            self.cell = []

    def _end_row(self) -> None:
        if self.cell:
            self.row.append(self.cell)
            self.cell = []
        cells = [[line.strip() for line in cell if line.strip()] for cell in self.row]
        self.row = []
        if all(len(cell) <= 1 for cell in cells):
            joined = "  ".join(line for cell in cells for line in cell)
            if joined:
                self.lines.append(joined)
        else:
            self.lines.extend(line for cell in cells for line in cell)
