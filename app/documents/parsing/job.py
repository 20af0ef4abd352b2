"""Fields of a job description, found by patterns. Fields not found are left blank for the model."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.documents.parsing.entry import join_paragraphs, split_statements
from app.documents.parsing.job_head import (
    find_company,
    find_labels,
    find_place,
    find_title,
    is_label,
    job_level,
    level_label,
    years_asked,
)
from app.documents.parsing.sections import Section, list_lines, split_sections
from app.documents.parsing.wording import document_words, join_lines, tidy
from app.skills.catalog import find_skills
from app.skills.levels import Level
from app.text.bullets import is_bullet, without_bullet
from app.text.folding import plain

_HEAD_LINES = 8
_MAX_ITEM_LENGTH = 400
_LINE_OF_A_PARAGRAPH = 60
"""Minimum length of every line but the last in a wrapped paragraph."""
_WISH = re.compile(
    r"^(?:ideally|preferably|bonus|nice to have|desirable|idealerweise|w[üu]nschenswert)\b|"
    r"\b(?:is|are|would be|will be|be|ist|w[äa]re|serait|est|ser[áa])\s+"
    r"(?:a\s+|an\s+|highly\s+|of\s+|ein\s+|un\s+)*"
    r"(?:plus|bonus|advantage|desirable|preferred|advantageous|beneficial|vorteil|atout|valorable)\b|"
    r"\b(?:preferred|desirable|a plus|nice to have|von vorteil|w[üu]nschenswert|un plus|appr[ée]ci[ée]e?|"
    r"valorable|deseable)\W*$",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"\b(?:encourage you to apply|to apply\b|apply (?:now|today|online)|please (?:send|submit|apply)|"
    r"if you are (?:passionate|interested)|if this sounds|equal opportunit|send (?:your|us|a)|"
    r"click (?:here|apply)|closing date|application deadline|^interviews? (?:on|will|take)\b|"
    r"bewerbungs(?:schluss|frist)|we thank all|only those selected|selected for an interview)",
    re.IGNORECASE,
)
_NAMES_WORK = re.compile(r"\b(?:role|job|position|opportunity|rolle|stelle|poste)\b")
_NAMES_DOCUMENT = re.compile(r"\b(?:description|details|summary|overview|profile)\b")
_OFFER = re.compile(r"^(?:we offer|we provide|we pay|wir bieten|nous offrons|ofrecemos)\b", re.IGNORECASE)


@dataclass(slots=True)
class ParsedJob:
    title: str
    company: str
    level: Level | None
    location: str
    responsibilities: list[str]
    requirements: list[str]
    preferred: list[str]
    benefits: list[str]
    about: str
    about_company: str
    """The text about the employer, not the position."""
    skills: list[str]
    """Canonical names of the skills in requirements, wishes and duties."""
    known_words: frozenset[str] = field(default_factory=frozenset)


def parse_job(text: str) -> ParsedJob:
    """Parse the text of a job description."""
    text = tidy(text)
    sections = list(map(_as_duties, split_sections(text, scheme="job")))
    known = document_words(text)
    labels = find_labels(text)
    asked = _items(sections, "requirements", known)
    offers = [item for item in asked if _OFFER.search(item)]
    # "Bachelor's degree (MBA preferred)" remains a requirement; "Kubernetes is a plus" is not one.
    wishes = [item for item in asked if _WISH.search(re.sub(r"\([^()]*\)", "", item)) and item not in offers]
    requirements = [item for item in asked if item not in wishes and item not in offers]
    preferred = [*_items(sections, "preferred", known), *wishes]
    duties = _items(sections, "responsibilities", known)
    head = [line.strip() for line in text.split("\n") if line.strip()][:_HEAD_LINES]
    title = find_title(head, labels, text)
    about = _about(sections, known)
    named = find_skills("\n".join([*requirements, *preferred, *duties]) or text)
    sentences = [
        sentence for sentence in re.split(r"(?<=[.!?])\s+", about) if "experience" in plain(sentence)
    ]
    stated = [sentence for sentence in sentences if years_asked(sentence) is not None]
    return ParsedJob(
        title=title,
        company=find_company(head, sections, labels, title, text),
        level=job_level(title, level_label(labels), [*requirements, *stated]),
        location=find_place(head, labels),
        responsibilities=duties,
        requirements=requirements,
        preferred=preferred,
        benefits=[*_items(sections, "benefits", known), *offers],
        about=about,
        about_company=_about_company(sections, known),
        skills=list(dict.fromkeys(skill.name for skill in named)),
        known_words=known,
    )


def _as_duties(section: Section) -> Section:
    """Sections such as ``The role:`` as duties if a list follows, or as a description if sentences follow."""
    filled = [line for line in section.lines if line.strip()]
    heading = plain(section.heading)
    if section.kind != "about" or len(filled) < 2 or not _NAMES_WORK.search(heading):
        return section
    has_bullets = sum(map(is_bullet, filled)) >= 0.7 * len(filled) and is_bullet(filled[0])
    # The lines below the title of the document are labels such as "Department Finance", not duties.
    is_bare_list = not _NAMES_DOCUMENT.search(heading) and not any(map(is_label, filled))
    if has_bullets or (is_bare_list and all(map(is_bullet, _single(filled)))):
        return Section("responsibilities", section.heading, section.lines)
    return section


def _items(sections: list[Section], kind: str, known: frozenset[str]) -> list[str]:
    """The items of every section of this kind: bullets, or else lines or sentences."""
    found: list[str] = []
    for section in sections:
        if section.kind != kind:
            continue
        lines = [line for line in section.lines if not re.fullmatch(r"\d{1,3}", line.strip())]
        has_bullets = any(is_bullet(line) for line in lines)
        items = split_statements(lines, known) if has_bullets else _unmarked_items(lines, known)
        if has_bullets:
            bulleted = [plain(join_lines([without_bullet(x)]))[:20] for x in lines if is_bullet(x)]
            items = [item for item in items if any(plain(item).startswith(b) for b in bulleted if b)]
        found += [
            item
            for item in items
            if not item.endswith(":")
            and (has_bullets or len(item) <= _MAX_ITEM_LENGTH)
            and not _FAREWELL.search(item)
        ]
    return list(dict.fromkeys(found))


def _unmarked_items(lines: list[str], known: frozenset[str]) -> list[str]:
    """The items of each paragraph: a list that lost its bullets may be followed by closing sentences."""
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    if all(len(paragraph) <= 1 for paragraph in paragraphs):
        paragraphs = [[line for paragraph in paragraphs for line in paragraph]]
    return [item for paragraph in paragraphs for item in split_statements(_single(paragraph), known)]


def _single(lines: list[str]) -> list[str]:
    """Turn short lines without bullets or full stops into bullets: they are the items of a list."""
    filled = [line for line in lines if line.strip()]
    short = [line for line in filled if len(line) < 90 and not line.rstrip().endswith((".", ","))]
    continues = len(filled) == 1 and filled[0][:1].islower()
    is_list = (len(filled) >= 2 or continues) and len(short) == len(filled)
    is_list = is_list and all(re.match(r"[^\W_]|[$£€]", line) for line in filled)
    # Some lines in lower case are a paragraph; if all are, they are items that continue a sentence.
    is_mixed = len({line[:1].islower() for line in filled}) > 1
    is_list = is_list and (not is_mixed or all(len(line) < _LINE_OF_A_PARAGRAPH for line in filled))
    return [f"- {line}" for line in filled] if is_list else lines


def _about(sections: list[Section], known: frozenset[str]) -> str:
    lines = list_lines(sections, "about")
    if not any(line.strip() for line in lines):
        long_lines = [line for line in list_lines(sections, "head") if len(line) > 60]
        lines = [part for line in long_lines for part in (line, "")]
    return _join_paragraphs([line for line in lines if not is_label(line)], known)


def _join_paragraphs(lines: list[str], known: frozenset[str]) -> str:
    """Paragraphs on lines of their own, so that a heading does not run into the text below it."""
    return "\n".join(join_paragraphs(lines, known))


def _about_company(sections: list[Section], known: frozenset[str]) -> str:
    """Sections about the employer, or else about the position."""
    own = [
        section
        for section in sections
        if section.kind == "about"
        and not re.search(r"\b(?:role|job|position|stelle|poste|puesto|summary)\b", plain(section.heading))
        and plain(section.heading) not in {"description", "overview", "introduction", "the opportunity"}
    ]
    lines = [line for section in own for line in section.lines if line.strip() and not is_label(line)]
    return join_lines(lines, known_words=known)
