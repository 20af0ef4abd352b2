"""Running interviews that must be ended automatically."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.billing.service import choose_billing
from app.core.state import AppState
from app.interviews import repository, rules
from app.interviews.duration import read_clock
from app.interviews.service import complete_interview
from app.interviews.tables import InterviewStatus


@dataclass(frozen=True, slots=True)
class DueEnd:
    """A running interview that must end, and its end time."""

    interview_id: str
    ends_at: datetime


def list_due_ends(session: Session, *, state: AppState) -> list[DueEnd]:
    """Running interviews that reached their maximum duration or whose recruiter is deactivated.

    Each ends at its own latest possible time, so that server downtime is not billed.
    """
    running = repository.list_running(session)
    state.steady.keep_only([interview.id for interview, _ in running])
    max_minutes = state.settings.max_interview_minutes
    due = []
    for interview, has_active_owner in running:
        assert interview.started_at is not None
        now = read_clock(state, interview)
        if has_active_owner and now - interview.started_at < timedelta(minutes=max_minutes):
            continue
        latest_end = rules.latest_end(interview.started_at, max_minutes=max_minutes)
        due.append(DueEnd(interview.id, min(latest_end, now)))
    return due


def complete_due(session: Session, *, due: DueEnd, state: AppState) -> None:
    """End one of ``list_due_ends``. Does nothing if it has ended or was deleted in the meantime."""
    interview = repository.find_by_id(session, due.interview_id)
    if interview is not None and interview.status == InterviewStatus.IN_PROGRESS:
        complete_interview(
            session,
            interview=interview,
            billing=choose_billing(state.settings),
            now=due.ends_at,
            hooks=state.hooks,
        )
