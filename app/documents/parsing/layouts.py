"""Header layouts of CV entries: each is tried on all entries, and the one with the best total score wins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.documents.parsing.date_lines import begins_with_title
from app.documents.parsing.dates import DateRange, find_ranges, find_single, is_duration
from app.documents.parsing.header_parts import TERMS
from app.documents.parsing.header_scores import Order, Slots
from app.documents.parsing.headers import Named, name_header
from app.documents.parsing.line_reader import PositionLines
from app.documents.parsing.places import is_place
from app.documents.parsing.wording import names_degree, names_organization, names_position
from app.text.bullets import is_bullet, without_bullet
from app.text.folding import plain

_ABBREVIATION = re.compile(
    r"\b(?:Kft|Bt|Zrt|Nyrt|Şti|Lda|Ltda|Inc|INC|inc|Ltd|LTD|ltd|Corp|CORP|Co|CO|Cie|Jr|St|Dr|Univ|Dept|Pvt|(?<![A-Za-z]\.)(?:[A-Za-z]\.\s?)+[A-Za-z])\.$|"
    # Of a place: "Duluth, Minn."
    r",\s[A-Z][a-z]{1,4}\.$|"
    # Of a legal form: "Soc. Coop."
    r"(?:\b[A-Z][a-z]{0,5}\.\s?){2}$"
)
_SEPARATORS = "|,:–—·•- \t\r\n\f\v\xa0"
_MAX_HEADER_CHARACTERS = 120
_YEAR_AND_GAP = re.compile(r"(?:\d{1,2}[./])?(?:19|20)\d{2}(?=\s{2,}\S|:?\s)")
_NEXT_SENTENCE = re.compile(r"(?<![a-z])[a-z]++ [a-z]{4,}\. [A-Z][a-z]* [a-z]+ ")
_STOP = re.compile(r"(?<=[a-z]{3})\. (?=[A-Z])")
_MIN_SENTENCE_WORDS = 5
"""A title before a full stop has fewer."""
_READS_AS_PARTS = re.compile(r"\s[–—|@]\s")
"""Separators that a sentence rarely has."""
_LAYOUTS = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0))
"""Numbers of header lines above and below the line with the dates."""
_COUNTED = re.compile(r"(?<!\s)(?:\s*\((?P<remark>[^()]{0,40})\)|\s+·\s(?P<dotted>[^·()]{2,40}))\s*$")
"""``March 2019 - May 2021 (2 years 3 months)``, ``Jan 2021 - Dec 2023 · 3 yrs``"""
_LISTED = 0.6
"""Minimum share of dated bullets for the positions themselves to be bullets."""
_MAX_INSIDE = 0.25
"""Maximum share of dates within lines for those to be text that name neither position nor employer."""
_NO_SLOT = 1.5
"""Cost of an entry that has no part where the other entries have title or employer."""
_BLANK, _BLANK_BELOW_TEXT = 0.25, 1.0
"""Costs of a blank line within a header."""
_PREFERENCE = 0.8
"""Bonus for the layout that most entries of this CV have."""


@dataclass(frozen=True, slots=True)
class Header:
    """One interpretation of the header around a line with dates."""

    first: int
    stop: int
    dates: DateRange
    lines: tuple[str, ...]
    named: Named
    score: float
    layout: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Usual:
    """Where title and employer are in most entries of this CV."""

    layout: tuple[int, int]
    slots: Slots | None


def find_anchors(lines: list[str], read: PositionLines) -> list[tuple[int, DateRange]]:
    """Lines that date an entry, with their dates. ``read`` is what the trained reader takes the lines for."""
    found: list[tuple[int, DateRange]] = []
    for number, line in enumerate(lines):
        dates = None if line.strip() in read.prose else _entry_dates(line)
        if dates is not None and _dates_a_header(line, dates):
            found.append((number, dates))
    # A dated bullet is text, unless the positions themselves are bullets.
    plainly = [(number, dates) for number, dates in found if not is_bullet(lines[number])]
    if found:
        dated = len(found) - len(plainly)
        is_list = dated >= 2 and dated >= _LISTED * sum(map(is_bullet, lines))
        if is_list:
            return found
        plainly = _without_text_with_dates(lines, plainly, read)
        plainly = sorted([*plainly, *_single_years_before(lines, plainly)])
        return sorted([*plainly, *_single_years_read(lines, plainly, read)]) or found
    # No range: "Intern, Acme, 2018" has a single year, next to a position.
    for number, line in enumerate(lines):
        single = find_single(line)
        if single is None or is_bullet(line) or not names_position(line) or not is_header_like(line):
            continue
        if len(without_dates(line, single)) > 8 and line.rstrip(" )").endswith(single.text):
            found.append((number, single))
    return sorted([*found, *_single_years_read(lines, found, read)])


def _without_text_with_dates(
    lines: list[str], anchors: list[tuple[int, DateRange]], read: PositionLines
) -> list[tuple[int, DateRange]]:
    """Leave out ``Stock counts, safety since 2018`` where nearly all other dates begin their lines."""
    inside = [
        (number, dates)
        for number, dates in anchors
        if lines[number][: dates.position].strip() and lines[number].strip() not in read.dated
    ]
    unnamed = [a for a in inside if not (names_position(lines[a[0]]) or names_organization(lines[a[0]]))]
    if len(inside) > _MAX_INSIDE * len(anchors):
        return anchors
    return [anchor for anchor in anchors if anchor not in unnamed]


def _entry_dates(line: str) -> DateRange | None:
    """The first range outside brackets, else the first: ``Director (interim from 06/2017)  2017 – 2022``."""
    ranges = list(find_ranges(line))
    outside = (r for r in ranges if line.count("(", 0, r.position) == line.count(")", 0, r.position))
    return next(outside, ranges[0] if ranges else None)


def _single_years_read(
    lines: list[str], anchors: list[tuple[int, DateRange]], read: PositionLines
) -> list[tuple[int, DateRange]]:
    """``2014 season`` below an employer: single years that the trained reader takes for its dates."""
    taken = {number + step for number, _ in anchors for step in (-1, 0, 1)}
    found = []
    for number, line in enumerate(lines):
        is_free = number not in taken and line.strip() in read.dated
        single = find_single(line) if is_free and not is_bullet(line) and is_header_like(line) else None
        found += [(number, single)] if single is not None else []
    return found


def _single_years_before(
    lines: list[str], anchors: list[tuple[int, DateRange]]
) -> list[tuple[int, DateRange]]:
    """``2019  Summer Student, …`` between ``2020 – 2022  Assistant, …`` and others that begin with dates."""
    if not anchors or sum(dates.position == 0 for _, dates in anchors) < _LISTED * len(anchors):
        return []
    taken = {number for number, _ in anchors}
    alone = {number for number in taken if not names_position(lines[number])}
    found = []
    for number, line in enumerate(lines):
        year = _YEAR_AND_GAP.match(line)
        # The year may also repeat that of a range on the next line.
        is_free = number not in taken and number + 1 not in alone
        text = line[year.end() :] if year is not None else ""
        is_header = begins_with_title(text) or (is_header_like(line) and text[:2] in ("  ", ": "))
        if year is not None and is_free and is_header and names_position(line):
            single = find_single(year.group())
            found += [(number, single)] if single is not None else []
    return found


def _dates_a_header(line: str, dates: DateRange) -> bool:
    """A date range in a short line. In a sentence, dates are part of the text."""
    rest = line.replace(dates.text, "").strip(" ()|,-–—:")
    if is_bullet(line):
        # A bulleted list of positions: short lines that name a position.
        text = without_bullet(line)
        names = names_position(rest) or names_organization(rest) or _READS_AS_PARTS.search(rest) is not None
        starts = text.startswith(dates.text) or text.rstrip(" ).").endswith(dates.text)
        if not (names and starts and len(rest) < 90):
            return False
    if len(rest) > _MAX_HEADER_CHARACTERS or _is_inside_text(line, dates):
        return False
    if line.rstrip().endswith(".") and ";" in line and len(find_ranges(line)) > 1:
        # Several dated duties in one sentence.
        return False
    if not line[: dates.position].strip() and begins_with_title(rest):
        return True
    words = rest.split()
    longer = [word.strip("(") for word in words if len(word) > 3]
    has_names = 2 * sum(word[:1].isupper() for word in longer) > len(longer)
    sentence = rest.endswith(".") and not (_ABBREVIATION.search(rest) or has_names) and len(words) > 7
    is_prose = len(words) > 7 and sum(word[:1].isupper() for word in words) < 0.3 * len(words)
    return not sentence and not (is_prose and not names_position(" ".join(words[:4])))


def _is_inside_text(line: str, dates: DateRange) -> bool:
    """Whether the dates end a bracket of the line above, or a sentence ends before theirs begins."""
    if line[: dates.position].strip() == "" and line.count(")") > line.count("("):
        return line.strip()[:1].islower()
    before = line[: dates.position]
    stop = _STOP.search(before)
    is_sentence = stop is not None and len(before[: stop.start()].split()) >= _MIN_SENTENCE_WORDS
    return is_sentence or _NEXT_SENTENCE.search(before) is not None


def is_header_like(line: str) -> bool:
    """A short line that is neither a bullet nor a sentence."""
    text = line.strip()
    if not text or is_bullet(line) or len(text) > _MAX_HEADER_CHARACTERS:
        return False
    return not text.endswith((".", ";", ":", ",")) or bool(_ABBREVIATION.search(text))


def best_headers(
    lines: list[str], anchors: list[tuple[int, DateRange]], hints: Mapping[str, str]
) -> list[Header]:
    """The best header for each dated line, such that no two share a line.

    ``hints`` are lines that the trained reader takes for a ``title`` or an ``employer``.
    """
    layouts = _possible_layouts(lines, anchors)
    blind = [_readings(lines, anchors, number, "", layouts, hints) for number in range(len(anchors))]
    layout, prior = _common_layout(blind)
    usual = _usual_slots(blind, layout)
    readings = (
        [
            _readings(lines, anchors, number, prior, layouts, hints, _Usual(layout, usual))
            for number in range(len(anchors))
        ]
        if prior or usual
        else blind
    )
    # Best path to each interpretation of the previous entry: (total score, interpretations so far).
    ways: list[tuple[float, list[Header]]] = [(0.0, [])]
    for options in readings:
        longer: list[tuple[float, list[Header]]] = []
        for option in options:
            score = option.score + _PREFERENCE * (option.layout == layout)
            fitting = [way for way in ways if not way[1] or way[1][-1].stop <= option.first]
            if fitting:
                best = max(fitting, key=lambda way: way[0])
                longer.append((best[0] + score, [*best[1], option]))
        ways = longer
    return max(ways, key=lambda way: way[0])[1]


def _possible_layouts(lines: list[str], anchors: list[tuple[int, DateRange]]) -> tuple[tuple[int, int], ...]:
    """The layouts to try: in an exported network profile, only those without header lines below the dates.

    Such a profile counts each period ("(2 years 3 months)") on a line of its own, below employer and title.
    The lines after it are the place, the text or the next employer.
    """
    found = [_COUNTED.search(lines[number]) for number, _ in anchors]
    counted = [
        match is not None and is_duration(match["remark"] or "") and not without_dates(lines[number], dates)
        for match, (number, dates) in zip(found, anchors, strict=True)
    ]
    dotted = [match is not None and is_duration(match["dotted"] or "") for match in found]
    is_export = len(counted) >= 2 and sum(counted) >= 0.7 * len(counted)
    # Only an exported profile has a dot before the length.
    is_export = is_export or sum(dotted) >= 0.7 * len(dotted)
    return tuple(layout for layout in _LAYOUTS if not layout[1]) if is_export else _LAYOUTS


def _readings(
    lines: list[str],
    anchors: list[tuple[int, DateRange]],
    number: int,
    prior: Order,
    layouts: tuple[tuple[int, int], ...],
    hints: Mapping[str, str],
    usual: _Usual | None = None,
) -> list[Header]:
    """Every layout that the lines around these dates allow. The dates alone are always one."""
    anchor, dates = anchors[number]
    floor = anchors[number - 1][0] + 1 if number else 0
    ceiling = anchors[number + 1][0] if number + 1 < len(anchors) else len(lines)
    readings = [
        _read_header(
            lines,
            anchor,
            dates,
            layout,
            floor,
            ceiling,
            prior,
            hints,
            usual.slots if usual and usual.layout == layout else None,
        )
        for layout in layouts
    ]
    return [reading for reading in readings if reading is not None]


def _common_layout(readings: list[list[Header]]) -> tuple[tuple[int, int], Order]:
    """The layout with the best total score, and the usual order of title and employer."""
    totals: dict[tuple[int, int], float] = dict.fromkeys(_LAYOUTS, 0.0)
    orders: dict[Order, int] = {"title": 0, "organization": 0, "": 0}
    for options in readings:
        scores = {option.layout: option.score for option in options}
        for layout in _LAYOUTS:
            totals[layout] += scores.get(layout, -1.0)
        orders[max(options, key=lambda option: option.score).named.order] += 1
    layout = max(_LAYOUTS, key=lambda candidate: totals[candidate])
    if orders["title"] == orders["organization"]:
        return layout, ""
    return layout, "title" if orders["title"] > orders["organization"] else "organization"


def _usual_slots(readings: list[list[Header]], layout: tuple[int, int]) -> Slots | None:
    """The slots that cost the entries of this layout least, compared with the best of each; None for one
    entry."""
    scores = [
        option.named.slot_scores for options in readings for option in options if option.layout == layout
    ]
    scores = [found for found in scores if found]
    if len(scores) < 2:
        return None
    costs = {
        slots: sum(max(found.values()) - found[slots] if slots in found else _NO_SLOT for found in scores)
        for slots in {slots for found in scores for slots in found}
    }
    return min(costs, key=lambda slots: (costs[slots], slots))


def _read_header(
    lines: list[str],
    anchor: int,
    dates: DateRange,
    layout: tuple[int, int],
    floor: int,
    ceiling: int,
    prior: Order,
    hints: Mapping[str, str],
    usual: Slots | None,
) -> Header | None:
    """The header with these numbers of lines above and below its dates; None if there are not enough
    lines."""
    above, below = layout
    own = without_dates(lines[anchor], dates)
    upper, blanks_above = _neighbors(lines, range(anchor - 1, floor - 1, -1), above, must_stand_alone=True)
    lower, blanks_below = _neighbors(lines, range(anchor + 1, ceiling), below, must_stand_alone=False)
    if len(upper) < above or len(lower) < below:
        return None
    chosen = [*reversed(upper), anchor, *lower]
    texts = [own if index == anchor else lines[index].strip() for index in chosen]
    named = name_header([text for text in texts if text], prior=prior, usual=usual, hints=hints)
    # Below a title beside its dates, a blank line ends the entry.
    score = named.score - _BLANK * blanks_above - (_BLANK_BELOW_TEXT if own else _BLANK) * blanks_below
    if not own and len(chosen) == 1:
        score -= 1.0
    # A line with only a place completes a header. Any other line that gives neither title nor employer
    # belongs to the text.
    for index, text in zip(chosen, texts, strict=True):
        used = any(name and plain(name)[:12] in plain(text) for name in (named.title, named.organization))
        if index != anchor and not used and not is_place(text):
            score -= 1.2
        if names_degree(text) and not names_position(text):
            score -= 0.5
    stop = chosen[-1] + 1
    # The employer's place may be alone below.
    if stop < ceiling and lines[stop].strip() and is_place(lines[stop]) and len(lines[stop]) < 40:
        stop += 1
    return Header(chosen[0], stop, dates, tuple(texts), named, score, layout)


def _neighbors(
    lines: list[str], order: range, count: int, *, must_stand_alone: bool
) -> tuple[list[int], int]:
    """The next ``count`` header-like lines in this direction, across at most one blank, and the blanks."""
    chosen: list[int] = []
    blanks = 0
    for position in order:
        if len(chosen) == count:
            break
        if not lines[position].strip():
            blanks += 1
            # What follows text and a blank line below the dates belongs to the next entry.
            if blanks > 1 or (chosen and not must_stand_alone):
                break
            continue
        if not is_header_like(lines[position]):
            break
        if must_stand_alone and not _stands_alone(lines, position):
            break
        chosen.append(position)
    return chosen, blanks if len(chosen) == count and count else 0


def _stands_alone(lines: list[str], position: int) -> bool:
    """Whether a bullet or paragraph that spans several lines continues after this line."""
    if position == 0:
        return True
    before = lines[position - 1]
    text = lines[position].strip()
    if not before.strip():
        return True
    if not text[:1].isalnum() or text[:1].islower():
        return False
    if is_bullet(before) and len(before) > 75 and not before.rstrip().endswith("."):
        # A full line of a bullet continues, unless the next line names a position or employer.
        return names_position(text) or names_organization(text)
    return True


def without_dates(line: str, dates: DateRange | None) -> str:
    text = without_bullet(line)
    if dates is not None:
        text = text.replace(dates.text, "  ")
        for other in find_ranges(text):
            text = text.replace(other.text, "  ")
    text = re.sub(r"\(\s*(?:\d{1,4}\s*(?:years?|yrs?|months?|mos?)[^()]*)?\)|\[\s*\]", "", text)
    # "(interim from 06/2017)" is "(interim)" by now.
    text = re.sub(r"(?<!\s)\s+\)", ")", text)
    counted = _COUNTED.search(text)
    if counted is not None and is_duration(counted["remark"] or counted["dotted"] or ""):
        text = text[: counted.start()]
    text = re.sub(r"\b(?:from|von|de|du|since|seit|depuis|desde|od)\s*$", "", text, flags=re.IGNORECASE)
    text = re.sub(r"^(?:from|von|de|du|since|seit|depuis|desde|od)\s{2,}", "", text, flags=re.IGNORECASE)
    text = text.strip(_SEPARATORS)
    return "" if TERMS.fullmatch(text) or is_duration(text) else text
