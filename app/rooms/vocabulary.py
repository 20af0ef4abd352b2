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
    terms: list[str] = []
    owner = find_by_id(session, interview.owner_id)
    if owner is not None:
        terms.append(owner.name)
    if interview.candidate_name not in UNNAMED:
        terms.append(interview.candidate_name)
    if interview.candidate_id and (candidate := session.get(Candidate, interview.candidate_id)):
        parsed = candidate.cv_parsed or {}
        terms += [str(entry.get("company") or "") for entry in parsed.get("experience") or []]
        terms += [str(skill) for skill in parsed.get("skills") or []]
    if interview.job_description_id and (job := session.get(JobDescription, interview.job_description_id)):
        parsed = job.parsed or {}
        terms.append(str((parsed.get("company") or {}).get("name") or ""))
        terms += [str(skill) for skill in parsed.get("requiredSkills") or []]
    return join_terms(terms)


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
