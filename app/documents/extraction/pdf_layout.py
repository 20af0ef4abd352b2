"""Reading order of the lines of a PDF page.

A page is split into columns where an empty strip runs through it, ignoring a heading above and a footer
below. Text on one baseline within a column is one line, and so is a row of a table with drawn cells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from app.documents.extraction.pdf_tables import Line, Rules, with_rows_joined

_MIN_GUTTER_POINTS = 9.0
_MIN_ALIGNED_GUTTER_POINTS = 2.5
"""The same where nearly all lines to its right begin at one edge: a long address nearly fills a margin."""
_MIN_COLUMN_LINES = 4
_MAX_SPILL, _MAX_SPILLING = 12.0, 2
"""In points and lines."""
_ALIGNED = 0.8
"""Share of lines that share an edge, to within two points."""
_MAX_HEADING_BANDS = 14
_MAX_FOOTER_BANDS = 4
_HEADLINE = 1.6
"""In multiples of the usual line height."""
_DATE_LIKE = re.compile(r"\b(?:19|20)\d{2}\b|\bpresent\b|\bcurrent\b", re.IGNORECASE)
_OPEN_DATE = re.compile(r"(?:19|20)\d{2}\s*[-–—]$")
_HALF_DATE = re.compile(r"(?:.*(?:19|20)\d{2}\s*[-–—]\s*)?[^\W\d_]{3,9}\.?")
"""``March 2015 – Oct.`` or ``since`` in a narrow column, above a year or a month in figures."""
_DATE_ALONE = re.compile(r"(?:(?:0?[1-9]|1[0-2])[./])?(?:19|20)\d{2}")
_RANGE = re.compile(r"(?:19|20)\d{2}\s*[-–—]\s*(?:\d{2}|$|[^\W\d])")
"""A range of its own, also an open one; ``2019-03`` is a month."""
_SPAN = re.compile(r"(?:19|20)\d{2}\s*[-–—]")
_MIN_SPANS = 3
_MAX_DATE_END = 14
_REPEATED = 2
"""A text that a column has as often as this labels the fields of a form."""
_MIN_LABELED = 4
"""Minimum number of blocks of text with labels beside them."""
_MIN_ROWS, _MIN_CELLS = 4, 3
"""Of a table without strokes."""
_CLOSE = 1.3
"""Maximum distance of two lines of a cell, in multiples of their height."""
_MAX_COMPARED = 300
"""Lines of a page beyond which their neighbors are not compared; no page of a CV has as many."""
_MAX_EDGES = 6
_LARGER = 1.05
"""In multiples of the height of the text beside a heading."""
_MAX_STARTS = 0.65
"""Maximum share of lines that begin a block: with more, there are no blocks."""
_NEW_BLOCK = 1.2
"""Distance of two lines, in multiples of the usual one, from which a block ends between them."""
_MAX_LABEL = 40
"""In characters."""
_BULLETS = re.compile(r"^[•▪●◦‣·∙■–—*\uf0b7\uf0a7➢✓]\s*(?=\S)")
_BULLET_ALONE = re.compile(r"^[•▪●◦‣·∙■\uf0b7\uf0a7➢✓-]$")


def in_reading_order(lines: Sequence[Line], *, page_width: float, rules: Rules | None) -> list[str]:
    """The lines in reading order; an empty string separates parts. ``page_width`` is in points."""
    return _order(with_rows_joined(lines, rules), page_width=page_width)


def _order(lines: list[Line], *, page_width: float) -> list[str]:
    if not lines:
        return []
    if _find_labels(lines) is not None:
        return _join_in_order(lines)
    gutter = _find_gutter(lines, page_width=page_width)
    if gutter is not None:
        left = [line for line in lines if line.left < gutter]
        right = [line for line in lines if line.left >= gutter]
        return [*_order(left, page_width=page_width), "", *_order(right, page_width=page_width)]
    bands = _bands(lines)
    inner = _find_columned_bands(bands, page_width=page_width)
    if inner is None:
        return _join_in_order(lines)
    first, end = inner
    above, columned, below = bands[:first], bands[first:end], bands[end:]
    return [
        *_order(_flat(above), page_width=page_width),
        "",
        *_order(_flat(columned), page_width=page_width),
        "",
        *_order(_flat(below), page_width=page_width),
    ]


def _join_in_order(lines: list[Line]) -> list[str]:
    """The lines of a single column, from top to bottom."""
    whole = _with_wrapped_cells_joined(_with_headline_first(_with_dates_whole(_with_rows_whole(lines))))
    return _join(_bands(_with_headings_above(whole)))


def _find_columned_bands(bands: list[list[Line]], *, page_width: float) -> tuple[int, int] | None:
    """The longest run of bands that is set in columns, or None.

    Bands above (a heading) and below (a footer) are left out.
    """
    for dropped in range(1, min(len(bands), _MAX_HEADING_BANDS + _MAX_FOOTER_BANDS) + 1):
        for first in range(min(dropped, _MAX_HEADING_BANDS) + 1):
            end = len(bands) - (dropped - first)
            if dropped - first > _MAX_FOOTER_BANDS or end - first < _MIN_COLUMN_LINES:
                continue
            if _find_gutter(_flat(bands[first:end]), page_width=page_width) is not None:
                return first, end
    return None


def _flat(bands: list[list[Line]]) -> list[Line]:
    return [line for band in bands for line in band]


def _find_gutter(lines: list[Line], *, page_width: float) -> float | None:
    """The middle of the widest empty strip that separates ``lines`` into two real columns, or None."""
    if len(lines) < 2 * _MIN_COLUMN_LINES:
        return None
    lines = _without_spill(lines)
    edges = sorted((line.left, line.right) for line in lines)
    best: tuple[float, float] | None = None
    reach = edges[0][1]
    for left, right in edges[1:]:
        gap = left - reach
        if gap >= _MIN_ALIGNED_GUTTER_POINTS and (best is None or gap > best[0]):
            middle = reach + gap / 2
            is_wide = gap >= _MIN_GUTTER_POINTS or _share_edge([n.left for n in lines if n.left >= middle])
            if is_wide and _are_columns(lines, middle, page_width=page_width):
                best = (gap, middle)
        reach = max(reach, right)
    return best[1] if best else None


def _without_spill(lines: list[Line]) -> list[Line]:
    """The lines; those of a margin that reach a little into the text beside it are cut at its edge."""
    edge, count = Counter(round(n.left) for n in lines).most_common(1)[0]
    margin = [n for n in lines if n.left < edge - _MIN_GUTTER_POINTS]
    spilling = [n for n in margin if edge - 3 < n.right < edge + _MAX_SPILL]
    if count < 2 * _MIN_COLUMN_LINES or not 1 <= len(spilling) <= _MAX_SPILLING:
        return lines
    is_beside = 2 * _count_beside(margin, [n for n in lines if n.left >= edge - 3]) >= len(margin)
    if is_beside and 4 * sum(_is_label(n.text) for n in margin) >= len(margin):
        # Dates and labels of the text beside them.
        return lines
    return [replace(n, right=edge - 3.0) if n in spilling else n for n in lines]


def _count_beside(side: list[Line], others: list[Line]) -> int:
    """How many lines of ``side`` share their baseline with one of ``others``."""
    return sum(any(abs(n.middle - o.middle) < 3 for o in others) for n in side)


def _are_columns(lines: list[Line], middle: float, *, page_width: float) -> bool:
    """Whether two texts are side by side, rather than labels or dates beside the lines they belong to."""
    right = [n for n in lines if n.left >= middle]
    if _share_edge([n.right for n in right]) and not _share_edge([n.left for n in right]):
        # Places and dates at the right edge: "Experience … Bristol", "Engineer … 2019 – 2021".
        return False
    margin = [n for n in lines if n.right <= middle]
    if _dates_lines_beside(margin, right) or _labels_blocks_beside(margin, right):
        return False
    for side in ([n for n in lines if n.right <= middle], [n for n in lines if n.left >= middle]):
        if len(side) < _MIN_COLUMN_LINES:
            return False
        if max(n.right for n in side) - min(n.left for n in side) < 0.12 * page_width:
            return False
        texts = Counter(n.text for n in side)
        labels = sum(_is_label(n.text) or texts[n.text] >= _REPEATED for n in side)
        if labels * 2 >= len(side):
            return False
        if sum(len(n.text) for n in side) < 12 * len(side):
            others = [n for n in lines if n not in side]
            if _count_beside(side, others) * 3 >= len(side) * 2:
                return False
    return True


def _dates_lines_beside(margin: list[Line], text: list[Line]) -> bool:
    """Whether the margin has the dates of the lines beside them, which have hardly any of their own."""
    spans = [n for n in margin if _SPAN.search(n.text) and len(n.text) < _MAX_LABEL]
    others = sum(_SPAN.search(n.text) is not None for n in text)
    return len(spans) >= _MIN_SPANS and 2 * others < len(spans) and _count_beside(spans, text) == len(spans)


def _labels_blocks_beside(margin: list[Line], text: list[Line]) -> bool:
    """Whether the blocks of the text begin beside the lines of the margin, each of which labels one.

    Other lines of the margin are headings, with nothing beside them. In two texts side by side, lines are
    beside each other by chance, and most of them within a block.
    """
    if max(len(margin), len(text)) > _MAX_COMPARED:
        return False
    ordered = sorted(text, key=lambda n: n.middle)
    steps = sorted(after.middle - before.middle for before, after in pairwise(ordered))
    if len(steps) < _MIN_LABELED:
        return False
    usual = _NEW_BLOCK * steps[len(steps) // 4]
    starts = [after for before, after in pairwise(ordered) if after.middle - before.middle > usual]
    if len(starts) > _MAX_STARTS * len(text):
        return False
    beside = [n for n in margin if any(_is_beside(n, o) for o in text)]
    labeled = sum(any(_is_beside(n, o) for n in margin) for o in starts)
    labels = sum(any(_is_beside(n, o) for o in [ordered[0], *starts]) for n in beside)
    if any(n.top < o.bottom and o.top < n.bottom for n in margin if n not in beside for o in text):
        return False
    if labels == len(beside) >= _MIN_LABELED:
        # A few words beside long texts, which have gaps of their own.
        return True
    is_labeled = labeled >= _MIN_LABELED and labeled >= _ALIGNED * len(starts)
    return is_labeled and labels >= _ALIGNED * len(beside)


def _with_headings_above(lines: list[Line]) -> list[Line]:
    """Move headings in the margin above the blocks beside them, where each is a line of its own.

    They are in larger letters or in capitals. Dates, other labels and those of a single line stay beside what
    they label.
    """
    labeled = _find_labels(lines)
    if labeled is None:
        return lines
    margin, text = labeled
    moved = {}
    for label in margin:
        number = next((number for number, n in enumerate(text) if _is_beside(label, n)), None)
        if number is None or number + 1 >= len(text) or any(c.isdigit() for c in label.text):
            continue
        first, second = text[number : number + 2]
        if label.height < _LARGER * first.height and not label.text.isupper():
            continue
        has_other = any(first.bottom < n.middle and n.top < second.bottom for n in margin)
        if not has_other:
            moved[id(label)] = replace(label, top=first.top - 0.01, bottom=first.top)
    return [moved.get(id(n), n) for n in lines]


def _find_labels(lines: list[Line]) -> tuple[list[Line], list[Line]] | None:
    """The lines of a margin with labels, and of the text beside it from top to bottom; None without them."""
    edges = Counter(round(n.left) for n in lines)
    for edge in sorted(edge for edge, count in edges.items() if count >= _MIN_LABELED)[:_MAX_EDGES]:
        margin = [n for n in lines if n.right < edge]
        text = sorted((n for n in lines if n.left >= edge - 1), key=lambda n: n.middle)
        is_most = len(margin) + len(text) >= _ALIGNED * len(lines)
        if is_most and _labels_blocks_beside(margin, text):
            return margin, text
    return None


def _is_beside(line: Line, other: Line) -> bool:
    return abs(line.middle - other.middle) < 0.5 * max(line.height, other.height)


def _share_edge(edges: list[float]) -> bool:
    return any(sum(abs(edge - other) < 2 for other in edges) >= _ALIGNED * len(edges) for edge in edges[:8])


def _is_label(text: str) -> bool:
    """Whether a text is a date or a label for the text beside it: ``2019 – 2021``, ``Languages:``."""
    return len(text) < _MAX_LABEL and (_DATE_LIKE.search(text) is not None or text.endswith(":"))


def _with_wrapped_cells_joined(lines: list[Line]) -> list[Line]:
    """Join two lines of one wrapped cell when the text beside them is centered on both.

    For example a long employer with the place at half its height. Sorted by baseline, the place would come
    between the two lines.
    """
    left_over = list(lines)
    for beside in lines:
        around = [n for n in left_over if _overlap_beside(n, beside)]
        if len(around) != 2:
            continue
        first, second = sorted(around, key=lambda n: n.top)
        is_centered = abs((first.middle + second.middle) / 2 - beside.middle) < 0.2 * beside.height
        shares_a_column = first.left < second.right and second.left < first.right
        # The text of bullets above and below a title, with its dates at the right edge.
        has_own_line = any(
            abs(n.middle - beside.middle) < 0.2 * beside.height
            and n.left < max(first.right, second.right)
            and min(first.left, second.left) < n.right
            for n in left_over
            if n is not beside
        )
        stands_alone = not any(
            n is not beside
            and n.left < beside.right
            and beside.left < n.right
            and abs(n.middle - beside.middle) < 1.6 * beside.height
            for n in lines
        )
        if is_centered and shares_a_column and stands_alone and not has_own_line and beside in left_over:
            left_over = [n for n in left_over if n is not first and n is not second]
            left_over.append(
                Line(
                    min(first.left, second.left),
                    first.top,
                    max(first.right, second.right),
                    second.bottom,
                    f"{first.text} {second.text}",
                )
            )
    return left_over


def _with_rows_whole(lines: list[Line]) -> list[Line]:
    """Join the cells of a table without strokes that take several lines, each with the part below it.

    Rows have at least three cells at edges that most of them share. The next line continues them if it is
    closer than the next row, and has a part of fewer cells at the same edges.
    """
    edges = [edge for edge, count in Counter(round(n.left) for n in lines).items() if count >= _MIN_ROWS]
    bands = _bands(lines)
    places = [[_nearest(n.left, edges) for n in band] for band in bands]
    is_row = [len(found) >= _MIN_CELLS and None not in found for found in places]
    if sum(is_row) < _MIN_ROWS:
        return lines
    result: list[list[Line]] = []
    last: int | None = None
    for number, band in enumerate(bands):
        step = band[0].middle - bands[number - 1][0].middle if number else 0.0
        is_close = 0 < step < _CLOSE * min(n.height for n in band)
        is_part = last is not None and set(places[number]) < set(places[last]) and None not in places[number]
        if last is None or not is_close or not is_part:
            last = number if is_row[number] else None
            result.append(band)
            continue
        for n, edge in zip(band, places[number], strict=True):
            at = places[last].index(edge)
            whole = result[-1][at]
            result[-1][at] = replace(whole, right=max(whole.right, n.right), text=f"{whole.text} {n.text}")
    return _flat(result)


def _nearest(left: float, edges: list[int]) -> int | None:
    return next((edge for edge in edges if abs(edge - left) < 2), None)


def _with_dates_whole(lines: list[Line]) -> list[Line]:
    """Join dates that a narrow column breaks after the dash ("2017 –", then "Present" below)."""
    whole = list(lines)
    for first in lines:
        is_open = _OPEN_DATE.search(first.text) is not None
        is_short = len(first.text) < _MAX_LABEL and len(lines) <= _MAX_COMPARED
        is_half = (
            is_short
            and _HALF_DATE.fullmatch(first.text) is not None
            and any(n.left > first.right and _is_beside(n, first) for n in lines)
        )
        if not (is_open or is_half):
            continue
        second = next(
            (
                n
                for n in whole
                if min(abs(n.left - first.left), abs(n.right - first.right)) < 3
                and 0 < n.middle - first.middle < 1.8 * first.height
                and len(n.text) <= _MAX_DATE_END
                and not _RANGE.search(n.text)
                and (is_open or _DATE_ALONE.fullmatch(n.text))
            ),
            None,
        )
        if second is not None and first in whole:
            joined = Line(first.left, first.top, first.right, first.bottom, f"{first.text} {second.text}")
            whole = [joined if n is first else n for n in whole if n is not second]
    return whole


def _overlap_beside(line: Line, beside: Line) -> bool:
    """Whether it is next to ``beside``, partly above or partly below its middle."""
    if line is beside or (line.left < beside.right and beside.left < line.right):
        return False
    return 0.2 * beside.height < abs(line.middle - beside.middle) < 0.9 * beside.height


def _with_headline_first(lines: list[Line]) -> list[Line]:
    """Put a name in large letters before the block of small lines beside it, at the top of a page.

    The block is moved down to the lower edge of the name.
    """
    if len(lines) < 4:
        return lines
    usual = sorted(n.height for n in lines)[len(lines) // 2]
    for first in lines:
        if first.height < _HEADLINE * usual:
            continue
        headline = _with_second_line(first, lines)
        beside = [n for n in lines if n.left >= headline.right or n.right <= headline.left]
        block = sorted(
            (n for n in beside if n.height < first.height / _HEADLINE and n.middle < headline.bottom),
            key=lambda n: n.top,
        )
        if any(n.bottom <= first.middle and n not in beside for n in lines):
            return lines
        if len(block) < 2:
            continue
        moved = {id(n): headline.bottom + 0.01 * number for number, n in enumerate(block)}
        return [
            Line(n.left, moved[id(n)], n.right, moved[id(n)] + 0.001, n.text) if id(n) in moved else n
            for n in lines
        ]
    return lines


def _with_second_line(first: Line, lines: list[Line]) -> Line:
    """The box of a headline with the line of equal height right below it: a name on two lines."""
    for n in lines:
        is_next = 0 < n.middle - first.middle < 1.6 * first.height
        if is_next and abs(n.left - first.left) < first.height / 2 and abs(n.height - first.height) < 1:
            right = max(first.right, n.right)
            return Line(min(first.left, n.left), first.top, right, n.bottom, first.text)
    return first


def _bands(lines: list[Line]) -> list[list[Line]]:
    """Lines grouped by baseline, from top to bottom, each group from left to right."""
    bands: list[list[Line]] = []
    for line in sorted(lines, key=lambda n: (n.middle, n.left)):
        if bands:
            last = bands[-1][-1]
            if abs(line.middle - last.middle) < 0.5 * min(line.height, last.height):
                bands[-1].append(line)
                continue
        bands.append([line])
    return [sorted(band, key=lambda n: n.left) for band in bands]


def _join(bands: list[list[Line]]) -> list[str]:
    result: list[str] = []
    # Moved lines have no height of their own.
    heights = sorted(band[0].height for band in bands if band[0].height >= 1) or [1.0]
    usual = heights[len(heights) // 2]
    bottom: float | None = None
    pending_bullet = False
    for band in bands:
        top = min(n.top for n in band)
        if bottom is not None and top - bottom > 0.7 * usual and not pending_bullet:
            result.append("")
        text = band[0].text
        for before, line in pairwise(band):
            text += ("  " if line.left - before.right > 0.7 * usual else " ") + line.text
        if _BULLET_ALONE.match(text):
            pending_bullet = True
            continue
        text = _BULLETS.sub("- ", text)
        if pending_bullet and not text.startswith("- "):
            text = f"- {text}"
        pending_bullet = False
        result.append(text)
        bottom = max(n.bottom for n in band)
    return result
