"""Tables with drawn cells in PDF pages: each row becomes one line of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

_TOUCH = 2.5
_MIN_LENGTH = 12.0
_THIN = 2.5
_MAX_CELL_LINES = 6
"""A cell with more lines belongs to the page layout, not to a table."""
_MAX_STROKES = 4_000
_PARAGRAPH = 1.6
"""Distance of two baselines, in line heights, from which a paragraph ends between them."""
_MIN_PARAGRAPH_LINES = 4


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one baseline without a gap; in points, from the upper left of the page."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Rules:
    """Straight strokes: ``(y, left, right)`` and ``(x, top, bottom)``."""

    horizontal: tuple[tuple[float, float, float], ...]
    vertical: tuple[tuple[float, float, float], ...]


def find_rules(page: Any) -> Rules | None:
    """The strokes of a page that may bound cells; None if there are none, or more than a table has."""
    horizontal: list[tuple[float, float, float]] = []
    vertical: list[tuple[float, float, float]] = []
    for drawing in page.get_cdrawings():
        for item in drawing["items"]:
            if item[0] == "l":
                (x0, y0), (x1, y1) = item[1], item[2]
                boxes = [(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))]
            elif item[0] == "re":
                x0, y0, x1, y1 = item[1]
                if x1 - x0 < _THIN or y1 - y0 < _THIN:
                    boxes = [(x0, y0, x1, y1)]
                else:
                    boxes = [(x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)]
            else:
                continue
            for left, top, right, bottom in boxes:
                if bottom - top < _THIN and right - left >= _MIN_LENGTH:
                    horizontal.append(((top + bottom) / 2, left, right))
                elif right - left < _THIN and bottom - top >= _THIN:
                    vertical.append(((left + right) / 2, top, bottom))
        if len(horizontal) + len(vertical) > _MAX_STROKES:
            return None
    if not horizontal or not vertical:
        return None
    return Rules(_joined(horizontal), _joined(vertical))


def _joined(strokes: list[tuple[float, float, float]]) -> tuple[tuple[float, float, float], ...]:
    """Merge touching strokes on one line: a border is often drawn cell by cell."""
    result: list[tuple[float, float, float]] = []
    rows: list[list[tuple[float, float, float]]] = []
    for stroke in sorted(strokes):
        if rows and stroke[0] - rows[-1][0][0] < _TOUCH:
            rows[-1].append(stroke)
        else:
            rows.append([stroke])
    for row in rows:
        start, end = None, 0.0
        for _, low, high in sorted(row, key=lambda s: s[1]):
            if start is not None and low <= end + _TOUCH:
                end = max(end, high)
                continue
            if start is not None:
                result.append((row[0][0], start, end))
            start, end = low, high
        if start is not None:
            result.append((row[0][0], start, end))
    return tuple(result)


def with_rows_joined(lines: Sequence[Line], rules: Rules | None) -> list[Line]:
    """Join the lines of each drawn table row into one line, with two spaces between cells."""
    if rules is None:
        return list(lines)
    left_over = list(lines)
    rows: list[Line] = []
    horizontal = sorted(rules.horizontal)
    for number, (top, left, right) in enumerate(horizontal):
        lower = (
            y for y, low, high in horizontal[number + 1 :] if y - top > _TOUCH and low < right and high > left
        )
        below = next(lower, None)
        if below is None:
            continue
        walls = sorted(
            x
            for x, high, low in rules.vertical
            if left + _TOUCH < x < right - _TOUCH and high <= top + _TOUCH and low >= below - _TOUCH
        )
        if not walls:
            continue
        inside = [
            line
            for line in left_over
            if top - _TOUCH < line.middle < below + _TOUCH
            and line.left > left - _TOUCH
            and line.right < right + _TOUCH
        ]
        row = _row(inside, walls)
        if row is not None:
            rows.append(row)
            left_over = [n for n in left_over if n not in inside]
    return left_over + rows


def _has_paragraphs(cell: list[Line]) -> bool:
    """Whether a cell of many lines has a gap between them."""
    lines = sorted(cell, key=lambda n: n.middle)
    gaps = (after.middle - before.middle > _PARAGRAPH * before.height for before, after in pairwise(lines))
    return len(lines) >= _MIN_PARAGRAPH_LINES and any(gaps)


def _row(inside: list[Line], walls: list[float]) -> Line | None:
    cells: dict[int, list[Line]] = {}
    for line in inside:
        if any(line.left < wall - _TOUCH and line.right > wall + _TOUCH for wall in walls):
            return None
        cells.setdefault(sum(wall <= line.left + _TOUCH for wall in walls), []).append(line)
    if len(cells) < 2 or max(map(len, cells.values())) > _MAX_CELL_LINES:
        return None
    if sum(map(_has_paragraphs, cells.values())) > 1:
        # Columns of the page between the strokes of its boxes.
        return None
    text = "  ".join(
        " ".join(n.text for n in sorted(cells[cell], key=lambda n: (round(n.top), n.left)))
        for cell in sorted(cells)
    )
    return Line(
        min(n.left for n in inside), min(n.top for n in inside),
        max(n.right for n in inside), max(n.bottom for n in inside), text,
    )  # fmt: skip
