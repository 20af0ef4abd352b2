"""The clock of an interview: its duration, unaffected by changes of the wall clock."""

from __future__ import annotations

from datetime import datetime

from app.core.state import AppState
from app.interviews.tables import Interview, InterviewStatus


def read_clock(state: AppState, interview: Interview) -> datetime:
    """The current instant of an interview: while it runs, a step of the wall clock does not change it."""
    if interview.status != InterviewStatus.IN_PROGRESS or interview.started_at is None:
        return state.now()
    return state.steady.now(interview.id, since=interview.started_at)
