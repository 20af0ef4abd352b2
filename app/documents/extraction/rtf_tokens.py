"""Tokens of RTF: control words and symbols, groups and bytes of text. Source: RTF specification 1.9.1."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from app.documents.unreadable import DAMAGED, Unreadable

_TOKEN = re.compile(
    rb"\\([A-Za-z]+)(-?[0-9]+)? ?|\\'([0-9A-Fa-f]{2})|\\([^A-Za-z])|([{}])|([^\\{}\r\n\x00]+)|[\r\n\x00]+|\\"
)
_WORD, _NUMBER, _HEX, _SYMBOL, _BRACE, _TEXT = range(1, 7)
_MAX_DIGITS = 10

_ENCODINGS = {0: "cp1252", 936: "gbk", 1361: "johab", 10000: "mac_roman", 20866: "koi8_r", 65001: "utf-8"}
"""Encodings by code page, where the name is not just the number."""
_PAGES_OF_CHARSETS = {
    0: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258,
    177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}  # fmt: skip


class TokenKind(Enum):
    WORD = auto()
    SYMBOL = auto()
    OPEN = auto()
    CLOSE = auto()
    TEXT = auto()
    HEX = auto()


class Token(NamedTuple):
    kind: TokenKind
    content: bytes
    number: int | None = None


def list_tokens(content: bytes) -> Iterator[Token]:
    """The tokens in order, without line ends and binary data. Raises Unreadable if binary data is cut off."""
    position = 0
    while match := _TOKEN.match(content, position):
        position = match.end()
        found = match.lastindex
        if found == _TEXT:
            yield Token(TokenKind.TEXT, match.group())
        elif found == _HEX:
            yield Token(TokenKind.HEX, bytes([int(match[_HEX], 16)]))
        elif found == _BRACE:
            yield Token(TokenKind.OPEN if match.group() == b"{" else TokenKind.CLOSE, b"")
        elif found == _SYMBOL:
            yield Token(TokenKind.SYMBOL, match[_SYMBOL])
        elif found in {_WORD, _NUMBER}:
            number = int(match[_NUMBER][:_MAX_DIGITS]) if found == _NUMBER else None
            if match[_WORD] == b"bin":
                position += max(0, number or 0)
                if position > len(content):
                    raise Unreadable(DAMAGED)
            else:
                yield Token(TokenKind.WORD, match[_WORD], number)


def find_encoding(code_page: int) -> str:
    """The encoding of a Windows or Macintosh code page; Western European if Python does not know it."""
    name = _ENCODINGS.get(code_page, f"cp{code_page}")
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def find_font_encoding(charset: int) -> str | None:
    """The encoding of a font's character set; None if the document's own code page applies."""
    code_page = _PAGES_OF_CHARSETS.get(charset)
    return None if code_page is None else find_encoding(code_page)
