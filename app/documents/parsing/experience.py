"""Work experience of a CV: entries found by their dates, with the header layout that the CV uses most."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from app.documents.parsing.date_lines import tidy_dated_lines
from app.documents.parsing.dates import DateRange, find_range
from app.documents.parsing.entry import Entry
from app.documents.parsing.header_parts import split_header
from app.documents.parsing.headers import name_header
from app.documents.parsing.layouts import best_headers, find_anchors, without_dates
from app.documents.parsing.wording import names_organization, names_position, word_lists
from app.text.bullets import is_bullet, without_bullet
from app.text.folding import plain

MAX_ENTRIES = 60
"""A text with more dated lines than any career has is a table. Only the first lines are parsed."""
_DURATION = re.compile(
    r"^\(?(?:(?:about )?\d{1,2}\+?\s*(?:years?|yrs?|y))?,?\s*(?:and\s*)?"
    r"(?:\d{1,2}\s*(?:months?|mos?|m))?\)?$",
    re.IGNORECASE,
)
_TOLD_POSITION = re.compile(
    r"^(?:[-•*▪]\s*)?(?:(?:presently|currently|i am|i was|i have)\s+)*"
    r"(?:working|worked|work|employed|serving|served)\s+as\s++(?:an?\s++|the\s++)?"
    r"(?P<title>[^\s,.][^,.]{2,59}?)(?<!\s)\s++(?:in|at|with|for)\s++(?:the\s++)?(?P<rest>[A-Z].*)$",
    re.IGNORECASE,
)
_PROJECT = re.compile(r"(?:#\s*)?projects?\s*(?:name|title|details|profile|no\b|[#:\d]|$)", re.IGNORECASE)
_LABEL = re.compile(
    r"^(?P<label>employer|company|organi[sz]ation|client|firma|arbeitgeber|entreprise|empresa|position|"
    r"job title|title|role|designation|poste|puesto|cargo|dates?|period|duration|from|zeitraum|p[eé]riode|"
    r"periodo|datore di lavoro|azienda|qualifica|posizione|ruolo|mansione|stelle|t[aä]tigkeit als|employeur|"
    r"empregador|entidade|função|cargo ocupado|werkgever|functie|pracodawca|stanowisko|okres|zaměstnavatel|"
    r"pozice|období|arbetsgivare|arbeidsgiver|arbejdsgiver|stilling|befattning|työnantaja|tehtävä|munkáltató|"
    r"munkakör|angajator|funcția|işveren|görev|организация|компания|должность|период работы|роботодавець|"
    r"посада|εργοδότης|θέση|公司|公司名称|职位|时间|会社名|職種|期間)\s*[:：]\s*(?P<value>\S.*)$",
    re.IGNORECASE,
)
_LABEL_OF_TITLE = re.compile(
    r"position|title|role|designation|poste|puesto|cargo|qualifica|posizione|ruolo|mansione|stelle|t[aä]tigkeit|"
    r"função|functie|stanowisko|pozice|stilling|befattning|tehtävä|munkakör|funcția|görev|должность|посада|θέση|"
    r"职位|職種",
    re.IGNORECASE,
)
_LABEL_OF_DATES = re.compile(
    r"date|period|duration|from|zeitraum|p[eé]riode|okres|období|период|时间|期間", re.IGNORECASE
)


def split_entries(lines: list[str], hints: Mapping[str, str] | None = None) -> list[Entry]:
    """Entries of a section, in order. Every position has dates; lines before the first are left out.

    A CV formats the headers of all its positions in much the same way. Every layout (how many lines are above
    and below the dates) is tried on all entries, and the one with the best total score is preferred for each.
    ``hints`` are lines that the trained reader takes for a ``title`` or an ``employer``.
    """
    lines = _without_projects(lines)
    lines = tidy_dated_lines(
        [rewrite_sentence(x) for x in lines if not x.strip() or not _DURATION.match(x.strip())]
    )
    labeled = _labeled_entries(lines)
    if labeled:
        return labeled
    anchors = find_anchors(lines)[:MAX_ENTRIES]
    if not anchors:
        return []
    headers = best_headers(lines, anchors, hints or {})
    entries = []
    for number, header in enumerate(headers):
        stop = headers[number + 1].first if number + 1 < len(headers) else len(lines)
        entry = Entry([text for text in header.lines if text], header.dates, lines[header.stop : stop])
        entry.title, entry.organization = header.named.title, header.named.organization
        entries.append(entry)
    named = [entry for entry in entries if entry.header]
    return [entry for entry in _with_employers(named) if not _is_break(entry)]


def _without_projects(lines: list[str]) -> list[str]:
    """If positions have sentences, the projects below them are not separate positions."""
    rewritten = [number for number, line in enumerate(lines) if rewrite_sentence(line) != line]
    following = range(rewritten[0] + 1, len(lines)) if rewritten else ()
    stop = next((number for number in following if _PROJECT.match(lines[number].strip())), len(lines))
    return lines[:stop]


def rewrite_sentence(line: str) -> str:
    """``Worked as Analyst in Palmyra from 2019 to 2021.`` as ``Analyst at Palmyra 2019 to 2021``."""
    match = _TOLD_POSITION.match(line.strip()) if find_range(line) else None
    if match is None or not names_position(match.group("title")):
        return line
    rest = re.sub(
        r"(?:(?<!\s)\s+)?\b(?:from|since|during|between)\s++(?=\S{0,40}\d|[A-Z][a-z]{2})",
        "  ",
        match.group("rest"),
    )
    return f"{match.group('title')} at {rest.rstrip(' .')}"


def _with_employers(entries: list[Entry]) -> list[Entry]:
    """Fill the employer of several positions at one employer.

    The employer heads them with dates of its own, or is only in the first of them.
    """
    result: list[Entry] = []
    umbrella: Entry | None = None
    inherits = False
    """Whether the previous entry has its employer from an earlier one."""
    for number, entry in enumerate(entries):
        following = entries[number + 1] if number + 1 < len(entries) else None
        if (
            entry.organization
            and not entry.title
            and following is not None
            and following.title
            and not names_organization(following.organization)
            and not any(line.strip() for line in entry.body if is_bullet(line))
            and _covers(entry.dates, following.dates)
        ):
            umbrella = entry
            continue
        if umbrella is not None and entry.organization and _covers(umbrella.dates, entry.dates):
            # "Finance Director, Retail Division" below the employer: both are the title.
            own = entry.organization
            if not names_organization(own) and f"{entry.title}, {own}" in " ".join(entry.header):
                entry.title, entry.organization = f"{entry.title}, {own}", ""
        had_none = not entry.organization
        if result and entry.organization and not names_organization(entry.organization):
            # "Account Executive, Mid-Market" below the next position: both are the title.
            whole = f"{entry.title}, {entry.organization}"
            if entry.header == [whole] and _is_promotion(result[-1], entry, inherits=inherits):
                entry.title, entry.organization = whole, ""
                had_none = True
        if entry.title and not entry.organization:
            if umbrella is not None and _covers(umbrella.dates, entry.dates):
                entry.organization = umbrella.organization
            elif result and _is_promotion(result[-1], entry, inherits=inherits):
                entry.organization = result[-1].organization
        else:
            umbrella = None
        inherits = had_none and bool(entry.organization)
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


def _is_promotion(later: Entry, earlier: Entry, *, inherits: bool) -> bool:
    """Whether ``earlier`` is the previous position at the same employer.

    It has no employer itself, the employer was on a line of its own, and one ended when the other began.
    """
    if later.dates is None or earlier.dates is None or earlier.dates.end is None or not later.organization:
        return False
    end, start = earlier.dates.end, later.dates.start
    months = (start.year - end.year) * 12 + (start.month or 1) - (end.month or 1)
    follows = -1 <= months <= 2 if start.month and end.month else abs(start.year - end.year) <= 0
    own_line = inherits or any(
        plain(later.organization) in plain(line) and plain(later.title) not in plain(line)
        for line in later.header
    )
    return (
        follows
        and own_line
        and len({part.segment for part in split_header(earlier.header) if not part.is_place}) == 1
    )


def _is_break(entry: Entry) -> bool:
    """Whether the lines are a dated break rather than a position: parental leave, a year of travel."""
    text = plain(" ".join(entry.header))
    if names_position(text) or names_organization(entry.organization):
        return False
    return any(f" {plain(phrase)} " in f" {text} " for phrase in word_lists()["words"]["breaks"])


def _labeled_entries(lines: list[str]) -> list[Entry]:
    """``Employer: …`` / ``Position: …`` / ``Dates: …`` blocks; an empty list if a CV has none."""
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
            named = name_header([value], prior="organization")
            entry.organization = named.organization or named.title or value
    return [replace(entry) for entry in entries if entry.dates is not None or entry.title]
