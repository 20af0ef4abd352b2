"""Header of an RTF file: code page, fonts, colors and names of styles."""

from __future__ import annotations

import re

from app.documents.extraction.rtf_tokens import find_encoding, find_font_encoding
from app.documents.extraction.word_rules import WHITE

_PAGES = {b"ansi": 1252, b"mac": 10000, b"pc": 437, b"pca": 850}
_SYMBOL_CHARSET = 2
_MIN_SHAPE_TWIPS = 567
"""One centimeter. Lines and icons are too small to be a background for text."""
_BEHIND_TEXT = 3
"""Text does not wrap around the shape: it is behind or in front of the text."""
_SHAPE = re.compile(rb"\\shp(left|top|right|bottom|wr)(-?[0-9]{1,9})")
_BACKDROP = re.compile(rb"\\\*\\(?:background|do)\b")


class RtfHeader:
    def __init__(self) -> None:
        self.styles: dict[int, str] = {}
        """Names of paragraph styles."""
        self._encoding = "cp1252"
        self._default_font = 0
        self._font = 0
        self._font_encodings: dict[int, str | None] = {}
        self._symbol_fonts: set[int] = set()
        self._color: list[int] = []
        self._colors: list[tuple[int, ...]] = []
        self._style: int | None = 0

    def define_document(self, word: bytes, number: int | None) -> None:
        if word == b"deff":
            self._default_font = number or 0
        elif word == b"ansicpg":
            self._encoding = find_encoding(number or 0)
        elif word in _PAGES:
            self._encoding = find_encoding(_PAGES[word])

    def define_font(self, word: bytes, number: int | None) -> None:
        if word == b"f":
            self._font = number or 0
        elif word == b"fcharset":
            self._symbol_fonts.discard(self._font)
            if number == _SYMBOL_CHARSET:
                self._symbol_fonts.add(self._font)
            self._font_encodings[self._font] = find_font_encoding(number or 0)
        elif word == b"cpg":
            self._font_encodings[self._font] = find_encoding(number or 0)

    def define_color(self, word: bytes, number: int | None) -> None:
        if word in {b"red", b"green", b"blue"}:
            self._color.append(number or 0)

    def end_colors(self, separators: int) -> None:
        for _ in range(separators):
            self._colors.append(tuple(self._color))
            self._color = []

    def begin_style(self) -> None:
        self._style = 0

    def define_style(self, word: bytes, number: int | None) -> None:
        if word == b"s":
            self._style = number or 0
        elif word in {b"cs", b"ds", b"ts"}:
            self._style = None  # of characters, sections or tables

    def name_style(self, text: str) -> None:
        if self._style is not None:
            self.styles.setdefault(self._style, text.partition(";")[0].strip())

    def decode(self, content: bytes, font: int | None) -> str:
        """Text in a font; None is the font of the document."""
        number = self._default_font if font is None else font
        return content.decode(self._font_encodings.get(number) or self._encoding, "replace")

    def is_symbol_font(self, font: int | None) -> bool:
        return (self._default_font if font is None else font) in self._symbol_fonts

    def is_white(self, color: int) -> bool:
        found = self._colors[color] if 0 <= color < len(self._colors) else ()
        return len(found) == 3 and min(found) >= WHITE


def has_backdrop(content: bytes) -> bool:
    """Whether the page background or a large shape may be behind the text."""
    if _BACKDROP.search(content):
        return True
    shape: dict[bytes, int] = {}
    for match in _SHAPE.finditer(content):
        shape[match[1]] = int(match[2])
        if match[1] == b"wr" and shape[b"wr"] == _BEHIND_TEXT:
            width = shape.get(b"right", 0) - shape.get(b"left", 0)
            height = shape.get(b"bottom", 0) - shape.get(b"top", 0)
            if min(width, height) >= _MIN_SHAPE_TWIPS:
                return True
    return False
