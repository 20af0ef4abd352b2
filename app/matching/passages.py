"""Chooses the lines of both records that explain a match, copied verbatim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.matching.embedding import Vectors
from app.text.bullets import is_bullet, without_bullet

MAX_REASONS = 3
"""Maximum number of passages per match."""
MIN_COSINE = 0.48
"""Minimum cosine; below it, a line of the CV is about something else (ADR 0012)."""
MAX_LINES = 40
MAX_REQUIREMENTS = 16
MAX_LINE_CHARACTERS = 300
MIN_LINE_WORDS = 3

_CONTACT = re.compile(
    r"(?<!\S)[^\s@]++@\S|https?://|www\.|linkedin\.com|github\.com|\+?\d[\d\s()./-]{7,}\d", re.IGNORECASE
)
_PERIOD = re.compile(r"\b(?:19|20)\d{2}\b[^\w]{1,3}|\b[Pp]resent\b|\b[Cc]urrent\b")
MAX_PERIOD_WORDS = 6
_GOES_ON = re.compile(r"[a-z(&]")
_ENDS = re.compile(r"[.!?:;]$")


@dataclass(frozen=True, slots=True)
class Reason:
    """A line of the job description and the line of the CV that answers it, both verbatim."""

    requirement: str
    evidence: str


def cv_lines(candidate: Candidate) -> list[str]:
    """The statements of the candidate's CV."""
    return list_statements(candidate.cv_text, name=candidate.name)


def list_statements(cv_text: str, *, name: str = "") -> list[str]:
    """The statements of a CV: bullets and sentences, without contact details, headings and the ``name``.

    Lines broken by the page layout are joined; apart from white space, nothing else is changed.
    """
    statements: list[str] = []
    is_open = False
    for raw in cv_text.splitlines():
        line = " ".join(without_bullet(raw).split())
        begins_new = is_bullet(raw)
        if is_open and line and not begins_new and _GOES_ON.match(line):
            statements[-1] = f"{statements[-1]} {line}"
        elif line:
            statements.append(line)
        is_open = bool(line) and not _ENDS.search(line)
    name = name.casefold()
    kept = [
        line
        for line in statements
        if not (name and name in line.casefold())
        and not (_PERIOD.search(line) and len(line.split()) <= MAX_PERIOD_WORDS)
    ]
    return _informative(kept)[:MAX_LINES]


def job_requirements(job_description: JobDescription) -> list[str]:
    """The requirements of a job as worded there, skills first, then responsibilities."""
    parsed = job_description.parsed or {}
    entries = [
        " ".join(str(entry).split())
        for key in ("requiredSkills", "requirements", "responsibilities", "preferredSkills")
        for entry in parsed.get(key) or []
    ]
    return _informative(entries)[:MAX_REQUIREMENTS]


def choose_reasons(
    requirements: Sequence[str],
    requirement_vectors: Vectors,
    lines: Sequence[str],
    line_vectors: Vectors,
) -> list[Reason]:
    """The pairs that are closest in meaning, best first; no requirement and no line is used twice.

    The vectors have one row for each requirement and each line.
    """
    if not requirements or not lines:
        return []
    nearness = requirement_vectors @ line_vectors.T
    reasons: list[Reason] = []
    while len(reasons) < MAX_REASONS:
        row, column = divmod(int(nearness.argmax()), len(lines))
        if nearness[row, column] < MIN_COSINE:
            break
        reasons.append(Reason(requirement=requirements[row], evidence=lines[column]))
        nearness[row, :] = -1
        nearness[:, column] = -1
    return reasons


def _informative(lines: Sequence[str]) -> list[str]:
    kept = [
        line
        for line in lines
        if len(line) <= MAX_LINE_CHARACTERS
        and len(line.split()) >= MIN_LINE_WORDS
        and not _CONTACT.search(line)
    ]
    return list(dict.fromkeys(kept))
