"""Marks for hidden text, kept inside the text until it has its final form.

Extraction puts hidden text between an opening and a closing mark. The marks are Unicode noncharacters, which
no document may contain, so the text can be cleaned, joined and split into lines with the marks in it.
``resolve`` then removes them and returns the positions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class HiddenKind(StrEnum):
    SAME_COLOR = "same_color"
    """In the color of its background."""
    TINY = "tiny"
    INVISIBLE = "invisible"
    """Formatted as hidden, or fully transparent."""
    COVERED = "covered"
    """Under an image or a box."""
    OUTSIDE = "outside"
    """Beyond the edge of the page."""
    ENCODED = "encoded"
    """Written in characters without a shape (Unicode tags)."""
    METADATA = "metadata"
    """Only in the file's properties."""


@dataclass(frozen=True, slots=True)
class HiddenSpan:
    """``start`` and ``end`` are offsets in the whole text."""

    start: int
    end: int
    kind: HiddenKind


_KINDS = tuple(HiddenKind)
_FIRST_MARK = 0xFDD0
_CLOSE = "\ufdef"
_OPEN = {kind: chr(_FIRST_MARK + number) for number, kind in enumerate(_KINDS)}
_KIND_OF = {mark: kind for kind, mark in _OPEN.items()}
_MARKS = re.compile("[\ufdd0-\ufdef]")


def without_marks(text: str) -> str:
    """Remove marks that the document itself contains: they would be forged."""
    return _MARKS.sub("", text)


def hide(text: str, kind: HiddenKind) -> str:
    """Mark ``text`` as hidden, line by line, so that each line can be moved on its own."""
    lines = _MARKS.sub("", text).split("\n")
    return "\n".join(f"{_OPEN[kind]}{line}{_CLOSE}" if line.strip() else line for line in lines)


def resolve(marked: str) -> tuple[str, tuple[HiddenSpan, ...]]:
    """The text without marks, and the hidden spans in it.

    Spans of one kind with only white space between them are merged.
    """
    pieces: list[str] = []
    spans: list[HiddenSpan] = []
    length, start, kind, last = 0, 0, None, 0
    for match in _MARKS.finditer(marked):
        piece = marked[last : match.start()]
        pieces.append(piece)
        length += len(piece)
        last = match.end()
        if match.group() == _CLOSE:
            if kind is not None and length > start:
                spans.append(HiddenSpan(start, length, kind))
            kind = None
        else:
            start, kind = length, _KIND_OF.get(match.group())
    pieces.append(marked[last:])
    text = "".join(pieces)
    joined: list[HiddenSpan] = []
    for span in spans:
        before = joined[-1] if joined else None
        if before and before.kind == span.kind and not text[before.end : span.start].strip():
            joined[-1] = HiddenSpan(before.start, span.end, span.kind)
        else:
            joined.append(span)
    return text, tuple(joined)


def visible(text: str, hidden: tuple[HiddenSpan, ...]) -> str:
    """``text`` without its hidden spans, without double blank lines and without trailing spaces."""
    pieces, last = [], 0
    for span in hidden:
        pieces.append(text[last : span.start])
        last = span.end
    pieces.append(text[last:])
    kept = "\n".join(line.rstrip(" \t") for line in "".join(pieces).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", kept).strip()
