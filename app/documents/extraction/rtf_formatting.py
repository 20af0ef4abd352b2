"""Formatting of RTF text, as far as the text depends on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

_NORMAL_HALF_POINTS = 24
_HALF_SHADED = 5_000
_DARK = -1
"""In place of a color's number."""
_BORDERS = frozenset({b"brdrt", b"brdrb", b"brdrl", b"brdrr", b"box"})


@dataclass(frozen=True, slots=True)
class CharacterFormat:
    font: int | None = None
    """None is the font of the document."""
    half_points: int = _NORMAL_HALF_POINTS
    ink: int = 0
    """Number of the color; 0 is black."""
    paper: int = 0
    """Number of the background color; 0 is none."""
    is_hidden: bool = False
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class ParagraphFormat:
    style: int = 0
    is_list_item: bool = False
    space_above: int = 0
    has_border: bool = False
    has_outline_level: bool = False
    paper: int = 0
    """Number of the background color; 0 is none."""
    is_in_table: bool = False
    table_depth: int = 1
    """2 or more in a table inside a table's cell."""


def format_characters(found: CharacterFormat, word: bytes, number: int | None) -> CharacterFormat | None:
    """The format after a control word; None if the word has nothing to do with characters."""
    is_on = number != 0
    match word:
        case b"plain":
            return CharacterFormat()
        case b"f":
            return replace(found, font=number or 0)
        case b"fs":
            return replace(found, half_points=_NORMAL_HALF_POINTS if number is None else number)
        case b"cf":
            return replace(found, ink=number or 0)
        case b"highlight" | b"chcbpat" | b"cb":
            return replace(found, paper=number or 0)
        case b"v":
            return replace(found, is_hidden=is_on)
        case b"deleted" | b"mvf":
            return replace(found, is_deleted=is_on)
    return None


def format_paragraph(found: ParagraphFormat, word: bytes, number: int | None) -> ParagraphFormat | None:
    """The format after a control word; None if the word has nothing to do with paragraphs."""
    value = number or 0
    match word:
        case b"pard":
            return ParagraphFormat()
        case b"s":
            return replace(found, style=value)
        case b"ls":
            return replace(found, is_list_item=value > 0)
        case b"sb":
            return replace(found, space_above=value)
        case b"outlinelevel":
            return replace(found, has_outline_level=True)
        case b"cbpat":
            return replace(found, paper=value)
        case b"shading" if value >= _HALF_SHADED:
            return replace(found, paper=_DARK)
        case b"intbl":
            return replace(found, is_in_table=number != 0)
        case b"itap":
            return replace(found, is_in_table=value > 0, table_depth=max(1, value))
        case b"brdrnone" | b"brdrnil":
            return replace(found, has_border=False)
        case _ if word in _BORDERS:
            return replace(found, has_border=True)
    return None
