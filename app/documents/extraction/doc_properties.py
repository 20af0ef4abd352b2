"""Formatting properties (``sprm``) of binary Word files: their numbers, and how a list of them is parsed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PropertyNumbers:
    """Numbers of the properties that matter, in one version of the format."""

    deleted: int
    hidden: int
    size: int
    symbol: int
    character_style: int
    in_table: int
    row_end: int
    list_item: int

    def is_list(self, number: int, value: int) -> bool:
        """Whether a list property puts the paragraph into a list; 0 and values from 0x0800 take it out."""
        return number == self.list_item and 0 < value < 0x0800


WORD_6 = PropertyNumbers(65, 92, 99, 74, 80, 24, 25, 13)
WORD_97 = PropertyNumbers(0x0800, 0x083C, 0x4A43, 0x6A09, 0x4A30, 0x2416, 0x2417, 0x460B)

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


def list_properties(content: bytes, *, is_word_97: bool) -> Iterator[tuple[int, bytes]]:
    """(number, operand) of each property; ends where the list is cut off."""
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


def resolve_toggle(value: int | None, *, of_style: bool) -> bool:
    """The effective value of an on/off property. None and 0x80 follow the style, 0x81 is its opposite."""
    if value is None or value == 0x80:
        return of_style
    return not of_style if value == 0x81 else bool(value & 1)
