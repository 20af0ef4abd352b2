"""A CV as patterns read it; what they cannot read is left blank for the model."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date

from app.documents.parsing.contacts import Contacts, find_contacts
from app.documents.parsing.dates import find_year, union_months
from app.documents.parsing.experience import Entry, split_education, split_entries, statements_of
from app.documents.parsing.sections import Section, lines_of, split_sections
from app.documents.parsing.wording import (
    document_words,
    is_bullet,
    join_lines,
    names_position,
    plain,
    without_bullet,
    word_lists,
)

MAX_SKILLS = 60


@dataclass(slots=True)
class ParsedCv:
    contacts: Contacts
    current_position: str
    summary: str
    """The summary that stands in the CV, or empty."""
    skills: list[str]
    experience: list[Entry]
    education: list[Entry]
    projects: list[str]
    certifications: list[str]
    languages: list[str]
    location: str
    known_words: frozenset[str] = field(default_factory=frozenset)


def parse_cv(text: str) -> ParsedCv:
    """Read ``text`` (as the documents reader gives it) by patterns alone."""
    contacts = find_contacts(text)
    sections = split_sections(text, scheme="cv", name=contacts.name)
    known = document_words(text)
    experience = split_entries(lines_of(sections, "experience"))
    if not experience:
        experience = split_entries(lines_of(sections, "experience_overview"))
    if not experience and not any(s.kind == "experience" for s in sections):
        # A CV without headings: whatever is dated and names a position is work.
        experience = [e for e in split_entries(lines_of(sections, "head")) if e.title]
    return ParsedCv(
        contacts=contacts,
        current_position=_current_position(sections, experience, contacts.name),
        summary=join_lines([n for n in lines_of(sections, "summary") if n.strip()], known_words=known),
        skills=split_skills(lines_of(sections, "skills")),
        experience=experience,
        education=split_education(lines_of(sections, "education")),
        projects=statements_of(lines_of(sections, "projects"), known),
        certifications=_single_lines(lines_of(sections, "certifications"), known),
        languages=split_skills(lines_of(sections, "languages")),
        location="",
        known_words=known,
    )


def _current_position(sections: list[Section], experience: list[Entry], name: str) -> str:
    for entry in experience:
        if entry.dates is not None and entry.dates.end is None and entry.title:
            return entry.title
    for line in [n for s in sections if s.kind == "head" for n in s.lines[:12]]:
        for piece in re.split(r"\s{2,}|\s[|]\s", line):
            text = piece.strip(" ,#*")
            is_title = names_position(text) and len(text) < 70 and "@" not in text
            if is_title and plain(text) != plain(name) and not text.endswith("."):
                return text.title() if text.isupper() else text
    return experience[0].title if experience else ""


def _single_lines(lines: list[str], known: frozenset[str]) -> list[str]:
    """Each line an item, unless it goes on with a small letter."""
    if any(is_bullet(line) for line in lines):
        return statements_of(lines, known)
    items: list[str] = []
    for line in filter(None, map(str.strip, lines)):
        if items and line[:1].islower():
            items[-1] = join_lines([items[-1], line], known_words=known)
        else:
            items.append(line)
    return items


def split_skills(lines: list[str]) -> list[str]:
    """Single skills from lists, tables, ``Label: a, b`` lines and comma runs, each once."""
    found: dict[str, str] = {}
    wrapped = ""
    for line in lines:
        if not line.strip():
            wrapped = ""
            continue
        text = without_bullet(line)
        if not is_bullet(line) and wrapped:
            text, wrapped = f"{wrapped} {text}", ""
        elif not is_bullet(line):
            # "Git, Docker,\nNatural Language\nProcessing": the last item may go on in the next line.
            wrapped = ""
        label = re.match(r"^[A-Z][\w &/+-]{2,40}:\s*(?=\S)", text)
        if label:
            text = text[label.end() :]
        pieces = _split_list(text)
        if not is_bullet(line) and len(pieces) > 1 and text.count(",") >= 2 and not text.endswith("."):
            wrapped = pieces[-1] if not text.rstrip().endswith(",") else ""
        for piece in pieces:
            _add(found, piece)
    # What was carried into the next line is there twice: short and whole.
    texts = list(found.values())
    whole = [
        t for t in texts if not any(o != t and o.startswith(f"{t} ") and t in _ends(lines) for o in texts)
    ]
    return whole[:MAX_SKILLS]


def _ends(lines: list[str]) -> set[str]:
    return {_split_list(line)[-1] for line in lines if _split_list(line)}


def _split_list(text: str) -> list[str]:
    pieces = re.split(r",\s*(?![^()]*\))|;\s*|\s{2,}|\s[|•·]\s|\t", text)
    return [piece.strip(" .,*") for piece in pieces if piece.strip(" .,*")]


def _add(found: dict[str, str], piece: str) -> None:
    text = re.sub(r"^and\s+", "", piece).strip()
    if 1 <= len(text) <= 70 and len(text.split()) <= 8 and any(c.isalpha() for c in text):
        found.setdefault(plain(text) or text, text)


def experience_months(cv: ParsedCv, *, today: date) -> int:
    """Months in which the person held at least one position."""
    return union_months([e.dates for e in cv.experience if e.dates is not None], today=today)


def education_level(cv: ParsedCv) -> str:
    """The highest level that a degree names, or an empty text."""
    texts = [f" {plain(' '.join(entry.header))} " for entry in cv.education]
    for level in word_lists()["education"]["levels"]:
        if any(f" {word} " in text for word in level["words"] for text in texts):
            return str(level["name"])
    return ""


def education_years(cv: ParsedCv, *, today: date) -> float | None:
    """Years of study by their dates; where they are not given, by the level (document 000, section 9)."""
    level = education_level(cv)
    dated = [e.dates for e in cv.education if e.dates is not None and not _is_school(e)]
    if dated:
        return round(union_months(dated, today=today) / 12, 1)
    for entry in word_lists()["education"]["levels"]:
        if entry["name"] == level:
            return float(entry["years"])
    return None


def _is_school(entry: Entry) -> bool:
    words = next(x for x in word_lists()["education"]["levels"] if x["name"] == "High School")["words"]
    text = f" {plain(' '.join(entry.header))} "
    return any(f" {word} " in text for word in words)


def year_of(entry: Entry) -> int | None:
    """The year in which a degree was taken."""
    if entry.dates is not None:
        return entry.dates.end.year if entry.dates.end else None
    return next((year for year in map(find_year, entry.header) if year), None)
