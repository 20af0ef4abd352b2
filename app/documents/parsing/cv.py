"""Fields of a CV, found by patterns. Fields not found are left blank for the model."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date

from app.documents.parsing.closing import without_closing
from app.documents.parsing.contacts import Contacts, find_contacts
from app.documents.parsing.date_lines import rejoin_split_ranges
from app.documents.parsing.dates import find_range, union_months
from app.documents.parsing.education import split_education
from app.documents.parsing.entry import CvEntry, split_statements
from app.documents.parsing.experience import rewrite_sentence, split_entries
from app.documents.parsing.headings import heading_kind
from app.documents.parsing.layouts import without_dates
from app.documents.parsing.line_reader import PositionLines, list_skill_lines, read_position_lines
from app.documents.parsing.names import bare_name
from app.documents.parsing.paragraphs import drop_numbers, put_dates_first, split_headers, split_sentences
from app.documents.parsing.places import find_location
from app.documents.parsing.plausibility import NOT_A_NAME, count_complete, rate_entries
from app.documents.parsing.sections import Section, list_lines, split_sections
from app.documents.parsing.skill_lists import skills_elsewhere, split_skills
from app.documents.parsing.unnamed_lists import find_skill_list
from app.documents.parsing.wording import (
    document_words,
    join_lines,
    names_degree,
    names_organization,
    names_position,
    names_voluntary_work,
    names_volunteer,
    tidy,
    word_lists,
)
from app.skills.catalog import is_known_skill
from app.text.bullets import is_bullet, without_bullet
from app.text.folding import plain

_HEAD_LINES = 16
_SENTENCE_WORDS = 5
_MIN_PROSE = 20
"""In words."""
_CLAUSES = re.compile(r"[,;:]\s|[.!?]\s")
_LISTS = frozenset({"skills", "languages"})
_LIKELY = 0.25
"""Minimum rating of title and employer of a position below a list."""
_SEVERAL = 2
_MAX_ABOVE = 2
"""In lines: of the header of a position above its dates."""
_LIST_COMMAS = 3
"""Commas from which on a dated line lists skills: ``Developer Studio, Git (since 2021), …``"""
_CLEARLY_MORE = 1.0
"""Rating by which another reading of the experience is more plausible than reading it line by line."""
_MORE = 0.3
"""The same, if reading it line by line gives no position at all."""
_MAX_HEADER = 120
"""In characters. A longer line with dates is text."""


@dataclass(slots=True)
class ParsedCv:
    contacts: Contacts
    current_position: str
    summary: str
    """The summary in the words of the CV, or empty."""
    skills: list[str]
    experience: list[CvEntry]
    education: list[CvEntry]
    projects: list[str]
    certifications: list[str]
    languages: list[str]
    location: str
    known_words: frozenset[str] = field(default_factory=frozenset)


def parse_cv(text: str) -> ParsedCv:
    """Parse the text of a CV."""
    text = tidy(text)
    contacts = find_contacts(text)
    text = without_closing(text, contacts.name)
    sections = split_sections(text, scheme="cv", name=contacts.name)
    read = read_position_lines(text)
    _set_positions_apart(sections, read)
    lists = [section for section in sections if section.kind == "skills"]
    for section in lists:
        if _is_prose(section.lines) or (len(lists) > 1 and _has_sentences_only(section.lines)):
            section.kind = "summary"
    known = document_words(text)
    _set_overviews_apart(sections, read)
    experience = _most_plausible(_position_lines(sections, read), read)
    if not experience:
        experience = split_entries(list_lines(sections, "experience_overview"), read)
    if not experience:
        # There is no work heading, or an unknown one: whatever is dated and names a position is work.
        paid = [section for section in sections if not _heads_voluntary_work(section.heading)]
        loose = list_lines(paid, "head", "other", "summary", "certifications", "contact")
        listed = list_lines(sections, "skills")
        loose += listed[len(_until_dated(listed)) :]
        experience = [e for e in split_entries(loose, read) if e.title and not _is_degree(e)]
    experience = [*_positions_in_sentences(sections, experience), *experience]
    for entry in experience:
        entry.is_unpaid = entry.is_unpaid or names_volunteer(entry.title)
    spans = {(entry.title, entry.dates) for entry in experience}
    experience += [e for e in _voluntary_work(sections, read) if (e.title, e.dates) not in spans]
    education_lines = list_lines(sections, "education")
    if not any(line.strip() for line in education_lines):
        # Degrees without an education heading: the lines that name one.
        education_lines = [line for line in text.split("\n") if _mentions_degree(line)]
    skill_lines = [[*_until_dated(section.lines), ""] for section in sections if section.kind == "skills"]
    skills = split_skills([line for lines in skill_lines for line in lines])
    if not skills:
        skills = split_skills(find_skill_list(text) or list_skill_lines(text))
    elsewhere = list_lines(sections, "head", "experience", "projects", "summary", "certifications")
    return ParsedCv(
        contacts=contacts,
        current_position=_current_position(sections, experience, contacts.name),
        summary=_summary(sections, known),
        skills=skills_elsewhere(elsewhere, skills),
        experience=experience,
        education=split_education(education_lines),
        projects=_projects(list_lines(sections, "projects"), known),
        certifications=_single_lines(list_lines(sections, "certifications"), known),
        languages=split_skills(list_lines(sections, "languages"), canonical=False),
        location=find_location(_contact_lines(sections)),
        known_words=known,
    )


def _most_plausible(lines: list[str], read: PositionLines) -> list[CvEntry]:
    """The positions in ``lines``, read line by line unless paragraphs or sentences explain clearly more."""
    best = split_entries(lines, read)
    for reflow in (split_headers, split_sentences, put_dates_first, drop_numbers):
        other = split_entries(reflow(lines), read)
        is_fuller = count_complete(other) > count_complete(best, at_least=NOT_A_NAME)
        if is_fuller and rate_entries(other) >= rate_entries(best) + (_CLEARLY_MORE if best else _MORE):
            best = other
    return best


def _position_lines(sections: list[Section], read: PositionLines) -> list[str]:
    """The lines of experience sections, and of sections with a generic heading that contain positions.

    Also those of the head that the trained reader takes for positions, if only later ones have a heading.
    """
    has_experience = any(section.kind == "experience" for section in sections)
    kinds = ("other",) if has_experience else ("other", "education")
    lines: list[str] = []
    for section in sections:
        if section.kind == "experience" or (section.kind in kinds and _holds_positions(section, read)):
            lines += [*section.lines, ""]
        elif section.kind == "head" and has_experience:
            lines += [*_from_position(section.lines, read), ""]
    return lines


def _set_positions_apart(sections: list[Section], read: PositionLines) -> None:
    """Sections of lists that positions follow without a heading, as below a margin, end before them."""
    for number in range(len(sections) - 1, -1, -1):
        section = sections[number]
        if section.kind not in _LISTS:
            continue
        first = _find_position(section.lines, read)
        rest = section.lines[first:]
        entries = [entry for entry in split_entries(rest, read) if not _is_degree(entry)]
        if count_complete(entries, at_least=_LIKELY) >= _SEVERAL:
            section.lines = section.lines[:first]
            sections.insert(number + 1, Section("experience", section.heading, rest))


def _find_position(lines: list[str], read: PositionLines) -> int:
    """The number of the first line of the first position below a list; that of the end if there is none."""
    for number, line in enumerate(lines):
        dates = find_range(line)
        if not number or dates is None or line.count(",") >= _LIST_COMMAS or len(line) > _MAX_HEADER:
            continue
        first = number
        # Beside the dates is half of the header, or nothing.
        above = _MAX_ABOVE - bool(without_dates(line, dates))
        while first > max(0, number - above) and _may_head_position(lines[first - 1], read):
            first -= 1
        if first == number and not _may_head_position(without_dates(line, dates), read):
            continue
        # The bullets of the position before a margin.
        while first > 1 and is_bullet(lines[first - 1]) and not is_bullet(lines[0]):
            first -= 1
        return first
    return len(lines)


def _may_head_position(line: str, read: PositionLines) -> bool:
    """Whether a line without dates may be the title or the employer of a position."""
    is_named = names_position(line) or names_organization(line)
    return is_named or read.hints.get(line.strip()) in ("title", "employer")


def _set_overviews_apart(sections: list[Section], read: PositionLines) -> None:
    """Sections of positions that another one gives in more detail become overviews.

    Each of their positions has years only, and an employer that the other section has, too.
    """
    headed = [section for section in sections if section.kind == "experience"]
    for section in headed if len(headed) > 1 else ():
        entries = split_entries(section.lines, read)
        details = [line for other in headed if other is not section for line in other.lines]
        is_rough = len(entries) >= _SEVERAL and all(e.organization and not _has_month(e) for e in entries)
        if not is_rough or not any(map(_has_month, split_entries(details, read))):
            continue
        words = f" {plain(' '.join(details))} "
        if all(f" {plain(entry.organization)} " in words for entry in entries):
            section.kind = "experience_overview"


def _has_month(entry: CvEntry) -> bool:
    return entry.dates is not None and "-" in entry.dates.start.wire


def _from_position(lines: list[str], read: PositionLines) -> list[str]:
    """``lines`` from the first position on; empty if there is none."""
    for number, line in enumerate(lines):
        if line.strip() in read.dated and find_range(line) is not None:
            first = number
            while first and read.hints.get(lines[first - 1].strip()) in ("title", "employer"):
                first -= 1
            return lines[first:]
    return []


def _positions_in_sentences(sections: list[Section], known: list[CvEntry]) -> list[CvEntry]:
    """Positions in sentences above the others: ``Since March 2024 I am a Clerk at Halden Library.``"""
    lines = list_lines(sections, "head", "summary")
    sentences = [line for line in map(rewrite_sentence, lines) if line not in lines]
    starts = {entry.dates.start.year for entry in known if entry.dates is not None}
    entries = split_entries(sentences) if known else []
    return [e for e in entries if e.title and e.organization and e.dates and e.dates.start.year not in starts]


def _voluntary_work(sections: list[Section], read: PositionLines) -> list[CvEntry]:
    """Voluntary work outside the experience, if it has dates, title and organization.

    It is below a heading of its own, or says that it is voluntary.
    """
    entries: list[CvEntry] = []
    for section in sections:
        is_headed = _heads_voluntary_work(section.heading)
        is_education = section.kind == "education"
        may_hold = section.kind == "other" or (section.kind == "certifications" and is_headed)
        if not (may_hold or is_education):
            continue
        entries += [
            entry
            for entry in _most_plausible(section.lines, read)
            if entry.is_unpaid or (not is_education and (is_headed or _says_voluntary(entry)))
        ]
    for entry in entries:
        if not (entry.organization and entry.title) and len(entry.header) == 1:
            # "Mentor, Harbour Youth Club"
            whole = entry.title or entry.header[0]
            entry.title, _, entry.organization = whole.partition(", ")
    entries = [entry for entry in entries if entry.title and entry.organization]
    for entry in entries:
        entry.is_unpaid = True
    return entries


def _heads_voluntary_work(heading: str) -> bool:
    """``Volunteering``, ``Community``, ``Extra-curricular activities``"""
    headings = word_lists()["words"]["voluntary_headings"]
    return names_voluntary_work(heading) or plain(heading) in map(plain, headings)


def _says_voluntary(entry: CvEntry) -> bool:
    """``Mentore bénévole``, ``Volontario: autista``"""
    label, colon, _ = entry.header[0].partition(":")
    return names_voluntary_work(entry.title) or (bool(colon) and names_voluntary_work(label))


def _holds_positions(section: Section, read: PositionLines) -> bool:
    dated = [line for line in section.lines if len(line) < _MAX_HEADER and find_range(line)]
    degrees = sum(map(names_degree, section.lines))
    if heading_kind(section.heading, scheme="cv") is not None or 2 * degrees > len(dated):
        return False
    naming = sum(
        line.strip() in read.dated or names_position(line) or names_organization(line) for line in dated
    )
    if not dated or 2 * naming < len(dated):
        return False
    return _heads_voluntary_work(section.heading) or count_complete(split_entries(section.lines, read)) > 0


def _until_dated(lines: list[str]) -> list[str]:
    """Lines of skills, up to positions that ended up among them because a heading is missing."""
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        is_text = following.rstrip().endswith(".") and len(following.split()) > _SENTENCE_WORDS
        if number and is_text and names_position(line) and not is_bullet(line) and ":" not in line:
            # Beside a margin: what the person does, above the summary.
            return lines[:number]
        is_list = line.count(",") >= _LIST_COMMAS
        if find_range(line) and names_position(line) and not is_list:
            before = lines[:number]
            # The header of that position goes too, up to the blank line above it.
            while before and before[-1].strip():
                before = before[:-1]
            return before
    return lines


def _is_prose(lines: list[str]) -> bool:
    """Whether a section has sentences only and lists nothing: "What I bring" may head a summary."""
    text = " ".join(line.strip() for line in lines if line.strip())
    pieces = [piece for piece in _CLAUSES.split(text) if piece.strip()]
    words = len(text.split())
    is_text = text.endswith(".") and words >= _MIN_PROSE and not any(map(is_bullet, lines))
    return is_text and words >= _SENTENCE_WORDS * len(pieces) and not any(map(is_known_skill, pieces))


def _has_sentences_only(lines: list[str]) -> bool:
    """Whether each line is a sentence or several: strengths above the section that lists the skills."""
    texts = [line.rstrip() for line in lines if line.strip()]
    return bool(texts) and all(text.endswith(".") and len(text.split()) >= _SENTENCE_WORDS for text in texts)


def _summary(sections: list[Section], known: frozenset[str]) -> str:
    """The first section of this kind that has sentences: "About" may also head the contacts."""
    for section in sections:
        lines = [line for line in section.lines if line.strip()]
        if section.kind == "summary" and any(len(line.split()) >= _SENTENCE_WORDS for line in lines):
            return join_lines(list(map(without_bullet, lines)), known_words=known)
    return ""


def _projects(lines: list[str], known: frozenset[str]) -> list[str]:
    """The projects, one item each. A dated line that heads a project is an item without its dates."""
    items: list[str] = []
    body: list[str] = []
    for line in rejoin_split_ranges(lines):
        dates = None if is_bullet(line) else find_range(line)
        if dates is None:
            body.append(line)
            continue
        items += split_statements(body, known)
        body = []
        items.append(without_dates(line, dates))
    return [item for item in [*items, *split_statements(body, known)] if item]


def _is_degree(entry: CvEntry) -> bool:
    return names_degree(" ".join(entry.header)) and not names_position(entry.title)


def _mentions_degree(line: str) -> bool:
    return (
        names_degree(line) and len(line) < 120 and not line.rstrip().endswith(".") and len(line.split()) > 1
    )


def _contact_lines(sections: list[Section]) -> list[str]:
    """Lines in which a CV gives contact details: its head, and sections of contacts."""
    contact = [line for line in list_lines(sections, "contact") if line.strip()]
    head: list[str] = []
    for section in sections:
        if section.kind == "head":
            head += [line for line in section.lines if line.strip()][:_HEAD_LINES]
    return [*contact, *head]


def _current_position(sections: list[Section], experience: list[CvEntry], name: str) -> str:
    for entry in experience:
        if entry.dates is not None and entry.dates.end is None and entry.title and not entry.is_unpaid:
            return _cased(entry.title)
    for line in [n for s in sections if s.kind == "head" for n in s.lines[:12]]:
        for piece in re.split(r"\s{2,}|\s[|]\s|\s+[–—]\s+|,\s+(?=[A-Z])", line):
            text = piece.strip(" ,#*")
            is_title = names_position(text) and len(text) < 70 and "@" not in text
            if is_title and plain(bare_name(text)) != plain(name) and not text.endswith("."):
                return _cased(text)
    return _cased(experience[0].title) if experience else ""


def _cased(title: str) -> str:
    return title.title() if title.isupper() and len(title) > 4 else title


def _single_lines(lines: list[str], known: frozenset[str]) -> list[str]:
    """Each line as an item, unless it continues the one before, starting in lower case."""
    if any(is_bullet(line) for line in lines):
        return split_statements(lines, known)
    items: list[str] = []
    for line in filter(None, map(str.strip, lines)):
        if items and line[:1].islower():
            items[-1] = join_lines([items[-1], line], known_words=known)
        else:
            items.append(line)
    return items


def experience_months(cv: ParsedCv, *, today: date) -> int:
    """Months in which the person held at least one paid position."""
    paid = [e.dates for e in cv.experience if e.dates is not None and not e.is_unpaid]
    return union_months(paid, today=today)
