"""Piece table of a binary Word file: which bytes hold which characters of the text."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from app.documents.extraction.doc_file import PIECES, DocFile, read_numbers
from app.documents.unreadable import DAMAGED, Unreadable

_MODIFIERS, _TABLE = 1, 2
"""Kinds of entry in the table's container (Clx)."""
_IS_8_BIT = 1 << 30
_PIECE_BYTES = 8


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters ``start`` to ``end`` of the text, stored from byte ``offset`` of the main stream."""

    start: int
    end: int
    offset: int
    character_bytes: int
    modifiers: bytes = b""
    """Formatting on top of the piece's own, as a list of properties."""
    modifier: tuple[int, int] | None = None
    """The same in short form: number (in Word 6's numbering) and operand."""


def read_pieces(file: DocFile) -> list[Piece]:
    """All pieces in the order of the text. Raises Unreadable if the table is damaged."""
    if not file.is_word_97 and not file.is_complex:
        length = max(0, file.text_end - file.text_start) // file.character_bytes
        return [Piece(0, length, file.text_start, file.character_bytes)]
    container = file.read_table(PIECES)
    modifiers: list[bytes] = []
    position = 0
    while position < len(container):
        if container[position] == _MODIFIERS:
            (size,) = read_numbers("<H", container, position + 1)
            modifiers.append(container[position + 3 : position + 3 + size])
            position += 3 + size
        elif container[position] == _TABLE:
            (size,) = read_numbers("<I", container, position + 1)
            table = container[position + 5 : position + 5 + size]
            if len(table) != size:
                raise Unreadable(DAMAGED)
            return list(_parse_table(file, table, modifiers))
        else:
            break
    raise Unreadable(DAMAGED)


def _parse_table(file: DocFile, table: bytes, modifiers: list[bytes]) -> Iterator[Piece]:
    """The table holds n + 1 character positions, then n descriptors of 8 bytes."""
    count, rest = divmod(len(table) - 4, 4 + _PIECE_BYTES)
    if count < 1 or rest:
        raise Unreadable(DAMAGED)
    positions = struct.unpack_from(f"<{count + 1}I", table)
    descriptors = struct.iter_unpack("<HIH", table[4 * (count + 1) :])
    for start, end, (_, place, modifier) in zip(positions, positions[1:], descriptors, strict=False):
        if end < start:
            raise Unreadable(DAMAGED)
        offset, width = place, file.character_bytes
        if file.is_word_97:
            is_8_bit = bool(place & _IS_8_BIT)
            offset, width = ((place & ~_IS_8_BIT) // 2, 1) if is_8_bit else (place, 2)
        if modifier & 1:
            number = modifier >> 1
            listed = modifiers[number] if number < len(modifiers) else b""
            yield Piece(start, end, offset, width, modifiers=listed)
        else:
            short = ((modifier >> 1) & 0x7F, modifier >> 8) if modifier else None
            yield Piece(start, end, offset, width, modifier=short)
