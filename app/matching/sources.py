"""What of a record is compared.

Fairness: a candidate's name, contacts, location, age, employers, schools and dates are left out, so
that two people who can do the same are read alike. A name, an address or an age that stands inside a
sentence of the CV is taken out of it too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.skills.catalogue import canonical_skill, find_skills

ALTERNATIVES = " | "
"""Between the skills of one line of ``asked_skills`` of which any will do."""

_TITLES = 6
_SKILLS = 40
_SUMMARY_CHARACTERS = 400
_RESPONSIBILITIES_CHARACTERS = 600
# all-MiniLM-L6-v2 reads 256 tokens, and a title at the end of a long list of skills would be cut off:
# hence the order of the parts, and the limits.
_RAW_TEXT_CHARACTERS = 1_000
_PHRASE_WORDS = 3

_CONTACTS = re.compile(r"\S+@\S+|(?:https?://|www\.)\S+|\b\w+\.com/\S+|\+?\d[\d\s()./-]{6,}\d")
_AGES = re.compile(
    r"\b(?:aged?:?\s+\d{2}|\d{2}[\s-]years?[\s-]old|born\s+(?:on\s+|in\s+)?[\w\s.,]{0,15}\d{4})\b",
    re.IGNORECASE,
)
_OR = re.compile(r"\b(?:or|oder|ou)\b|/", re.IGNORECASE)
_FOR_EXAMPLE = re.compile(
    r"\b(?:e\.\s?g|for example|for instance|such as|or similar|or equivalent|zum beispiel|z\.\s?b|"
    r"oder ähnlich\w*|par exemple|ou équivalent)\b",
    re.IGNORECASE,
)
_NO_SKILL = re.compile(
    r"\b(?:years?|experience|knowledge|degree|ability|skills?|understanding)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Source:
    """``text`` is embedded; the skills are compared by name."""

    text: str
    skills: tuple[str, ...] = ()
    preferred_skills: tuple[str, ...] = ()


def candidate_source(candidate: Candidate) -> Source:
    """Position, titles, skills and the CV's own summary, in this order."""
    parsed = candidate.cv_parsed or {}
    titles = [candidate.current_position]
    titles += [str(entry.get("title") or "") for entry in parsed.get("experience") or []][:_TITLES]
    listed = [str(name) for name in parsed.get("skills") or []]
    parts = [
        ". ".join(_distinct(titles)),
        _skills_sentence(listed),
        str(parsed.get("summary") or "")[:_SUMMARY_CHARACTERS],
    ]
    text = _without_person(". ".join(part for part in parts if part), candidate, parsed)
    read = [skill.name for skill in find_skills(candidate.cv_text)]
    named = _distinct([canonical_skill(name) for name in listed] + read)
    return Source(text=text, skills=tuple(named))


def job_source(job_description: JobDescription) -> Source:
    """Title, asked skills and what the work begins with; the document's beginning where nothing was read
    out of it."""
    parsed = job_description.parsed or {}
    required = [str(entry) for entry in parsed.get("requiredSkills") or []]
    preferred = [str(entry) for entry in parsed.get("preferredSkills") or []]
    work = " ".join(str(entry) for entry in parsed.get("responsibilities") or [])
    parts = [
        str(parsed.get("title") or ""),
        _skills_sentence(required + preferred),
        (work or str(parsed.get("summary") or ""))[:_RESPONSIBILITIES_CHARACTERS],
    ]
    text = ". ".join(part for part in parts if part)
    asked = asked_skills(required)
    return Source(
        text=_one_line(text or job_description.raw_text[:_RAW_TEXT_CHARACTERS]),
        skills=tuple(asked),
        preferred_skills=tuple(line for line in asked_skills(preferred) if line not in asked),
    )


def asked_skills(entries: list[str]) -> list[str]:
    """Canonical names of what a job asks for; "Go or Java" is one line of alternatives.

    A sentence that names no known skill asks for none that could be compared by name; a short entry is a
    skill that the list of names does not know.
    """
    lines = []
    for entry in entries:
        found = find_skills(entry)
        if not found and len(entry.split()) <= _PHRASE_WORDS and not _NO_SKILL.search(entry):
            lines.append(canonical_skill(entry))
        groups: list[list[str]] = []
        for index, skill in enumerate(found):
            between = entry[found[index - 1].end : skill.start] if index else ""
            if index and (_OR.search(between) or _FOR_EXAMPLE.search(entry)):
                groups[-1].append(skill.name)
            else:
                groups.append([skill.name])
        lines += [ALTERNATIVES.join(_distinct(group)) for group in groups]
    return _distinct(lines)


def _skills_sentence(names: list[str]) -> str:
    return f"Skills: {', '.join(_distinct(names)[:_SKILLS])}" if names else ""


def _without_person(text: str, candidate: Candidate, parsed: dict[str, Any]) -> str:
    """``text`` without contacts, age, and the words of name and location where they begin with a capital
    (a "mark" that is no Mark stays)."""
    text = _AGES.sub(" ", _CONTACTS.sub(" ", text))
    words = re.findall(r"\w{2,}", f"{candidate.name} {parsed.get('location') or ''}")
    for word in set(words):
        pattern = rf"\b{re.escape(word)}(?:['’]s)?\b"
        text = re.sub(
            pattern, lambda match: " " if match[0][0].isupper() else match[0], text, flags=re.IGNORECASE
        )
    return _one_line(text)


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(" .,")


def _distinct(texts: list[str]) -> list[str]:
    """Without blanks and what is there already, compared without case; order kept."""
    kept: dict[str, str] = {}
    for text in texts:
        if text.strip():
            kept.setdefault(text.strip().casefold(), text.strip())
    return list(kept.values())
