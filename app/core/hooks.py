"""How a lower slice lets a higher one take part in its transaction without knowing it.

``app.api`` fills these lists once; a hook runs inside the caller's transaction, so that both commit
or neither does. What must wait for the commit goes into ``after_…`` lists and is told afterwards.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app.core.schemas import ApiSchema

InterviewCounter = Callable[[Session, Sequence[str]], Mapping[str, int]]
"""How many interviews use each of these records; one without any may be missing."""


@dataclass(slots=True)
class Hooks:
    user_created: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, user_id)"""
    interview_completed: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, interview_id)"""
    after_interview_changed: list[Callable[[str], Awaitable[None]]] = field(default_factory=list)
    """(interview_id), after the commit"""
    after_access_ended: list[Callable[[str], Awaitable[None]]] = field(default_factory=list)
    """(user_id), after the commit: some or all of this user's sessions hold no longer"""
    count_candidate_interviews: list[InterviewCounter] = field(default_factory=list)
    """(session, candidate_ids)"""
    count_job_interviews: list[InterviewCounter] = field(default_factory=list)
    """(session, job_description_ids)"""
    candidate_deleted: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, candidate_id), before the record goes"""
    job_description_deleted: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, job_description_id), before the record goes"""
    document_progressed: list[Callable[[str, ApiSchema], Awaitable[None]]] = field(default_factory=list)
    """(owner_id, what a document of his tells of itself), after the commit"""
    after_documents_deleted: list[Callable[[Collection[str]], None]] = field(default_factory=list)
    """(document_ids), after the commit, in whatever thread it was made"""


def count_interviews(
    counters: Sequence[InterviewCounter], session: Session, ids: Sequence[str]
) -> dict[str, int]:
    """The sum of what ``counters`` tell, with a figure for every one of ``ids``."""
    counts = dict.fromkeys(ids, 0)
    for counter in counters:
        for key, number in counter(session, ids).items():
            counts[key] += number
    return counts
