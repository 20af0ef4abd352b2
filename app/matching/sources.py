"""The parts of a candidate and a job description that are compared.

For fairness, a candidate's name, contact details, location, age, employers, schools and dates are left
out, so that two people with the same abilities are treated alike. Names, addresses and ages inside a
sentence of the CV are removed from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.skills.catalog import canonical_skill, find_skills
from app.skills.requirements import list_names

# all-MiniLM-L6-v2 reads 256 tokens, and a title after a long list of skills would be cut off: hence the
# order of the parts and these limits.
MAX_TITLES = 6
MAX_SKILLS = 40
MAX_SUMMARY_CHARACTERS = 400
MAX_RESPONSIBILITIES_CHARACTERS = 600
MAX_RAW_TEXT_CHARACTERS = 1_000

_CONTACTS = re.compile(r"(?<!\S)[^\s@]++@\S+|(?:https?://|www\.)\S+|\b\w+\.com/\S+|\+?\d[\d\s()./-]{6,}\d")
_AGES = re.compile(
    r"\b(?:aged?:?\s+\d{2}|\d{2}[\s-]years?[\s-]old|born\s+(?:on\s+|in\s+)?[\w\s.,]{0,15}\d{4})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Source:
    """Text and skills of one record, for matching: the text by its embedding, the skills by name."""

    text: str
    skills: tuple[str, ...] = ()
    preferred_skills: tuple[str, ...] = ()


def candidate_source(candidate: Candidate) -> Source:
    """Position, titles, skills and the summary of the CV, in this order."""
    parsed = candidate.cv_parsed or {}
    titles = [candidate.current_position]
    titles += [str(entry.get("title") or "") for entry in parsed.get("experience") or []][:MAX_TITLES]
    listed = [str(name) for name in parsed.get("skills") or []]
    parts = [
        ". ".join(_distinct(titles)),
        _skills_sentence(listed),
        str(parsed.get("summary") or "")[:MAX_SUMMARY_CHARACTERS],
    ]
    text = _without_person(". ".join(part for part in parts if part), candidate, parsed)
    read = [skill.name for skill in find_skills(candidate.cv_text)]
    named = _distinct([canonical_skill(name) for name in listed] + read)
    return Source(text=text, skills=tuple(named))


def job_source(job_description: JobDescription) -> Source:
    """Title, skills and the first responsibilities; if nothing was parsed, the start of the document."""
    parsed = job_description.parsed or {}
    required = [str(entry) for entry in parsed.get("requiredSkills") or []]
    preferred = [str(entry) for entry in parsed.get("preferredSkills") or []]
    work = " ".join(str(entry) for entry in parsed.get("responsibilities") or [])
    parts = [
        str(parsed.get("title") or ""),
        _skills_sentence(required + preferred),
        (work or str(parsed.get("summary") or ""))[:MAX_RESPONSIBILITIES_CHARACTERS],
    ]
    text = ". ".join(part for part in parts if part)
    asked = list_names(required)
    return Source(
        text=_one_line(text or job_description.raw_text[:MAX_RAW_TEXT_CHARACTERS]),
        skills=tuple(asked),
        preferred_skills=tuple(line for line in list_names(preferred) if line not in asked),
    )


def _skills_sentence(names: list[str]) -> str:
    return f"Skills: {', '.join(_distinct(names)[:MAX_SKILLS])}" if names else ""


def _without_person(text: str, candidate: Candidate, parsed: dict[str, Any]) -> str:
    """``text`` without contact details, age, and the words of name and location if capitalized: "mark" stays
    in the text of someone called Mark."""
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
    """Drop blanks and repetitions, compared without case; keep the order."""
    kept: dict[str, str] = {}
    for text in texts:
        if text.strip():
            kept.setdefault(text.strip().casefold(), text.strip())
    return list(kept.values())
