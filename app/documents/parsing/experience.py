"""Work experience of a CV: entries found by their dates, with the header layout that the CV uses most."""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.documents.parsing.date_lines import join_date_cells, tidy_dated_lines
from app.documents.parsing.dates import DateRange, find_range, is_duration
from app.documents.parsing.entry import CvEntry
from app.documents.parsing.forms import labeled_entries, table_entries, without_labels
from app.documents.parsing.header_parts import TERMS, split_header
from app.documents.parsing.headers import name_header, without_terms
from app.documents.parsing.layouts import best_headers, find_anchors
from app.documents.parsing.line_reader import PositionLines, lean, read_part
from app.documents.parsing.wording import names_organization, names_position, names_voluntary_work, word_lists
from app.text.bullets import is_bullet
from app.text.folding import plain

MAX_ENTRIES = 60
"""A text with more dated lines than any career would have is a table. Only the first lines are parsed."""
_REMARK = re.compile(r"\(([^()]*)\)")
_POSITION_SENTENCE = re.compile(
    r"^(?:[-•*▪]\s*)?(?:(?:presently|currently|i am|i was|i have)\s+)*"
    r"(?:working|worked|work|employed|serving|served)\s+as\s++(?:an?\s++|the\s++)?"
    r"(?P<title>[^\s,.][^,.]{2,59}?)(?<!\s)\s++(?:in|at|with|for)\s++(?:the\s++)?(?P<rest>[A-Z].*)$",
    re.IGNORECASE,
)
_SENTENCE_AFTER_DATES = (
    re.compile(
        r",?\s*+I\s(?:was|am|have\sbeen|worked\sas|have\sworked\sas)\s(?:(?:an?|the)\s)?"
        r"(?P<title>[^,.]{2,60}?)\s(?:at|with|for|in)\s(?:the\s)?(?P<employer>[A-Z][^,.(]{1,60})"
    ),
    re.compile(
        r",?\s*+I\s(?:have\s)?worked\s(?:for|at|with)\s(?:the\s)?(?P<employer>[A-Z][^,.]{1,60}?)"
        r"(?:\sin\s[A-Z][\w'’-]*)?\sas\s(?:(?:an?|the)\s)?(?P<title>[^,.]{2,60}?)(?:\sto\s|[,.]|$)"
    ),
)
_SENTENCE_WITH_DATES = re.compile(
    r"\b(?:(?P<work>worked|working|employed)\sas|(?:was|am|been|served|serving|joined|started)(?:\sas)?"
    r"|(?:job|post|position|role)\s(?:was|is)(?:\sas)?)\s(?:an?\s|the\s|(?=[A-Z]))"
    r"(?P<title>[^,.;:()]{2,60}?)\s(?:at|with|for|by|in)\s(?:the\s)?(?P<employer>[A-Z][^,.;:()]{1,60}?)"
    r"(?=\sand\s(?:have|has|was|am)\s|\s(?:from|since|until|between)\s|[,.;:()]|$)"
)
"""``After school I was a Porter at Tain Hospital (2006 to 2007).``: dates anywhere in the sentence."""
_TOLD = re.compile(
    r"\b(?:als|comme|en tant que|como|come|jako|som|(?:war|bin) ich(?: als)?|soy|fui|j['’]étais|je suis)\s"
    r"(?:(?:eine?r?|une?|un[ao]|uma?|ett?)\s)?(?P<title>[^\s,.;:()][^,.;:()]{2,60}?)\s"
    r"(?:beim?|in|im|an|am|chez|à|au|aux|dans|en|n[ao]|em|presso|hos|på|w|v)\s"
    r"(?:(?:de[rmn]|die|das|les?|la|el|los|las|il|lo)\s)?"
    r"(?P<employer>[A-ZÀ-ÖØ-Þ][\w&.'’-]*(?:\s(?:(?:&|und|et|y|e|de|du|des|di|del|van|von)\s)?[A-ZÀ-ÖØ-Þ][\w&.'’-]*){0,5})"
)
"""``Von 2012 bis 2018 arbeitete ich als Bäcker bei der Mühle Lindner.``, with the dates anywhere."""
_LIKELY_TITLE, _SURE_EMPLOYER = 0.5, 0.9
_MAX_LEAD_IN = 60
"""In characters: what a sentence may have before ``I was``, its dates included."""
_PROJECT = re.compile(r"(?:#\s*)?projects?\s*(?:name|title|details|profile|no\b|[#:\d]|$)", re.IGNORECASE)

_NOTHING_READ = PositionLines()


def split_entries(lines: list[str], read: PositionLines = _NOTHING_READ) -> list[CvEntry]:
    """Entries of a section, in order. Every position has dates; lines before the first are left out.

    A CV formats the headers of all its positions in much the same way. Every layout (how many lines are above
    and below the dates) is tried on all entries, and the one with the best total score is preferred for each.
    ``read`` is what the trained reader takes the lines for.
    """
    # Before bullets go: the dash of "- 2014  Acme" below "2012  Foreman" belongs to the dates.
    lines = join_date_cells(_without_projects(lines))
    lines = [read.bulleted.get(line.strip(), line) for line in lines]
    lines = [x for x in lines if not (_is_duration(x.strip()) or _is_remark_on_terms(x.strip()))]
    lines = tidy_dated_lines(list(map(rewrite_sentence, lines)), prose=read.prose)
    labeled = labeled_entries(lines) or table_entries(lines)
    if labeled:
        return labeled
    lines, titles = without_labels(lines)
    hints = {**read.hints, **titles}
    anchors = find_anchors(lines, read)[:MAX_ENTRIES]
    if not anchors:
        return []
    headers = best_headers(lines, anchors, hints)
    entries = []
    for number, header in enumerate(headers):
        stop = headers[number + 1].first if number + 1 < len(headers) else len(lines)
        entry = CvEntry([text for text in header.lines if text], header.dates, lines[header.stop : stop])
        entry.title, entry.organization = header.named.title, header.named.organization
        entry.is_unpaid = any(map(names_voluntary_work, _REMARK.findall(" ".join(header.lines))))
        entries.append(entry)
    named = [entry for entry in entries if entry.header]
    # Before a break could inherit the employer of the position above it.
    named = [entry for entry in named if not _is_break(entry)]
    return _with_employers(_without_remarks(named), hints)


def _is_duration(line: str) -> bool:
    """``6 yrs 3 mos`` or ``Full-time · 6 yrs 3 mos``, below the employer of several positions."""
    terms, dot, duration = line.rpartition("·")
    is_alone = not dot or TERMS.fullmatch(terms) is not None
    return is_alone and is_duration(duration)


def _is_remark_on_terms(line: str) -> bool:
    """``(part-time)`` on a line of its own."""
    is_remark = line.startswith("(") and line.endswith(")")
    return is_remark and not without_terms(line).strip()


def _without_projects(lines: list[str]) -> list[str]:
    """If positions have sentences, the projects below them are not separate positions."""
    rewritten = [number for number, line in enumerate(lines) if rewrite_sentence(line) != line]
    following = range(rewritten[0] + 1, len(lines)) if rewritten else ()
    stop = next((number for number in following if _PROJECT.match(lines[number].strip())), len(lines))
    return lines[:stop]


def rewrite_sentence(line: str) -> str:
    """``Worked as Analyst in Palmyra from 2019 to 2021.`` as ``Analyst at Palmyra 2019 to 2021``.

    ``From 2019 to 2021 I was an Analyst at Palmyra.``, too.
    """
    dates = find_range(line)
    if dates is not None and line[: dates.position].strip().casefold() in ("", "from"):
        matches = (form.match(line, dates.position + len(dates.text)) for form in _SENTENCE_AFTER_DATES)
        match = next(filter(None, matches), None)
        if match is not None and names_position(match.group("title")):
            return f"{match.group('title')} at {match.group('employer')}  {dates.text}"
    told = _TOLD.search(line) if dates is not None else None
    if dates is not None and told is not None and _is_told(told.group("title"), told.group("employer")):
        return f"{told.group('title')}  {told.group('employer').strip(' .')}  {dates.text}"
    match = _POSITION_SENTENCE.match(line.strip()) if dates is not None else None
    if match is None and dates is not None:
        return _rewrite_first_sentence(line, dates)
    if match is None or not names_position(match.group("title")):
        return line
    rest = re.sub(
        r"(?:(?<!\s)\s+)?\b(?:from|since|during|between)\s++(?=\S{0,40}\d|[A-Z][a-z]{2})",
        "  ",
        match.group("rest"),
    )
    return f"{match.group('title')} at {rest.rstrip(' .')}"


def _is_told(title: str, employer: str) -> bool:
    """Whether a sentence tells a position: its title is likely one, or its employer surely is."""
    is_title = names_position(title) or read_part(title)["title"] >= _LIKELY_TITLE
    return is_title or read_part(employer)["employer"] >= _SURE_EMPLOYER


def _rewrite_first_sentence(line: str, dates: DateRange) -> str:
    """The position that the first sentence tells with its ``dates``; the line if it tells none."""
    sentence = line.partition(". ")[0]
    told = _SENTENCE_WITH_DATES.search(sentence)
    if told is None or told.start() > _MAX_LEAD_IN or dates.text not in sentence:
        return line
    if not told.group("work") and not names_position(told.group("title")):
        return line
    return f"{told.group('title')} at {told.group('employer').strip(' .')}  {dates.text}"


def _with_employers(entries: list[CvEntry], hints: Mapping[str, str]) -> list[CvEntry]:
    """Fill in the employer of several positions at one employer.

    The employer is above them with its own dates, or only in the first position. ``hints`` are lines that the
    trained reader takes for a ``title`` or an ``employer``.
    """
    result: list[CvEntry] = []
    umbrella: CvEntry | None = None
    inherits = False
    """Whether the previous entry has its employer from an earlier one."""
    for number, entry in enumerate(entries):
        following = entries[number + 1] if number + 1 < len(entries) else None
        if (
            entry.organization
            and following is not None
            and (not entry.title or (_is_town_behind(entry) and names_position(following.title)))
            and following.title
            and (not names_organization(following.organization) or _is_below(following))
            and not any(line.strip() for line in entry.body if is_bullet(line))
            and _covers(entry.dates, following.dates)
        ):
            umbrella = entry
            entry.title = ""
            continue
        if umbrella is not None and entry.organization and _covers(umbrella.dates, entry.dates):
            # "Finance Director, Retail Division" below the employer: both are the title.
            own = entry.organization
            if not names_organization(own) and f"{entry.title}, {own}" in " ".join(entry.header):
                entry.title, entry.organization = f"{entry.title}, {own}", ""
            elif _is_below(entry) and not names_organization(own):
                # The first line of the text below "Gruppenleiter (seit 2021)".
                entry.body.insert(0, entry.header.pop())
                entry.organization = ""
        _take_next_employer(entry, umbrella, result, hints)
        if result and _is_earlier_title(result[-1], entry, inherits=inherits):
            entry.title, entry.organization = entry.organization, ""
        had_none = not entry.organization
        is_open = not names_organization(entry.organization) and lean(entry.organization, "employer") <= 0
        if result and entry.organization and is_open:
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


def _is_town_behind(entry: CvEntry) -> bool:
    """Whether the title is a town behind the employer: ``ACME LTD — Smallville``."""
    is_word = entry.title.isalpha() and not names_position(entry.title)
    return is_word and entry.header[0].startswith(entry.organization)


def _take_next_employer(
    entry: CvEntry, umbrella: CvEntry | None, before: list[CvEntry], hints: Mapping[str, str]
) -> None:
    """Give the position the employer that ends the text above it.

    The line is in capitals if the last employer was, or the trained reader takes it for an employer.
    """
    if not entry.title or entry.organization or not before:
        return
    body = before[-1].body
    line = next((line for line in reversed(body) if line.strip()), "")
    in_capitals = umbrella is not None and umbrella.organization.isupper() and line.isupper()
    if (in_capitals or hints.get(line.strip()) == "employer") and not is_bullet(line):
        body.remove(line)
        entry.organization = name_header([line], prior="organization").organization or line.strip()
        entry.header.insert(0, entry.organization)


def _is_earlier_title(later: CvEntry, entry: CvEntry, *, inherits: bool) -> bool:
    """Whether a word that no list knows, alone beside its dates, is the previous title: ``Shift Boss``."""
    is_alone = bool(entry.organization) and not entry.title and entry.header == [entry.organization]
    is_open = is_alone and not names_organization(entry.organization) and bool(later.title)
    return is_open and _is_promotion(later, entry, inherits=inherits)


def _is_below(entry: CvEntry) -> bool:
    """Whether the header's last line is nothing but the employer, below a line with the title."""
    return len(entry.header) > 1 and entry.organization in entry.header[-1] and entry.title in entry.header[0]


def _covers(outer: DateRange | None, inner: DateRange | None) -> bool:
    if outer is None or inner is None:
        return False
    ends = outer.end is None or (
        inner.end is not None
        and (inner.end.year, inner.end.month or 1) <= (outer.end.year, outer.end.month or 12)
    )
    return outer.start.year <= inner.start.year and ends


def _is_promotion(later: CvEntry, earlier: CvEntry, *, inherits: bool) -> bool:
    """Whether ``earlier`` is the previous position at the same employer.

    It has no employer of its own, the employer was on a separate line, and one ended when the other began.
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


def _is_remark(entry: CvEntry) -> bool:
    """``July 2014 – August 2015: travelled in Peru``: one line in small letters that names no position."""
    if len(entry.header) != 1 or names_position(entry.title) or names_organization(entry.organization):
        return False
    text = entry.header[0]
    return text[:1].islower() and len(text.split()) > 1 and not any(map(names_position, text.split(",")))


def _without_remarks(entries: list[CvEntry]) -> list[CvEntry]:
    """Without remarks, where all other entries begin with a capital."""
    others = [entry for entry in entries if not _is_remark(entry)]
    is_capital = bool(others) and not any(entry.header[0][:1].islower() for entry in others)
    return others if is_capital else entries


def _is_break(entry: CvEntry) -> bool:
    """Whether the lines are a dated break rather than a position: parental leave, a year of travel."""
    text = plain(" ".join(entry.header))
    if names_position(text) or names_organization(entry.organization):
        return False
    return any(f" {plain(phrase)} " in f" {text} " for phrase in word_lists()["words"]["breaks"])
