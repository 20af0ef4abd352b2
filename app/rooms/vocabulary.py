"""Vocabulary hints for the speech model, taken from the CV and the job description."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.orm import Session

from app.candidates.tables import Candidate
from app.interviews import repository as interviews
from app.interviews.errors import InterviewNotFound
from app.interviews.service import UNNAMED
from app.job_descriptions.tables import JobDescription
from app.users.repository import find_by_id

_MAX_TERM_LENGTH = 40
_MAX_HINTS_LENGTH = 400
"""Characters. Whisper reads at most 224 prompt tokens; a long prompt makes it slower and prone to invent."""


def read_vocabulary_hints(session: Session, *, interview_id: str) -> str:
    """Names and terms that are likely to be spoken in an interview."""
    interview = interviews.find_by_id(session, interview_id)
    if interview is None:
        raise InterviewNotFound
    owner = find_by_id(session, interview.owner_id)
    name = interview.candidate_name
    return join_terms(
        collect_terms(
            names=["" if owner is None else owner.name, "" if name in UNNAMED else name],
            candidate=session.get(Candidate, interview.candidate_id) if interview.candidate_id else None,
            job=session.get(JobDescription, interview.job_description_id)
            if interview.job_description_id
            else None,
        )
    )


def collect_terms(
    *, names: Iterable[str], candidate: Candidate | None, job: JobDescription | None
) -> list[str]:
    """The names of the people, and the terms of the CV and the job description."""
    terms = list(names)
    if candidate is not None:
        parsed = candidate.cv_parsed or {}
        terms += [str(entry.get("company") or "") for entry in parsed.get("experience") or []]
        terms += [str(skill) for skill in parsed.get("skills") or []]
    if job is not None:
        parsed = job.parsed or {}
        terms.append(str((parsed.get("company") or {}).get("name") or ""))
        terms += [str(skill) for skill in parsed.get("requiredSkills") or []]
    return terms


def join_terms(terms: Iterable[str]) -> str:
    """Short distinct terms, separated by commas, as many as fit."""
    chosen: dict[str, str] = {}
    length = 0
    for term in terms:
        plain = " ".join(term.split())
        if not plain or len(plain) > _MAX_TERM_LENGTH or plain.lower() in chosen:
            continue
        if length + len(plain) + 2 > _MAX_HINTS_LENGTH:
            break
        chosen[plain.lower()] = plain
        length += len(plain) + 2
    return ", ".join(chosen.values())
