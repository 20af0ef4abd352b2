"""Creates the interview of an import: completed, and permanently marked as imported."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.ids import new_id
from app.interview_import.schemas import InterviewFacts
from app.interviews.errors import TimeHasNotPassed
from app.interviews.service import change_interview
from app.interviews.tables import Interview, InterviewOrigin, InterviewStatus


def add_interview(
    session: Session,
    *,
    owner_id: str,
    session_id: str,
    facts: InterviewFacts,
    seconds: float,
    now: datetime,
    interview_id: str | None = None,
) -> Interview:
    """A completed interview of this length, without lines and report. It costs no credit.

    Raises TimeHasNotPassed, and NotFound for another user's candidate or job description; then nothing is
    stored.
    """
    if facts.held_at > now:
        raise TimeHasNotPassed
    interview = Interview(
        id=interview_id or new_id(),
        owner_id=owner_id,
        session_id=session_id,
        origin=InterviewOrigin.IMPORTED,
        candidate_name=facts.candidate_name,
        candidate_email=facts.candidate_email,
        position=facts.position,
        title=facts.position or "New Interview",
        language=facts.language,
        scheduled_at=facts.held_at,
    )
    session.add(interview)
    session.flush()
    links = {
        name: value
        for name in ("candidate_profile_id", "job_description_id")
        if (value := getattr(facts, name)) is not None
    }
    change_interview(session, interview=interview, changes=links, now=now)
    interview.status = InterviewStatus.COMPLETED
    interview.started_at = facts.held_at
    interview.completed_at = facts.held_at + timedelta(seconds=seconds)
    return interview
