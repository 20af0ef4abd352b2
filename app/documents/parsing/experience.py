"""Entries of work experience and education: found by their dates, read by their separators."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.documents.parsing.dates import DateRange, find_range, find_year
from app.documents.parsing.wording import (
    is_bullet,
    join_lines,
    names_degree,
    names_organisation,
    names_position,
    without_bullet,
)

_SEPARATORS = re.compile(r"\s{2,}|\s*[|]\s*|\s+[•·]\s*|\s+[–—-]\s+|,\s+|\s+at\s+|\s+@\s+|\s*;\s+")
_PLACE = re.compile(
    r"^(?:remote|hybrid|on-?site|[A-Z]{2,3}|U\.?S\.?A?\.?|UK|United (?:States|Kingdom)|[A-Z]\.[A-Z]\w+)$"
)
_SPLIT_RANGE = re.compile(r"^((?:\w{3,9}\.?\s)?(?:19|20)\d{2}\s*[–—-])\s{2,}(.+)$")
_SPLIT_END = re.compile(r"^(present|current|now|(?:\w{3,9}\.?\s)?(?:19|20)\d{2})\s{2,}(.+)$", re.IGNORECASE)
_ABBREVIATION = re.compile(r"\b(?:Inc|Ltd|Corp|Co|Jr|U\.S|U\.S\.A|S\.A)\.$")
_MAX_HEADER_CHARACTERS = 110


@dataclass(slots=True)
class Entry:
    """One position or one degree. Texts are as they stand in the document."""

    header: list[str]
    """The header lines without their dates."""
    dates: DateRange | None
    body: list[str] = field(default_factory=list)
    title: str = ""
    organisation: str = ""

    def statements(self, known_words: frozenset[str]) -> list[str]:
        """The bullets, or the sentences, of the body."""
        return statements_of(self.body, known_words)


def statements_of(lines: list[str], known_words: frozenset[str] = frozenset()) -> list[str]:
    """Bullets with the lines that continue them; where there is no bullet, paragraphs by sentence."""
    groups: list[list[str]] = []
    has_bullets = any(is_bullet(line) for line in lines)
    was_blank = True
    for line in lines:
        if not line.strip():
            was_blank = True
            continue
        starts = is_bullet(line) or not groups or (was_blank and (not has_bullets or line[:1].isupper()))
        ended = bool(groups) and groups[-1][-1].rstrip().endswith((".", ";"))
        starts = starts or (not has_bullets and ended and line[:1].isupper())
        if starts:
            groups.append([without_bullet(line)])
        else:
            groups[-1].append(line)
        was_blank = False
    texts = [join_lines(group, known_words=known_words) for group in groups]
    if has_bullets:
        return [text for text in texts if text]
    sentences = [s for text in texts for s in re.split(r"(?<=[.!?])\s+(?=[A-Z])", text)]
    return [sentence.strip() for sentence in sentences if sentence.strip()]


def _rejoin_split_ranges(lines: list[str]) -> list[str]:
    """``2021 –  Title …`` / ``Present  text`` (a date column in two lines) as header and text."""
    result: list[str] = []
    position = 0
    while position < len(lines):
        start = _SPLIT_RANGE.match(lines[position])
        following = lines[position + 1] if position + 1 < len(lines) else ""
        end = _SPLIT_END.match(following) if start else None
        if start and end:
            result += [f"{start.group(1)} {end.group(1)}  {start.group(2)}", end.group(2)]
            position += 2
        else:
            result.append(lines[position])
            position += 1
    return result


def _is_header_like(line: str) -> bool:
    text = line.strip()
    if not text or is_bullet(line) or len(text) > _MAX_HEADER_CHARACTERS:
        return False
    return not text.endswith((".", ";", ":")) or bool(_ABBREVIATION.search(text))


def split_entries(lines: list[str]) -> list[Entry]:
    """Entries of a section, in order. Every entry of work has a range of dates; lines before the first
    are left out."""
    lines = _rejoin_split_ranges(lines)
    anchors = [i for i, line in enumerate(lines) if not is_bullet(line) and _dates_a_header(line)]
    spans: list[tuple[int, int]] = []
    floor = 0
    for anchor in anchors:
        first = _header_start(lines, anchor, floor)
        end = _header_end(lines, anchor, first)
        spans.append((first, end))
        floor = end
    entries = []
    for number, (first, end) in enumerate(spans):
        stop = spans[number + 1][0] if number + 1 < len(spans) else len(lines)
        dates = find_range(lines[anchors[number]])
        header = [_without_dates(line, dates) for line in lines[first:end]]
        entry = Entry([text for text in header if text], dates, lines[end:stop])
        name_entry(entry)
        entries.append(entry)
    return entries


def _dates_a_header(line: str) -> bool:
    """A range of dates in a short line (in a sentence it is told, not dated)."""
    found = find_range(line)
    if found is None:
        return False
    rest = line.replace(found.text, "").strip(" ()|,-–—")
    return len(rest) <= _MAX_HEADER_CHARACTERS and (
        not rest.endswith(".") or bool(_ABBREVIATION.search(rest))
    )


def _has_name(lines: list[str]) -> bool:
    return any(names_position(line) or names_degree(line) for line in lines)


def _is_complete(header: str) -> bool:
    """Whether one line names both the position and the employer."""
    parts = _SEPARATORS.split(header)
    employers = [part for part in parts if names_organisation(part) and not names_position(part)]
    return bool(employers) and any(names_position(part) for part in parts)


def _header_start(lines: list[str], anchor: int, floor: int) -> int:
    dates = find_range(lines[anchor])
    own = _without_dates(lines[anchor], dates)
    wanted = 2 if not own else (0 if _is_complete(own) else 1)
    first, seen, position = anchor, 0, anchor - 1
    while position >= floor and seen < wanted:
        line = lines[position]
        if not line.strip():
            # One blank line may part a heading from its dates (a template's table, a text box).
            if seen or position - 1 < floor or not _is_header_like(lines[position - 1]):
                break
            if own and not _stands_alone(lines, position - 1):
                break
            position -= 1
            continue
        if not _is_header_like(line) or not _stands_alone(lines, position):
            break
        first, seen, position = position, seen + 1, position - 1
    return first


def _stands_alone(lines: list[str], position: int) -> bool:
    """Not the last line of a bullet or paragraph that runs over several lines."""
    if position == 0:
        return True
    before = lines[position - 1]
    if not before.strip():
        return True
    text = lines[position].strip()
    if not text[:1].isupper() and not text[:1].isdigit():
        return False
    if is_bullet(before) and len(before) > 75:
        # A full line of a bullet runs on, unless what follows names a position or an employer.
        return names_position(text) or names_organisation(text)
    return True


def _header_end(lines: list[str], anchor: int, first: int) -> int:
    end = anchor + 1
    header = [_without_dates(line, find_range(line)) for line in lines[first:end]]
    limit = 2
    while end < len(lines) and limit:
        line = lines[end]
        if not line.strip():
            following = lines[end + 1] if end + 1 < len(lines) else ""
            if _has_name(header) or not names_position(following) or not _is_header_like(following):
                break
            end += 1
            continue
        text = line.strip()
        if not _is_header_like(line) or _dates_a_header(line):
            break
        is_place = bool(re.fullmatch(r"[A-Z][\w .'-]+,\s+[A-Z][\w .'-]+", text)) and len(text) < 40
        needs_title = not _has_name(header) and names_position(text) and len(text) < 90
        needs_organisation = (
            sum(len(_SEPARATORS.split(h)) for h in header if h) < 2 and len(text) < 70 and text[:1].isupper()
        )
        if not (is_place or needs_title or needs_organisation):
            break
        header.append(text)
        end += 1
        limit -= 1
    return end


def _without_dates(line: str, dates: DateRange | None) -> str:
    text = without_bullet(line)
    if dates is not None:
        text = text.replace(dates.text, "  ")
    text = re.sub(r"\(\s*\)|\[\s*\]", "", text)
    return re.sub(r"^[\s|,–—-]+|[\s|,–—-]+$", "", text).strip()


def name_entry(entry: Entry) -> None:
    """Fill ``title`` and ``organisation`` from the header where separators and words tell them apart;
    what stays empty is asked of the model."""
    lines = [line for line in entry.header if line and (not _PLACE.match(line) or names_position(line))]
    for number, line in enumerate(lines):
        parts = [part.strip(" ,") for part in _SEPARATORS.split(line) if part.strip(" ,")]
        named = [i for i, part in enumerate(parts) if names_position(part)]
        if not named:
            continue
        others = [other for i, other in enumerate(lines) if i != number]
        if len(parts) == 1 or (others and _names_employer(others, beside=parts)):
            entry.title = _title_before_place(parts) if named[0] == 0 else parts[named[0]]
            entry.organisation = _first_part(others[0]) if others else ""
            return
        entry.title, entry.organisation = _split_header(parts, named[0])
        return
    if lines and not entry.organisation:
        marked = [line for line in lines if names_organisation(line)]
        entry.organisation = _first_part(marked[0]) if marked else ""


def _names_employer(others: list[str], *, beside: list[str]) -> bool:
    """Whether the employer stands on a line of its own, and not behind the title."""
    if any(names_organisation(line) for line in others):
        return True
    if any(names_organisation(part) for part in beside[1:]):
        return False
    is_place = bool(re.fullmatch(r"[\w .'-]+,\s*[\w .'-]+", others[0])) and len(beside) > 1
    return not is_place


def _title_before_place(parts: list[str]) -> str:
    kept = [parts[0], *[part for part in parts[1:] if not _PLACE.match(part)]]
    return ", ".join(kept[:2])


def _first_part(line: str) -> str:
    parts = re.split(r"\s{2,}|,\s+(?!(?:Inc|Ltd|LLC|LLP|Corp)\b)|\s+[|•·]\s*", line.strip())
    return parts[0].strip(" ,")


def _split_header(parts: list[str], named: int) -> tuple[str, str]:
    """Title and employer of one line in which both stand."""
    employers = [i for i, part in enumerate(parts) if names_organisation(part) and not names_position(part)]
    if employers:
        employer = parts[employers[0]]
        # "Simple Software, Inc. - CEO": the form of the company belongs to its name.
        if re.fullmatch(r"(?:Inc|Ltd|LLC|LLP|Corp)\.?", employer) and employers[0] > 0:
            employer = f"{parts[employers[0] - 1]}, {employer}"
        title = ", ".join(parts[named : employers[0]]) if employers[0] > named else parts[named]
        return title, employer
    if named > 0:
        return parts[named], parts[0]
    return parts[0], parts[1] if len(parts) > 1 and not _PLACE.match(parts[1]) else ""


def split_education(lines: list[str]) -> list[Entry]:
    """Degrees with institution and years; a degree needs no dates."""
    lines = [line for line in _rejoin_split_ranges(lines) if line.strip()]
    groups: list[list[str]] = []
    for line in lines:
        text = without_bullet(line)
        has_degree, has_school = names_degree(text), names_organisation(text)
        current = groups[-1] if groups else []
        taken_degree = any(names_degree(other) for other in current)
        taken_school = any(names_organisation(other) for other in current)
        is_dated = any(find_range(other) or find_year(other) for other in current)
        new = (
            not groups
            or (has_degree and taken_degree)
            or (has_school and taken_school and not has_degree)
            or (bool(find_range(text)) and is_dated and (taken_degree or taken_school))
        )
        if new:
            groups.append([text])
        else:
            current.append(text)
    entries = []
    for group in groups:
        dates = next((found for found in map(find_range, group) if found), None)
        header = [_without_dates(line, dates) for line in group]
        entry = Entry([line for line in header if line], dates)
        _name_degree(entry)
        if entry.title or entry.organisation:
            entries.append(entry)
    return entries


def _name_degree(entry: Entry) -> None:
    parts = [p.strip(" ,") for line in entry.header for p in re.split(r"\s{2,}|,\s+|\s+[|•·–—-]\s+", line)]
    parts = [re.sub(r"\s*\b(?:19|20)\d{2}$", "", part).strip(" ,") for part in parts if part]
    for part in parts:
        if (
            not entry.title
            and names_degree(part)
            and not re.search(r"universit|college|school\b", part, re.I)
        ):
            entry.title = part
        elif not entry.organisation and names_organisation(part):
            entry.organisation = part
    if entry.title and not entry.organisation:
        rest = [part for part in parts if part != entry.title and len(part) > 3]
        entry.organisation = rest[0] if rest else ""
    if not entry.title:
        for part in parts:
            if names_degree(part):
                entry.title = part
