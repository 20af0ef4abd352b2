"""Text of RTF files, in document order.

Headers come first, then the main text with its tables and text boxes, notes and footers. Each table row is
one line. Field codes are dropped, their results are kept. Hidden, tiny and white text is marked. Deleted
text, comments, pictures and embedded objects are left out.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from app.documents.extraction.length import MAX_CHARACTERS
from app.documents.extraction.marking import HiddenKind
from app.documents.extraction.rtf_formatting import (
    CharacterFormat,
    ParagraphFormat,
    format_characters,
    format_paragraph,
)
from app.documents.extraction.rtf_header import RtfHeader, has_backdrop
from app.documents.extraction.rtf_layout import RtfLayout
from app.documents.extraction.rtf_tokens import Token, TokenKind, list_tokens
from app.documents.extraction.word_rules import TINY_HALF_POINTS
from app.documents.unreadable import DAMAGED, TOO_HARD, TOO_MANY_CHARACTERS, Unreadable

_MAX_DEPTH = 1_000
_MAX_POSITIONS = 8 * MAX_CHARACTERS
"""Characters with headers and footers that repeat others, and ends of paragraphs and cells."""
_POSITIONS_OF_LINE = 8
"""Blank lines cost memory and time too."""
_HYPERLINK = re.compile(r'\s*HYPERLINK\s+"([^"]*)"|\s*HYPERLINK\s+([^\s"\\]+)', re.IGNORECASE)

_SIGNS = {
    b"tab": "\t", b"line": "\n", b"softline": "\n", b"page": "\n", b"column": "\n", b"emdash": "\u2014",
    b"endash": "\u2013", b"lquote": "\u2018", b"rquote": "\u2019", b"ldblquote": "\u201c",
    b"rdblquote": "\u201d", b"bullet": "\u2022", b"emspace": " ", b"enspace": " ", b"qmspace": " ",
}  # fmt: skip
_SYMBOLS = {b"\\": "\\", b"{": "{", b"}": "}", b"~": "\u00a0", b"_": "-", b"\t": "\t"}
_HEADERS = frozenset({b"header", b"headerl", b"headerr", b"headerf"})
_FOOTERS = frozenset({b"footer", b"footerl", b"footerr", b"footerf"})
_BOXES = frozenset({b"shptxt", b"dptxbxtext"})
_STORIES = _HEADERS | _FOOTERS | {b"footnote"}
_LISTED = frozenset({b"listtext", b"pntext"})
_LEFT_OUT = frozenset(
    {b"info", b"pict", b"object", b"nonshppict", b"shprslt", b"nonesttables", b"sp", b"annotation", b"ftnsep",
     b"ftnsepc", b"ftncn", b"aftnsep", b"aftnsepc", b"aftncn", b"tc", b"tcn", b"xe", b"rxe", b"txe",
     b"private", b"filetbl", b"revtbl", b"template", b"themedata", b"datastore", b"mmathPict"}
)  # fmt: skip
"""Groups without text of the page, although no ``\\*`` says so, at least in files of some programs."""


class _Place(Enum):
    """What the text of a group is."""

    STORY = auto()
    FIELD_CODE = auto()
    FONTS = auto()
    COLORS = auto()
    STYLES = auto()
    FRAME = auto()
    """A shape or the properties of a nested row: no text of its own, but groups with text."""
    NOTHING = auto()


_PLACES = {
    b"fldinst": _Place.FIELD_CODE, b"fonttbl": _Place.FONTS, b"colortbl": _Place.COLORS,
    b"stylesheet": _Place.STYLES, b"shp": _Place.FRAME, b"shpgrp": _Place.FRAME, b"shpinst": _Place.FRAME,
    b"do": _Place.FRAME, b"nesttableprops": _Place.FRAME, b"upr": _Place.FRAME, b"ud": _Place.STORY,
    **dict.fromkeys(_LEFT_OUT | _LISTED, _Place.NOTHING),
}  # fmt: skip


@dataclass(slots=True)
class _Group:
    """What a group inherits from the one around it, and what it opened itself."""

    place: _Place
    layout: RtfLayout
    characters: CharacterFormat = field(default_factory=CharacterFormat)
    paragraph: ParagraphFormat = field(default_factory=ParagraphFormat)
    fallback: int = 1
    """Characters after a Unicode character, for programs that do not know it."""
    opened: bytes = b""
    is_optional: bool = False
    """After ``\\*``: the group is left out if its first word is unknown."""


def read_rtf(path: Path) -> str:
    """The marked text. Raises Unreadable (damaged, nested too deep, or too long)."""
    return _RtfReader(path.read_bytes()).read()


class _RtfReader:
    def __init__(self, content: bytes) -> None:
        self._content = content
        self._header = RtfHeader()
        self._has_backdrop = has_backdrop(content)
        self._main = RtfLayout()
        self._group = _Group(_Place.NOTHING, self._main)
        self._around: list[_Group] = []
        self._cell_fill = 0
        self._bytes = bytearray()
        self._field_code: list[str] = []
        self._headers: dict[str, list[str]] = {}
        self._footers: dict[str, list[str]] = {}
        self._notes: list[str] = []
        self._skipped = 0
        self._characters = 0

    def read(self) -> str:
        is_complete = False
        paragraph = self._group.paragraph
        for whole in list_tokens(self._content[max(0, self._content.find(b"{")) :]):
            token = self._skip(whole) if self._skipped else whole
            if token is None:
                continue
            if token.kind in {TokenKind.TEXT, TokenKind.HEX}:
                self._bytes += token.content
                continue
            self._flush()
            if token.kind == TokenKind.OPEN:
                self._open()
            elif token.kind == TokenKind.CLOSE:
                paragraph = self._group.paragraph
                if self._around:
                    self._close()
                if not self._around:
                    is_complete = True
                    break
            elif token.kind == TokenKind.SYMBOL:
                self._symbol(token.content)
            else:
                self._word(token.content, token.number)
        self._flush()
        # Some programs forget the last brace. Any other open group or paragraph was cut off.
        if not is_complete and (len(self._around) != 1 or self._main.is_unfinished):
            raise Unreadable(DAMAGED)
        lines = [line for header in self._headers.values() for line in (*header, "")]
        lines.extend(self._main.finish(paragraph, self._header.styles))
        lines.extend(self._notes)
        lines.extend(line for footer in self._footers.values() for line in (*footer, ""))
        return "\n".join(lines)

    def _skip(self, token: Token) -> Token | None:
        """What is left of a token after a Unicode character, without its fallback."""
        is_sign = _SIGNS.get(token.content, "\t") not in "\t\n"
        if token.kind in {TokenKind.OPEN, TokenKind.CLOSE} or (token.kind == TokenKind.WORD and not is_sign):
            self._skipped = 0
            return token
        length = len(token.content) if token.kind == TokenKind.TEXT else 1
        skipped = min(self._skipped, length)
        self._skipped -= skipped
        return Token(token.kind, token.content[skipped:]) if skipped < length else None

    def _open(self) -> None:
        if len(self._around) >= _MAX_DEPTH:
            raise Unreadable(TOO_HARD)
        self._around.append(self._group)
        self._group = copy.copy(self._group)
        if self._group.opened == b"stylesheet":
            self._header.begin_style()
        self._group.opened, self._group.is_optional = b"", False

    def _close(self) -> None:
        closed, self._group = self._group, self._around.pop()
        if closed.opened == b"fldinst":
            match = _HYPERLINK.match("".join(self._field_code))
            if match and not closed.characters.is_deleted:
                self._group.layout.add_target(match[1] or match[2] or "")
            self._field_code.clear()
        elif closed.layout is not self._group.layout:
            lines = closed.layout.finish(closed.paragraph, self._header.styles)
            text = "\n".join(lines).strip()
            if closed.opened in _HEADERS and text:
                self._headers.setdefault(text, lines)
            elif closed.opened in _FOOTERS and text and text not in self._headers:
                self._footers.setdefault(text, lines)
            elif closed.opened in _BOXES:
                self._group.layout.boxes.extend(lines)
            elif closed.opened == b"footnote":
                self._notes.extend(lines)

    def _flush(self) -> None:
        if not self._bytes:
            return
        font = self._group.characters.font
        if self._group.place == _Place.STORY and self._header.is_symbol_font(font):
            text = " " * len(self._bytes)
        else:
            text = self._header.decode(bytes(self._bytes), font)
        self._bytes.clear()
        self._add(text)

    def _add(self, text: str) -> None:
        group = self._group
        if group.place == _Place.STORY:
            self._count(len(text))
            if not group.characters.is_deleted:
                group.layout.add(text, self._hidden_kind())
        elif group.place == _Place.FIELD_CODE:
            self._field_code.append(text)
        elif group.place == _Place.COLORS:
            self._header.end_colors(text.count(";"))
        elif group.place == _Place.STYLES:
            self._header.name_style(text)

    def _count(self, characters: int) -> None:
        self._characters += characters
        if self._characters > _MAX_POSITIONS:
            raise Unreadable(TOO_MANY_CHARACTERS)

    def _hidden_kind(self) -> HiddenKind | None:
        found = self._group.characters
        if found.is_hidden:
            return HiddenKind.INVISIBLE
        if found.half_points < TINY_HALF_POINTS:
            return HiddenKind.TINY
        return HiddenKind.SAME_COLOR if found.ink and self._is_as_paper(found) else None

    def _is_as_paper(self, found: CharacterFormat) -> bool:
        if not self._header.is_white(found.ink):
            return False
        paragraph, layout = self._group.paragraph, self._group.layout
        is_in_table = paragraph.is_in_table or layout.is_row_open
        in_cell = layout.paper_of_cell(paragraph.table_depth) if is_in_table else 0
        paper = found.paper or paragraph.paper or in_cell
        if paper:
            return self._header.is_white(paper)
        # The fill of a box, or of a cell in a nested table, is unknown.
        is_unknown = layout.is_box or (is_in_table and paragraph.table_depth > 1)
        return not is_unknown and not self._has_backdrop

    def _symbol(self, symbol: bytes) -> None:
        if symbol == b"*":
            self._group.is_optional = True
        elif symbol in b"\r\n":
            self._word(b"par", None)
        elif symbol in _SYMBOLS:
            self._add(_SYMBOLS[symbol])

    def _word(self, word: bytes, number: int | None) -> None:
        group = self._group
        is_optional, group.is_optional = group.is_optional, False
        if group.place == _Place.NOTHING and word != b"rtf":
            return
        if self._open_place(word):
            return
        if is_optional:
            group.place = _Place.NOTHING
        elif word == b"u":
            self._add(chr((number or 0) & 0xFFFF))
            self._skipped = group.fallback
        elif word == b"uc":
            group.fallback = max(0, number or 0)
        elif group.place in {_Place.STORY, _Place.FRAME}:
            if group.place == _Place.STORY and word in _SIGNS:
                self._add(_SIGNS[word])
            else:
                self._format(word, number)
        elif group.place == _Place.FONTS:
            self._header.define_font(word, number)
        elif group.place == _Place.COLORS:
            self._header.define_color(word, number)
        elif group.place == _Place.STYLES:
            self._header.define_style(word, number)

    def _open_place(self, word: bytes) -> bool:
        """Whether the word says what the text of its group is."""
        group = self._group
        is_frame = group.place == _Place.FRAME
        if word == b"rtf" and len(self._around) == 1:
            group.place = _Place.STORY
        elif word in (_STORIES if group.place == _Place.STORY else _BOXES if is_frame else ()):
            self._open_story(word)
        elif (is_frame or group.place == _Place.STORY) and word in _PLACES:
            if word in _LISTED:
                group.layout.is_listed = True
            group.place, group.opened = _PLACES[word], word
        else:
            return False
        return True

    def _open_story(self, word: bytes) -> None:
        group = self._group
        group.place = _Place.STORY
        if group.layout.is_box and word in _BOXES:
            return  # Boxes cannot be nested; the text is part of the outer one.
        group.opened = word
        group.layout = RtfLayout(is_box=word in _BOXES)
        group.characters, group.paragraph = CharacterFormat(), ParagraphFormat()

    def _format(self, word: bytes, number: int | None) -> None:
        group = self._group
        if (characters := format_characters(group.characters, word, number)) is not None:
            group.characters = characters
        elif (paragraph := format_paragraph(group.paragraph, word, number)) is not None:
            group.paragraph = paragraph
        else:
            self._structure(word, number)

    def _structure(self, word: bytes, number: int | None) -> None:
        """Ends of paragraphs, cells and rows, and what the header of the file says."""
        group = self._group
        layout, paragraph = group.layout, group.paragraph
        if group.place == _Place.FRAME:
            if word == b"nestrow":
                layout.end_row(max(2, paragraph.table_depth))
            return
        match word:
            case b"par" | b"sect":
                self._count(_POSITIONS_OF_LINE)
                layout.end_paragraph(paragraph, self._header.styles)
            case b"cell" | b"nestcell":
                self._count(_POSITIONS_OF_LINE)
                depth = 1 if word == b"cell" else max(2, paragraph.table_depth)
                layout.end_cell(paragraph, self._header.styles, depth)
            case b"row":
                layout.end_row(1)
            case b"trowd":
                layout.fills, layout.is_row_open, self._cell_fill = [], True, 0
            case b"clcbpat":
                self._cell_fill = number or 0
            case b"cellx":
                layout.fills.append(self._cell_fill)
                self._cell_fill = 0
            case _:
                self._header.define_document(word, number)
