"""Style sheet of binary Word files, as far as the text depends on it: hidden text and list items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.documents.extraction.doc_file import STYLES, DocFile
from app.documents.extraction.doc_properties import WORD_6, WORD_97, list_properties, resolve_toggle
from app.documents.unreadable import Unreadable

_PARAGRAPH_STYLE = 1
_MAX_STYLES = 4_096
_MAX_BASE_STYLES = 20


@dataclass(frozen=True, slots=True)
class Style:
    is_hidden: bool
    is_list: bool


@dataclass(frozen=True, slots=True)
class _Definition:
    """A style as stored: only what differs from the style that it is based on."""

    base: int
    hidden: int | None
    is_list: bool | None


def read_styles(file: DocFile) -> dict[int, Style]:
    """Styles by number. A damaged style sheet ends early: text whose style is unknown counts as visible."""
    try:
        table = file.read_table(STYLES)
    except Unreadable:
        return {}
    definitions = dict(_list_definitions(file, table))
    return {number: _resolve(number, definitions) for number in definitions}


def _resolve(number: int, definitions: dict[int, _Definition]) -> Style:
    chain: list[_Definition] = []
    while number in definitions and len(chain) < _MAX_BASE_STYLES:
        chain.append(definitions[number])
        number = definitions[number].base
    is_hidden = is_list = False
    for definition in reversed(chain):
        is_hidden = resolve_toggle(definition.hidden, of_style=is_hidden)
        is_list = is_list if definition.is_list is None else definition.is_list
    return Style(is_hidden, is_list)


def _list_definitions(file: DocFile, table: bytes) -> Iterator[tuple[int, _Definition]]:
    """The table has a counted header, which begins with two sizes, and then counted definitions."""
    position = 2 + _number(table, 0)
    count, base_size = _number(table, 2), _number(table, 4)
    for number in range(min(count, _MAX_STYLES)):
        size = _number(table, position)
        definition = table[position + 2 : position + 2 + size]
        if len(definition) < size or position >= len(table):
            return
        if size > base_size:
            yield number, _parse(file, definition, base_size)
        position += 2 + size


def _parse(file: DocFile, definition: bytes, base_size: int) -> _Definition:
    numbers = WORD_97 if file.is_word_97 else WORD_6
    kind_and_base, property_lists = _number(definition, 2), _number(definition, 4) & 0xF
    # The name follows: counted, ended by a NUL, in one or two bytes a character.
    width = 2 if file.is_word_97 else 1
    length = int.from_bytes(definition[base_size : base_size + width], "little")
    position = base_size + width * (length + 2)
    hidden: int | None = None
    is_list: bool | None = None
    for number in range(property_lists):
        position += position % 2
        size = _number(definition, position)
        content = definition[position + 2 : position + 2 + size]
        if number == 0 and kind_and_base & 0xF == _PARAGRAPH_STYLE:
            content = content[2:]  # the style's own number
        for property_number, operand in list_properties(content, is_word_97=file.is_word_97):
            value = int.from_bytes(operand, "little")
            if property_number == numbers.hidden:
                hidden = value
            elif property_number == numbers.list_item:
                is_list = numbers.is_list(property_number, value)
        position += 2 + size
    return _Definition(kind_and_base >> 4, hidden, is_list)


def _number(content: bytes, offset: int) -> int:
    return int.from_bytes(content[offset : offset + 2], "little")
