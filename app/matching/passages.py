"""The words of both records that speak to each other, copied as they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.matching.embedding import Vectors

REASONS = 3
"""Of a match, at most."""
SPEAKS_TO_COSINE = 0.48
"""Below it a line of the CV has another subject than the requirement (ADR 0012)."""
_LINES = 40
_REQUIREMENTS = 16
_LONGEST = 300
_FEWEST_WORDS = 3

_BULLET = re.compile(r"^\s*(?:[-–—*•●▪◦·‣>]|o(?=\s)|\d{1,2}[.)])\s*")
_CONTACT = re.compile(
    r"\S+@\S+|https?://|www\.|linkedin\.com|github\.com|\+?\d[\d\s()./-]{7,}\d", re.IGNORECASE
)
_PERIOD = re.compile(r"\b(?:19|20)\d{2}\b[^\w]{1,3}|\b[Pp]resent\b|\b[Cc]urrent\b")
_PERIOD_WORDS = 6
_GOES_ON = re.compile(r"[a-z(&]")
_ENDS = re.compile(r"[.!?:;]$")


@dataclass(frozen=True, slots=True)
class Reason:
    """``requirement`` stands in the job description, ``evidence`` in the CV, both word for word."""

    requirement: str
    evidence: str


def cv_lines(candidate: Candidate) -> list[str]:
    """What a CV says, a statement each: bullets and sentences without contacts, headings and the name.

    A line that the page broke is put together again; nothing else is changed but white space.
    """
    statements: list[str] = []
    is_open = False
    for raw in candidate.cv_text.splitlines():
        line = " ".join(_BULLET.sub("", raw).split())
        begins_new = bool(_BULLET.match(raw))
        if is_open and line and not begins_new and _GOES_ON.match(line):
            statements[-1] = f"{statements[-1]} {line}"
        elif line:
            statements.append(line)
        is_open = bool(line) and not _ENDS.search(line)
    name = candidate.name.casefold()
    telling = [
        line
        for line in statements
        if not (name and name in line.casefold())
        and not (_PERIOD.search(line) and len(line.split()) <= _PERIOD_WORDS)
    ]
    return _telling(telling)[:_LINES]


def job_requirements(job_description: JobDescription) -> list[str]:
    """What a job asks for in words of its own, the asked skills first, then the work."""
    parsed = job_description.parsed or {}
    entries = [
        " ".join(str(entry).split())
        for key in ("requiredSkills", "requirements", "responsibilities", "preferredSkills")
        for entry in parsed.get(key) or []
    ]
    return _telling(entries)[:_REQUIREMENTS]


def choose_reasons(
    requirements: Sequence[str], wanted: Vectors, lines: Sequence[str], told: Vectors
) -> list[Reason]:
    """The pairs that are nearest in meaning, best first; no requirement and no line twice.

    ``wanted`` and ``told`` have one row for each of ``requirements`` and ``lines``.
    """
    if not requirements or not lines:
        return []
    nearness = wanted @ told.T
    reasons: list[Reason] = []
    while len(reasons) < REASONS:
        row, column = divmod(int(nearness.argmax()), len(lines))
        if nearness[row, column] < SPEAKS_TO_COSINE:
            break
        reasons.append(Reason(requirement=requirements[row], evidence=lines[column]))
        nearness[row, :] = -1
        nearness[:, column] = -1
    return reasons


def _telling(lines: Sequence[str]) -> list[str]:
    kept = [
        line
        for line in lines
        if len(line) <= _LONGEST and len(line.split()) >= _FEWEST_WORDS and not _CONTACT.search(line)
    ]
    return list(dict.fromkeys(kept))
