"""Entries of work experience: found by their dates, headed as the CV heads most of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.documents.parsing.dates import DateRange, find_range, find_ranges, find_single
from app.documents.parsing.entry import Entry
from app.documents.parsing.headers import Named, Order, name_header, split_header
from app.documents.parsing.places import is_place
from app.documents.parsing.wording import (
    is_bullet,
    names_degree,
    names_organisation,
    names_position,
    plain,
    without_bullet,
    word_lists,
)

_SPLIT_RANGE = re.compile(r"^((?:[^\W\d_]{3,9}\.?\s)?(?:\d{1,2}[/.])?(?:19|20)\d{2}\s*[–—-])\s{2,}(.+)$")
_SPLIT_END = re.compile(
    r"^(present|current|now|heute|(?:[^\W\d_]{3,9}\.?\s)?(?:\d{1,2}[/.])?(?:19|20)\d{2})\s{2,}(.+)$",
    re.IGNORECASE,
)
_OPEN_RANGE = re.compile(r"((?:19|20)\d{2}|['’]\d{2})\s*[–—-]$")
_ABBREVIATION = re.compile(
    r"\b(?:Inc|Ltd|Corp|Co|Jr|U\.S|U\.S\.A|S\.A|S\.L|N\.A|B\.V|St|Dr|Univ|Dept|Pvt)\.$"
)
_LABEL = re.compile(
    r"^(?P<label>employer|company|organi[sz]ation|client|firma|arbeitgeber|entreprise|empresa|position|"
    r"job title|title|role|designation|poste|puesto|cargo|dates?|period|duration|from|zeitraum|p[eé]riode|"
    r"periodo)\s*:\s*(?P<value>\S.*)$",
    re.IGNORECASE,
)
_LABEL_OF_TITLE = re.compile(r"position|title|role|designation|poste|puesto|cargo", re.IGNORECASE)
_LABEL_OF_DATES = re.compile(r"date|period|duration|from|zeitraum|p[eé]riode", re.IGNORECASE)
_MAX_HEADER_CHARACTERS = 120
_LAYOUTS = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0))
"""Header lines above and below the line with the dates."""
_PREFERENCE = 0.8
"""What it counts for a reading to have the layout of most entries of this CV."""


@dataclass(frozen=True, slots=True)
class _Header:
    """One reading of the header around a line with dates."""

    first: int
    stop: int
    dates: DateRange
    lines: tuple[str, ...]
    named: Named
    score: float
    layout: tuple[int, int]


def split_entries(lines: list[str]) -> list[Entry]:
    """Entries of a section, in order. Every entry of work has dates; lines before the first are left out.

    A CV heads all its positions in one way more or less. Every layout (how many lines stand above and below
    the dates) is tried on all entries, and the one that reads best on the whole is preferred for each.
    """
    lines = _rejoin_split_ranges(lines)
    labelled = _labelled_entries(lines)
    if labelled:
        return labelled
    anchors = _anchors(lines)
    if not anchors:
        return []
    headers = _best_headers(lines, anchors)
    entries = []
    for number, header in enumerate(headers):
        stop = headers[number + 1].first if number + 1 < len(headers) else len(lines)
        entry = Entry([text for text in header.lines if text], header.dates, lines[header.stop : stop])
        entry.title, entry.organisation = header.named.title, header.named.organisation
        entries.append(entry)
    named = [entry for entry in entries if entry.header]
    return [entry for entry in _with_employers(named) if not _is_break(entry)]


def _rejoin_split_ranges(lines: list[str]) -> list[str]:
    """``2021 –  Title …`` / ``Present  text`` (a date column in two lines) as header and text; ``2019 –``
    above ``2021`` as one line."""
    result: list[str] = []
    position = 0
    while position < len(lines):
        start = _SPLIT_RANGE.match(lines[position])
        following = lines[position + 1] if position + 1 < len(lines) else ""
        end = _SPLIT_END.match(following) if start else None
        if start and end:
            result += [f"{start.group(1)} {end.group(1)}  {start.group(2)}", end.group(2)]
            position += 2
        elif _OPEN_RANGE.search(lines[position]) and find_range(f"{lines[position][-9:]} {following}"):
            result.append(f"{lines[position]} {following}")
            position += 2
        else:
            result.append(lines[position])
            position += 1
    return result


def _anchors(lines: list[str]) -> list[tuple[int, DateRange]]:
    """Lines that date an entry, with their dates."""
    found: list[tuple[int, DateRange]] = []
    for number, line in enumerate(lines):
        dates = find_range(line)
        if dates is not None and _dates_a_header(line, dates):
            found.append((number, dates))
    # A bullet that tells a date is text, unless the positions themselves are the bullets.
    plainly = [(number, dates) for number, dates in found if not is_bullet(lines[number])]
    if found:
        return plainly or found
    # No range at all: "Intern, Acme, 2018" dates by a single year, beside the name of a position.
    for number, line in enumerate(lines):
        single = find_single(line)
        if single is None or is_bullet(line) or not names_position(line) or not is_header_like(line):
            continue
        if len(without_dates(line, single)) > 8 and line.rstrip(" )").endswith(single.text):
            found.append((number, single))
    return found


def _dates_a_header(line: str, dates: DateRange) -> bool:
    """A range of dates in a short line (in a sentence it is told, not dated)."""
    rest = line.replace(dates.text, "").strip(" ()|,-–—:")
    if is_bullet(line):
        # A list of positions with bullets: short, and it names one.
        names = names_position(rest) or names_organisation(rest)
        starts = without_bullet(line).startswith(dates.text) or without_bullet(line).rstrip(" ).").endswith(
            dates.text
        )
        if not (names and starts and len(rest) < 90):
            return False
    if len(rest) > _MAX_HEADER_CHARACTERS:
        return False
    sentence = rest.endswith(".") and not _ABBREVIATION.search(rest) and len(rest.split()) > 7
    words = rest.split()
    told = len(words) > 7 and sum(word[:1].isupper() for word in words) < 0.3 * len(words)
    return not sentence and not (told and not names_position(" ".join(words[:4])))


def is_header_like(line: str) -> bool:
    """A short line that is no bullet and no sentence."""
    text = line.strip()
    if not text or is_bullet(line) or len(text) > _MAX_HEADER_CHARACTERS:
        return False
    return not text.endswith((".", ";", ":", ",")) or bool(_ABBREVIATION.search(text))


def _best_headers(lines: list[str], anchors: list[tuple[int, DateRange]]) -> list[_Header]:
    """One header for each line of dates: together they read best, and none takes a line of another."""
    blind = [_readings(lines, anchors, number, "") for number in range(len(anchors))]
    layout, prior = _common_layout(blind)
    readings = (
        [_readings(lines, anchors, number, prior) for number in range(len(anchors))] if prior else blind
    )
    # The best way up to each reading of the entry before it: (score of all so far, readings so far).
    ways: list[tuple[float, list[_Header]]] = [(0.0, [])]
    for options in readings:
        longer: list[tuple[float, list[_Header]]] = []
        for option in options:
            score = option.score + _PREFERENCE * (option.layout == layout)
            fitting = [way for way in ways if not way[1] or way[1][-1].stop <= option.first]
            if fitting:
                best = max(fitting, key=lambda way: way[0])
                longer.append((best[0] + score, [*best[1], option]))
        ways = longer
    return max(ways, key=lambda way: way[0])[1]


def _readings(
    lines: list[str], anchors: list[tuple[int, DateRange]], number: int, prior: Order
) -> list[_Header]:
    """Every layout that the lines around these dates allow; the dates alone are always one."""
    anchor, dates = anchors[number]
    floor = anchors[number - 1][0] + 1 if number else 0
    ceiling = anchors[number + 1][0] if number + 1 < len(anchors) else len(lines)
    readings = [_read_header(lines, anchor, dates, layout, floor, ceiling, prior) for layout in _LAYOUTS]
    return [reading for reading in readings if reading is not None]


def _common_layout(readings: list[list[_Header]]) -> tuple[tuple[int, int], Order]:
    """The layout that reads best over all entries, and which comes first, title or employer."""
    totals: dict[tuple[int, int], float] = dict.fromkeys(_LAYOUTS, 0.0)
    orders: dict[Order, int] = {"title": 0, "organisation": 0, "": 0}
    for options in readings:
        scores = {option.layout: option.score for option in options}
        for layout in _LAYOUTS:
            totals[layout] += scores.get(layout, -1.0)
        orders[max(options, key=lambda option: option.score).named.order] += 1
    layout = max(_LAYOUTS, key=lambda candidate: totals[candidate])
    if orders["title"] == orders["organisation"]:
        return layout, ""
    return layout, "title" if orders["title"] > orders["organisation"] else "organisation"


def _read_header(
    lines: list[str],
    anchor: int,
    dates: DateRange,
    layout: tuple[int, int],
    floor: int,
    ceiling: int,
    prior: Order,
) -> _Header | None:
    """The header with these numbers of lines above and below its dates; None where there are not so many."""
    above, below = layout
    own = without_dates(lines[anchor], dates)
    upper, blanks_above = _neighbours(lines, range(anchor - 1, floor - 1, -1), above, must_stand_alone=True)
    lower, blanks_below = _neighbours(lines, range(anchor + 1, ceiling), below, must_stand_alone=False)
    if len(upper) < above or len(lower) < below:
        return None
    chosen = [*reversed(upper), anchor, *lower]
    texts = [own if index == anchor else lines[index].strip() for index in chosen]
    named = name_header([text for text in texts if text], prior=prior)
    score = named.score - 0.25 * (blanks_above + blanks_below)
    if not own and len(chosen) == 1:
        score -= 1.0
    # A line that is nothing but a place completes a header; any other line that gives neither the title nor
    # the employer belongs to the text.
    for index, text in zip(chosen, texts, strict=True):
        used = any(name and plain(name)[:12] in plain(text) for name in (named.title, named.organisation))
        if index != anchor and not used and not is_place(text):
            score -= 1.2
        if names_degree(text) and not names_position(text):
            score -= 0.5
    stop = chosen[-1] + 1
    # The place of the employer may stand alone below.
    if stop < ceiling and lines[stop].strip() and is_place(lines[stop]) and len(lines[stop]) < 40:
        stop += 1
    return _Header(chosen[0], stop, dates, tuple(texts), named, score, layout)


def _neighbours(
    lines: list[str], order: range, wanted: int, *, must_stand_alone: bool
) -> tuple[list[int], int]:
    """The next ``wanted`` header-like lines in this order, over one blank at most, and the blanks."""
    chosen: list[int] = []
    blanks = 0
    for position in order:
        if len(chosen) == wanted:
            break
        if not lines[position].strip():
            blanks += 1
            if blanks > 1:
                break
            continue
        if not is_header_like(lines[position]):
            break
        if must_stand_alone and not _stands_alone(lines, position):
            break
        chosen.append(position)
    return chosen, blanks if len(chosen) == wanted and wanted else 0


def _stands_alone(lines: list[str], position: int) -> bool:
    """Not the last line of a bullet or paragraph that runs over several lines."""
    if position == 0:
        return True
    before = lines[position - 1]
    text = lines[position].strip()
    if not before.strip():
        return True
    if not text[:1].isupper() and not text[:1].isdigit():
        return False
    if is_bullet(before) and len(before) > 75 and not before.rstrip().endswith("."):
        # A full line of a bullet runs on, unless what follows names a position or an employer.
        return names_position(text) or names_organisation(text)
    return True


def without_dates(line: str, dates: DateRange | None) -> str:
    text = without_bullet(line)
    if dates is not None:
        text = text.replace(dates.text, "  ")
        for other in find_ranges(text):
            text = text.replace(other.text, "  ")
    text = re.sub(r"\(\s*(?:\d+\s*(?:years?|yrs?|months?|mos?)[^)]*)?\)|\[\s*\]", "", text)
    text = re.sub(r"\b(?:from|von|de|du|since|seit|depuis|desde)\s*$", "", text, flags=re.IGNORECASE)
    return re.sub(r"^[\s|,:–—·•-]+|[\s|,:–—·•-]+$", "", text).strip()


def _with_employers(entries: list[Entry]) -> list[Entry]:
    """Several positions at one employer: the employer heads them with dates of its own, or stands at the
    first of them alone."""
    result: list[Entry] = []
    umbrella: Entry | None = None
    for number, entry in enumerate(entries):
        following = entries[number + 1] if number + 1 < len(entries) else None
        if (
            entry.organisation
            and not entry.title
            and following is not None
            and following.title
            and not names_organisation(following.organisation)
            and not any(line.strip() for line in entry.body if is_bullet(line))
            and _covers(entry.dates, following.dates)
        ):
            umbrella = entry
            continue
        if umbrella is not None and entry.organisation and _covers(umbrella.dates, entry.dates):
            # "Finance Director, Retail Division" below the employer: both are the title.
            own = entry.organisation
            if not names_organisation(own) and f"{entry.title}, {own}" in " ".join(entry.header):
                entry.title, entry.organisation = f"{entry.title}, {own}", ""
        if entry.title and not entry.organisation:
            if umbrella is not None and _covers(umbrella.dates, entry.dates):
                entry.organisation = umbrella.organisation
            elif result and _is_promotion(result[-1], entry):
                entry.organisation = result[-1].organisation
        else:
            umbrella = None
        result.append(entry)
    return result


def _covers(outer: DateRange | None, inner: DateRange | None) -> bool:
    if outer is None or inner is None:
        return False
    ends = outer.end is None or (
        inner.end is not None
        and (inner.end.year, inner.end.month or 1) <= (outer.end.year, outer.end.month or 12)
    )
    return outer.start.year <= inner.start.year and ends


def _is_promotion(later: Entry, earlier: Entry) -> bool:
    """Whether ``earlier`` is the position before at the same employer: it has none of its own, the employer
    stood on a line of its own, and one ended when the other began."""
    if later.dates is None or earlier.dates is None or earlier.dates.end is None or not later.organisation:
        return False
    end, start = earlier.dates.end, later.dates.start
    months = (start.year - end.year) * 12 + (start.month or 1) - (end.month or 1)
    follows = -1 <= months <= 2 if start.month and end.month else abs(start.year - end.year) <= 0
    own_line = any(
        plain(later.organisation) in plain(line) and plain(later.title) not in plain(line)
        for line in later.header
    )
    return follows and own_line and len(split_header(earlier.header)) == 1


def _is_break(entry: Entry) -> bool:
    """Parental leave, a year of travelling: dated, but no position."""
    text = plain(" ".join(entry.header))
    if names_position(text) or names_organisation(entry.organisation):
        return False
    return any(phrase in text for phrase in word_lists()["words"]["breaks"])


def _labelled_entries(lines: list[str]) -> list[Entry]:
    """``Employer: …`` / ``Position: …`` / ``Dates: …`` blocks; an empty list where a CV has none."""
    matches = [_LABEL.match(without_bullet(line)) for line in lines]
    labels = [match.group("label").casefold() for match in matches if match]
    is_form = any(_LABEL_OF_TITLE.fullmatch(label) or "title" in label for label in labels) and any(
        not _LABEL_OF_TITLE.search(label) and not _LABEL_OF_DATES.search(label) for label in labels
    )
    if not is_form:
        return []
    entries: list[Entry] = []
    seen: set[str] = set()
    for line, match in zip(lines, matches, strict=True):
        if match is None:
            if entries:
                entries[-1].body.append(line)
            continue
        label, value = match.group("label"), match.group("value").strip()
        kind = (
            "title"
            if _LABEL_OF_TITLE.search(label)
            else "dates"
            if _LABEL_OF_DATES.search(label)
            else "employer"
        )
        if not entries or kind in seen:
            entries.append(Entry([], None))
            seen = set()
        seen.add(kind)
        entry = entries[-1]
        dates = find_range(value)
        if dates is not None:
            entry.dates = entry.dates or dates
            value = without_dates(value, dates)
        if kind != "dates":
            entry.header.append(value)
        if kind == "title":
            entry.title = value
        elif kind == "employer":
            named = name_header([value], prior="organisation")
            entry.organisation = named.organisation or named.title or value
    return [replace(entry) for entry in entries if entry.dates is not None or entry.title]
