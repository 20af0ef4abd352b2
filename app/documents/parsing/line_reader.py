"""The trained line reader, for fields that patterns do not find: headings, skills, titles, employers.

It sees the whole text line by line (``models.line_reader``), in any of the languages that it was trained on.
Everything that it finds is a piece of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from app.documents.parsing.dates import find_range
from app.text.bullets import is_bullet, without_bullet
from models.line_reader.network import MAX_LINES, LabeledLine, load_line_reader

_HEADING = "heading_"
_SURE_HEADING = 0.35
_SURE_SKILL = 0.6
_SURE_PART = 0.25
_SURE_TEXT = 0.35
"""Minimum probability of a label, which is the best of 22 and fits the neighboring lines."""
_SURE_LINE = 0.6
"""The same for a line of several parts or with dates, and for a further heading of positions."""
_SURE_BULLET = 0.5
"""The same for a title or an employer behind a bullet, which text usually has."""
_SURE_PROSE = 0.8
"""The same for a dated line that is text."""
_POSITION_HINTS = {"title": "title", "employer": "employer", "text": "rest"}
_DATED = frozenset({"position", "dates"})
_SEVERAL_PARTS = re.compile(r",\s|\s[–—|-]\s|\s{2}")
_MAX_HEADING = 45
"""In characters."""
_NUMBERED = re.compile(r"(?:[^\W\d_]{4,9} )?\d{1,2}[.):]?\s+(?=\S)")
"""The number of a part of a form: ``Part 3  Skills``."""
_NO_HEADING = re.compile(r"[\d@]|[:：]\s*\w")
"""In a line with digits, an address or text behind a label."""


@dataclass(frozen=True, slots=True)
class PositionLines:
    """What the reader takes the lines of a CV for, by their text without the spaces around it."""

    hints: Mapping[str, str] = field(default_factory=dict)
    """``title`` or ``employer`` for a line of its own, ``rest`` for text below them."""
    dated: frozenset[str] = frozenset()
    """Lines that date a position, alone or with its title and employer."""
    prose: frozenset[str] = frozenset()
    """Lines that are certainly text, with dates in them: ``Year head 2011–2014. Introduced the chess club.``

    A line that begins with its dates may give those of the position above: ``May 2014 to June 2017. Courts.``
    """
    bulleted: Mapping[str, str] = field(default_factory=dict)
    """Titles and employers behind a bullet, with their text after it: ``* Crane operator``."""


@lru_cache(maxsize=8)
def label_lines(text: str) -> tuple[LabeledLine | None, ...]:
    """The label of each line of ``text``; None for blank lines, and if it is longer than any CV."""
    lines = text.split("\n")
    if sum(map(bool, lines)) > MAX_LINES:
        return (None,) * len(lines)
    return tuple(load_line_reader().read_lines(lines))


def find_headings(text: str) -> dict[int, str]:
    """Kinds of sections by the number of the line that heads them: the surest line of each kind."""
    best: dict[str, tuple[float, int]] = {}
    for number, label in _list_headings(text):
        best[label.label] = max(best.get(label.label, (0.0, 0)), (label.probability, number))
    return {number: kind.removeprefix(_HEADING) for kind, (_, number) in best.items()}


def find_position_headings(text: str) -> set[int]:
    """Numbers of all lines that certainly head positions: ``Teaching``, ``Before nursing``."""
    return {
        number
        for number, label in _list_headings(text)
        if label.label == _HEADING + "experience" and label.probability >= _SURE_LINE
    }


def find_ends_of_skills(text: str) -> dict[int, str]:
    """Kinds of sections by the number of the line that certainly heads them, other than skills and positions.

    Such a line below a list of skills ends it: ``Off duty``.
    """
    kept = {f"{_HEADING}skills", f"{_HEADING}experience"}
    return {
        number: label.label.removeprefix(_HEADING)
        for number, label in _list_headings(text)
        if label.probability >= _SURE_LINE and label.label not in kept
    }


def _list_headings(text: str) -> Iterator[tuple[int, LabeledLine]]:
    lines = text.split("\n")
    for number, label in enumerate(label_lines(text)):
        if label is None or not label.label.startswith(_HEADING) or label.probability < _SURE_HEADING:
            continue
        line = _without_number(lines[number].strip())
        if len(line) <= _MAX_HEADING and not is_bullet(line) and not _NO_HEADING.search(line):
            yield number, label


def _without_number(line: str) -> str:
    number = _NUMBERED.match(line)
    return line if number is None else line[number.end() :]


def read_position_lines(text: str) -> PositionLines:
    """The lines of titles, employers and dates, and the text below them."""
    lines = text.split("\n")
    found: dict[str, str] = {}
    dated: set[str] = set()
    bulleted: dict[str, str] = {}
    prose: set[str] = set()
    for number, label in enumerate(label_lines(text)):
        if label is None:
            continue
        line = lines[number].strip()
        if label.label in _DATED and label.probability >= _SURE_LINE:
            dated.add(line)
        is_sentence = line.endswith(".") and label.probability >= _SURE_LINE
        if label.label == "text" and (is_sentence or label.probability >= _SURE_PROSE):
            dates = find_range(line)
            if dates is not None and dates.position > 0:
                prose.add(line)
        hint = _POSITION_HINTS.get(label.label)
        if hint is None:
            continue
        first, *others = _SEVERAL_PARTS.split(line)
        if hint == "rest":
            is_sure = label.probability >= _SURE_TEXT
        elif others:
            is_sure = label.probability >= _SURE_LINE and lean(first, hint) > 0
        else:
            is_sure = label.probability >= _SURE_PART
        if is_sure:
            found[line] = hint
        if hint != "rest" and is_bullet(line) and label.probability >= _SURE_BULLET and line.count(" ") < 8:
            bulleted[line] = without_bullet(line)
            found[bulleted[line]] = hint
    return PositionLines(found, frozenset(dated), frozenset(prose), bulleted)


def list_skill_lines(text: str) -> list[str]:
    """Lines that list skills, wherever they are."""
    lines = text.split("\n")
    labels = label_lines(text)
    return [
        lines[number]
        for number, label in enumerate(labels)
        if label is not None and label.label == "skill" and label.probability >= _SURE_SKILL
    ]


def lean(text: str, label: str) -> float:
    """1 if a piece is surely a ``label`` (title or employer), -1 if it is surely the other one or a place."""
    part = read_part(text)
    own = {"title": part["title"], "employer": part["employer"] + part["school"]}
    return own.pop(label) - max(*own.values(), part["place"])


@lru_cache(maxsize=8192)
def read_part(text: str) -> dict[str, float]:
    """Probabilities of the labels of a piece, by label."""
    return load_line_reader().read_part(text)
