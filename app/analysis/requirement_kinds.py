"""Kinds of requirements: the parts that one lists, the skills that it names, and whether papers prove it."""

from __future__ import annotations

import re

from app.questions.line_kinds import LineKind, load_classifier
from app.skills.catalog import find_skills

_PERIODS = re.compile(
    r"\b(?:(?:year|season|month)s|(?:one|a|1) (?:year|season|month)|jahren?|saisons|monaten?|ans|années)\b"
    r"|\b\w+ (?<!chaque )(?<!par )mois\b",
    re.IGNORECASE,
)
_BETWEEN_PARTS = re.compile(r"[,;:()/]|\b(?:and|or|including|with)\b", re.IGNORECASE)
_ABBREVIATION = re.compile(r"\b(?=\w*[A-Z])[A-Z0-9]{3,}\b|\b[A-Z][^\W\d_]+ \d{1,2}\b")
"""Abbreviations, and names with a number ("Class 2")."""


def list_parts(requirement: str) -> list[str]:
    """The parts that a requirement lists: "turning, grading and release" has three."""
    return [part for piece in _BETWEEN_PARTS.split(requirement) if (part := piece.strip())]


def needs_proof(requirement: str) -> bool:
    """Whether documents prove a requirement better than an interview: a degree, a license, years of work."""
    scores = load_classifier().score(requirement)
    return max(scores, key=scores.__getitem__) is LineKind.CREDENTIAL or names_time(requirement)


def names_time(text: str) -> bool:
    """Whether a text says how long something took, such as years of work."""
    return _PERIODS.search(text) is not None


def name_skills(text: str) -> set[str]:
    return {skill.name for skill in find_skills(text)}


def find_names(text: str) -> set[str]:
    """Names of skills, and abbreviations, in a text."""
    return name_skills(text) | set(_ABBREVIATION.findall(text))
