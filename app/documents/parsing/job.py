"""A job description as patterns read it; what they cannot read is left blank for the model."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.core.skills import find_skills
from app.documents.parsing.entry import statements_of
from app.documents.parsing.sections import Section, heading_kind, lines_of, split_sections
from app.documents.parsing.wording import (
    document_words,
    is_bullet,
    join_lines,
    names_organisation,
    names_position,
    plain,
    without_bullet,
)

_LABEL = re.compile(r"^(?:[-*•]\s*)?([A-Za-z][A-Za-z /]{1,30}?)\s*:\s*(\S.*)$")
_TITLE_LABELS = (
    "job title",
    "title",
    "position",
    "role",
    "job description",
    "vacancy",
    "job",
    "position title",
)
_COMPANY_LABELS = ("company", "employer", "organisation", "organization", "company name", "client")
_IS_A = re.compile(
    r"^(?:at\s+)?((?:[A-Z][\w&.'-]*\s){0,4}[A-Z][\w&.'-]*)(?:,)?\s+(?:is|are)\s+(?:an?|the|one|looking|seeking|hiring)\b"
)
_PRONOUNS = frozenset({"we", "you", "this", "it", "our", "they", "there", "who", "the", "here"})
_YEARS = re.compile(r"(\d{1,2})\s*(?:\+|or more|plus)?\s*(?:[-–]|to)?\s*(?:\d{1,2})?\s*\+?\s*years?")
_NUMBER_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "ten": 10,
}
_PREFERRED = re.compile(
    r"\b(?:preferred|nice to have|a plus|is a bonus|desirable|advantageous|ideally)\b", re.I
)


@dataclass(slots=True)
class ParsedJob:
    title: str
    company: str
    level: str
    """``junior``, ``mid``, ``senior`` or empty."""
    location: str
    responsibilities: list[str]
    requirements: list[str]
    preferred: list[str]
    benefits: list[str]
    about: str
    about_company: str
    skills: list[str]
    """Canonical names of the skills that the requirements, wishes and duties name."""
    known_words: frozenset[str] = field(default_factory=frozenset)


def parse_job(text: str) -> ParsedJob:
    """Read ``text`` (as the documents reader gives it) by patterns alone."""
    sections = split_sections(text, scheme="job")
    known = document_words(text)
    labels = _labels(text)
    requirements = _items(sections, "requirements", known)
    preferred = _items(sections, "preferred", known)
    # "Bachelor's degree (MBA preferred)" stays a requirement; "Kubernetes is a plus" is none.
    wishes = [item for item in requirements if _PREFERRED.search(item) and "(" not in item]
    requirements = [item for item in requirements if item not in wishes]
    duties = _items(sections, "responsibilities", known)
    named = find_skills("\n".join([*requirements, *preferred, *wishes, *duties]))
    head = [line.strip() for line in text.split("\n") if line.strip()][:8]
    title = _title(head, labels)
    return ParsedJob(
        title=title,
        company=_company(head, sections, labels, title, text),
        level=job_level(title, labels.get("level", labels.get("seniority", "")), requirements),
        location=labels.get("location", labels.get("work location", "")),
        responsibilities=duties,
        requirements=requirements,
        preferred=[*preferred, *wishes],
        benefits=_items(sections, "benefits", known),
        about=_about(sections, known),
        about_company=_about(sections, known),
        skills=list(dict.fromkeys(skill.name for skill in named)),
        known_words=known,
    )


def _labels(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for piece in re.split(r"\n|\s{2,}|\s[|]\s", text):
        match = _LABEL.match(piece.strip())
        if match and len(match.group(2)) < 120:
            found.setdefault(plain(match.group(1)), match.group(2).strip())
    return found


def _items(sections: list[Section], kind: str, known: frozenset[str]) -> list[str]:
    lines = [line for line in lines_of(sections, kind) if not re.fullmatch(r"\d{1,3}", line.strip())]
    items = []
    for item in statements_of(lines, known):
        is_intro = item.endswith(":") or (not any(is_bullet(x) for x in lines) and len(item) > 400)
        if not is_intro and item not in items:
            items.append(item)
    if any(is_bullet(line) for line in lines):
        bulleted = {join_lines([without_bullet(x)])[:25] for x in lines if is_bullet(x)}
        items = [item for item in items if item[:25] in bulleted or any(b[:20] in item for b in bulleted)]
    return items


def _title(head: list[str], labels: dict[str, str]) -> str:
    for label in _TITLE_LABELS:
        value = labels.get(label, "")
        if value and len(value) < 100 and not value.endswith("."):
            return re.sub(r"\s*\((?:\d+\+? years[^)]*\)|[^)]*$)", "", value, flags=re.IGNORECASE).strip()
    for line in head:
        if heading_kind(line, scheme="job") not in (None, "other"):
            continue
        text = re.sub(r"^#+\s*", "", line).strip(" *")
        if (
            names_position(text)
            and len(text) < 100
            and not text.endswith((".", ":"))
            and len(text.split()) <= 12
        ):
            return re.split(r"\s{2,}|\s[|]\s", text)[0]
    if head and len(head[0]) < 80 and not head[0].endswith(".") and not _LABEL.match(head[0]):
        return re.sub(r"^#+\s*", "", head[0])
    return ""


def _company(head: list[str], sections: list[Section], labels: dict[str, str], title: str, text: str) -> str:
    for label in _COMPANY_LABELS:
        value = labels.get(label, "")
        if value and len(value) < 80:
            return value
    for line in head[:6]:
        piece = re.split(r"\s{2,}|\s[|]\s|,\s+(?=[A-Z])", line)[0].strip(" *#")
        if plain(line) == plain(title) or _LABEL.match(line) or heading_kind(line, scheme="job"):
            continue
        is_short = len(line) < 80 and not line.endswith(".") and piece[:1].isupper()
        is_second = line == head[min(1, len(head) - 1)]
        if is_short and not names_position(piece) and (names_organisation(piece) or is_second):
            return piece
    for section in sections:
        named = re.match(r"^(?:about|why|working at|life at)\s+([A-Z][\w&' .-]+)$", section.heading)
        if named and plain(named.group(1)).split()[0] not in _PRONOUNS | {"us", "you", "role", "job", "team"}:
            return named.group(1)
    for line in text.split("\n"):
        match = _IS_A.match(line.strip())
        if match and plain(match.group(1)).split()[0] not in _PRONOUNS and not names_position(match.group(1)):
            return match.group(1).strip()
    return ""


def job_level(title: str, stated: str, requirements: list[str]) -> str:
    """By the stated level, else the words of the title, else the years asked for (0–2, 3–5, 5+)."""
    for text in (plain(stated), plain(title)):
        if re.search(r"\b(?:junior|graduate|entry|trainee|intern|apprentice|jr)\b", text):
            return "junior"
        if re.search(r"\b(?:senior|lead|principal|staff engineer|head|director|chief|architect|sr)\b", text):
            return "senior"
        if re.search(r"\b(?:mid|midweight|intermediate|medior)\b", text):
            return "mid"
    years = [years_asked(item) for item in [title, *requirements]]
    asked = [value for value in years if value is not None]
    if not asked:
        return ""
    return "junior" if max(asked) < 3 else "mid" if max(asked) < 5 else "senior"


def years_asked(text: str) -> int | None:
    """Years of experience that ``text`` asks for, or None."""
    words = plain(text)
    match = _YEARS.search(text.casefold())
    if match:
        return int(match.group(1))
    for word, number in _NUMBER_WORDS.items():
        if re.search(rf"\b{word}\b (?:or more )?years?", words):
            return number
    return None


def _about(sections: list[Section], known: frozenset[str]) -> str:
    lines = lines_of(sections, "about")
    if not any(line.strip() for line in lines):
        lines = [line for line in lines_of(sections, "head") if len(line) > 60]
    return join_lines([line for line in lines if line.strip() and not _LABEL.match(line)], known_words=known)
