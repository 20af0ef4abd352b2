"""Hooks: let a higher slice act in a lower slice's transaction without an import.

``app.api`` fills these lists once. A hook runs inside the caller's transaction, so that both commit or
neither does. ``after_…`` hooks run after the commit.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app.core.schemas import ApiSchema

InterviewCounter = Callable[[Session, Sequence[str]], Mapping[str, int]]
"""Number of interviews that use each of these records; a record without any may be missing."""


@dataclass(slots=True)
class Hooks:
    """Lists of callbacks, by event."""

    user_created: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, user_id)"""
    first_admin_created: list[Callable[[Session], None]] = field(default_factory=list)
    """(session), when the first admin is created with the setup code"""
    first_admin_prepared: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, user_id), when the first admin is created from the environment"""
    interview_completed: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, interview_id)"""
    interview_deleted: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, interview_id), before the row is deleted"""
    after_interview_changed: list[Callable[[str], Awaitable[None]]] = field(default_factory=list)
    """(interview_id), after the commit"""
    after_lines_appended: list[Callable[[str, int], Awaitable[None]]] = field(default_factory=list)
    """(interview_id, last sequence before the new lines), after the commit"""
    after_lines_removed: list[Callable[[str], Awaitable[None]]] = field(default_factory=list)
    """(interview_id), after the commit: transcript lines were removed"""
    after_access_ended: list[Callable[[str], Awaitable[None]]] = field(default_factory=list)
    """(user_id), after the commit: some or all sessions of this user have ended"""
    after_settings_changed: list[Callable[[], None]] = field(default_factory=list)
    """in the event loop, when settings saved by an administrator have taken effect"""
    count_candidate_interviews: list[InterviewCounter] = field(default_factory=list)
    """(session, candidate_ids)"""
    count_job_interviews: list[InterviewCounter] = field(default_factory=list)
    """(session, job_description_ids)"""
    summarize_interviews: list[Callable[[Session, str, str], str | None]] = field(default_factory=list)
    """(session, candidate_id, user_id): summary of the latest report on a candidate that the user may read"""
    count_running_interviews: list[Callable[[Session, str], int]] = field(default_factory=list)
    """(session, user_id): interviews that have started and hold a credit until they are charged"""
    candidate_deleted: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, candidate_id), before the record is deleted"""
    job_description_deleted: list[Callable[[Session, str], None]] = field(default_factory=list)
    """(session, job_description_id), before the record is deleted"""
    document_progressed: list[Callable[[str, ApiSchema], Awaitable[None]]] = field(default_factory=list)
    """(owner_id, progress of a document), after the commit"""
    after_files_deleted: list[Callable[[], None]] = field(default_factory=list)
    """after the commit, in its thread: files of deleted records must be deleted from the store"""
    after_documents_deleted: list[Callable[[Collection[str]], None]] = field(default_factory=list)
    """(document_ids), after the commit, in the thread that committed"""


def count_interviews(
    counters: Sequence[InterviewCounter], session: Session, ids: Sequence[str]
) -> dict[str, int]:
    """Sum of all ``counters`` for each of ``ids``."""
    counts = dict.fromkeys(ids, 0)
    for counter in counters:
        for key, number in counter(session, ids).items():
            counts[key] += number
    return counts
