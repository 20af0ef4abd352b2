"""Hidden text, marked inside the text itself until the text has its final form.

A reader wraps what no person sees between an opening and a closing mark. The marks are Unicode
noncharacters, which no document may hold, so the text can be cleaned, joined and cut into lines while
it carries them; ``resolve`` then takes them out and tells where they stood.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class HiddenKind(StrEnum):
    SAME_COLOR = "same_color"
    """In the colour of what lies behind it."""
    TINY = "tiny"
    INVISIBLE = "invisible"
    """Set not to be drawn, or fully transparent."""
    COVERED = "covered"
    """Under a picture or a box."""
    OUTSIDE = "outside"
    """Beyond the edge of the page."""
    ENCODED = "encoded"
    """Written in characters that have no shape (Unicode tags)."""
    METADATA = "metadata"
    """In the file's properties only."""


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
    """What a document gives, before anything is marked: a mark of its own would be a forged one."""
    return _MARKS.sub("", text)


def hide(text: str, kind: HiddenKind) -> str:
    """``text`` marked, line by line, so that every line can be moved on its own."""
    lines = _MARKS.sub("", text).split("\n")
    return "\n".join(f"{_OPEN[kind]}{line}{_CLOSE}" if line.strip() else line for line in lines)


def resolve(marked: str) -> tuple[str, tuple[HiddenSpan, ...]]:
    """The text without its marks, and where hidden text stands in it. Spans of one kind with nothing
    but white space between them are one."""
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
    """``text`` without its hidden spans: no blank line twice, no space at the end of a line."""
    pieces, last = [], 0
    for span in hidden:
        pieces.append(text[last : span.start])
        last = span.end
    pieces.append(text[last:])
    kept = re.sub(r"[ \t]+\n", "\n", "".join(pieces))
    return re.sub(r"\n{3,}", "\n\n", kept).strip()
