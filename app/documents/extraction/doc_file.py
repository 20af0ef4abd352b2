"""Streams and header of a binary Word file (.doc), from Word 6 to Word 2003.

A .doc file is a compound file. Its stream ``WordDocument`` begins with the file information block (FIB) and
holds the text and its formatting pages. The tables that say where the text is are in a stream of their own
(``0Table`` or ``1Table``) from Word 97 on, and in ``WordDocument`` before. Source: [MS-DOC], and Microsoft's
'Word 6.0 binary file format' for Word 6 and 95.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import olefile

from app.documents.unreadable import DAMAGED, ENCRYPTED, UNSUPPORTED, WORD_TOO_OLD, Unreadable

STORIES = (
    "text", "footnotes", "headers", "macros", "comments", "endnotes", "boxes", "header_boxes",
)  # fmt: skip
"""Parts of the text, in the order in which they follow each other."""

STYLES, HEADERS, CHARACTERS, PARAGRAPHS, PIECES = 1, 11, 12, 13, 33
"""Positions in the header's list of tables; the same in all versions."""

_WORD_6, _WORD_97 = range(101, 106), range(106, 0x4000)
"""Format versions (``nFib``)."""
_MAGICS = {0xA5EC, 0xA5DC}
_OLD_MAGICS = {0xA5DB, 0xA59B, 0xA59C, 0xBE31}
"""Word 1 and 2, and Write."""
_IS_COMPLEX, _IS_ENCRYPTED, _USES_FIRST_TABLE, _IS_WIDE = 1 << 2, 1 << 8, 1 << 9, 1 << 12
_MAC_CHARACTERS = 256
_MAX_POSITIONS = 1 << 31
_COMPOUND_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Exceptions of olefile for files that are truncated, cyclic or nested without end.
_BROKEN = (OSError, ValueError, IndexError, KeyError, TypeError, AttributeError, struct.error, RecursionError)

_CODE_PAGES = {
    0x01: "cp1256", 0x02: "cp1251", 0x05: "cp1250", 0x08: "cp1253", 0x0D: "cp1255", 0x0E: "cp1250",
    0x11: "cp932", 0x12: "cp949", 0x15: "cp1250", 0x18: "cp1250", 0x19: "cp1251", 0x1A: "cp1250",
    0x1B: "cp1250", 0x1C: "cp1250", 0x1E: "cp874", 0x1F: "cp1254", 0x20: "cp1256", 0x22: "cp1251",
    0x23: "cp1251", 0x24: "cp1250", 0x25: "cp1257", 0x26: "cp1257", 0x27: "cp1257", 0x29: "cp1256",
    0x2A: "cp1258", 0x2C: "cp1254", 0x2F: "cp1251",
}  # fmt: skip
"""Windows code page by primary language; Western European for all other languages."""
_CODE_PAGES_OF_REGIONS = {
    0x0404: "cp950", 0x0804: "gbk", 0x0C04: "cp950", 0x1004: "gbk", 0x1404: "cp950",
    0x0C1A: "cp1251", 0x1C1A: "cp1251", 0x281A: "cp1251",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DocFile:
    """The streams of one file and what its header says about them."""

    main: bytes
    tables: bytes
    is_word_97: bool
    """Word 97 or later; otherwise Word 6 or 95."""
    is_complex: bool
    """Word 6 and 95: the text is in pieces. From Word 97 on it always is."""
    character_bytes: int
    """Word 6 and 95: 1, or 2 in the Far East editions of Word 95."""
    code_page: str
    """Encoding of 8-bit text."""
    text_start: int
    text_end: int
    story_lengths: dict[str, int]
    """Characters of each of ``STORIES``."""

    def read_table(self, position: int) -> bytes:
        """One table from the header's list; empty if there is none. Raises Unreadable if it is cut off."""
        start = (154 if self.is_word_97 else 88) + 8 * position
        offset, size = read_numbers("<II", self.main, start)
        if size and offset + size > len(self.tables):
            raise Unreadable(DAMAGED)
        return self.tables[offset : offset + size]


def read_numbers(layout: str, content: bytes, offset: int) -> tuple[int, ...]:
    """The integers at ``offset``. Raises Unreadable if the content ends before them."""
    try:
        return struct.unpack_from(layout, content, offset)
    except struct.error as error:
        raise Unreadable(DAMAGED) from error


def open_doc(path: Path) -> DocFile:
    """Read streams and header. Raises Unreadable (damaged, protected, too old, or no Word file)."""
    with path.open("rb") as file:
        is_compound = file.read(len(_COMPOUND_SIGNATURE)) == _COMPOUND_SIGNATURE
    if not is_compound:
        content = path.read_bytes()
        return _read_header(content, {"0Table": content})
    streams: dict[str, bytes] = {}
    try:
        with olefile.OleFileIO(path) as compound:
            for name in ("WordDocument", "0Table", "1Table"):
                if compound.exists(name):
                    streams[name] = compound.openstream(name).read()
    except _BROKEN as error:
        raise Unreadable(DAMAGED) from error
    if "WordDocument" not in streams:
        # Another program's file, in which a Word document is only embedded.
        raise Unreadable(UNSUPPORTED)
    return _read_header(streams["WordDocument"], streams)


def _read_header(main: bytes, streams: dict[str, bytes]) -> DocFile:
    magic, version, _, language, _, flags = read_numbers("<6H", main, 0)
    if magic in _OLD_MAGICS:
        raise Unreadable(WORD_TOO_OLD)
    if magic not in _MAGICS or version < _WORD_6.start:
        raise Unreadable(DAMAGED)
    if flags & _IS_ENCRYPTED:
        raise Unreadable(ENCRYPTED)
    is_word_97 = version in _WORD_97
    characters, _, text_start, text_end = read_numbers("<HHII", main, 20)
    lengths = read_numbers("<8I", main, 76 if is_word_97 else 52)
    if sum(lengths) >= _MAX_POSITIONS:
        raise Unreadable(DAMAGED)
    table_name = "1Table" if flags & _USES_FIRST_TABLE else "0Table"
    tables = streams.get(table_name) if is_word_97 else main
    if tables is None:
        raise Unreadable(DAMAGED)
    return DocFile(
        main=main,
        tables=tables,
        is_word_97=is_word_97,
        is_complex=bool(flags & _IS_COMPLEX),
        character_bytes=2 if flags & _IS_WIDE and not is_word_97 else 1,
        code_page="cp1252" if is_word_97 else _find_code_page(language, characters),
        text_start=text_start,
        text_end=text_end,
        story_lengths=dict(zip(STORIES, lengths, strict=True)),
    )


def _find_code_page(language: int, characters: int) -> str:
    if characters == _MAC_CHARACTERS:
        return "mac_roman"
    return _CODE_PAGES_OF_REGIONS.get(language) or _CODE_PAGES.get(language & 0x3FF, "cp1252")
