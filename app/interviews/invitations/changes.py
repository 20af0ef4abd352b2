"""Collects changes to interviews while a transaction flushes, so that invited people can be notified.

Code that changes an interview does not need to know about invitations: before the commit, ``send_updates``
picks up what was collected here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import event, inspect
from sqlalchemy.orm import Session, object_session

from app.interviews.tables import Interview, InterviewStatus

_KEY = "interview_schedules_before"
"""In ``Session.info``: interview id → Schedule before the transaction."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The part of an interview that its calendar events show."""

    status: InterviewStatus
    starts_at: datetime | None
    minutes: int | None
    timezone: str | None
    candidate_email: str | None
    title: str
    position: str
    candidate_name: str

    @classmethod
    def of(cls, interview: Interview) -> Schedule:
        return cls(
            status=interview.status,
            starts_at=interview.scheduled_at,
            minutes=interview.scheduled_duration_minutes,
            timezone=interview.scheduled_timezone,
            candidate_email=interview.candidate_email,
            title=interview.title,
            position=interview.position,
            candidate_name=interview.candidate_name,
        )

    @classmethod
    def before_flush(cls, interview: Interview) -> Schedule:
        """The schedule as the database still has it."""

        def find_stored(name: str) -> Any:
            history = inspect(interview).attrs[name].history
            return history.deleted[0] if history.deleted else getattr(interview, name)

        return cls(
            status=find_stored("status"),
            starts_at=find_stored("scheduled_at"),
            minutes=find_stored("scheduled_duration_minutes"),
            timezone=find_stored("scheduled_timezone"),
            candidate_email=find_stored("candidate_email"),
            title=find_stored("title"),
            position=find_stored("position"),
            candidate_name=find_stored("candidate_name"),
        )


def take_changes(session: Session) -> dict[str, Schedule]:
    """The schedules of changed interviews before this transaction, each returned once."""
    changes: dict[str, Schedule] = session.info.pop(_KEY, {})
    return changes


@event.listens_for(Interview, "before_update")
def _collect(_mapper: object, _connection: object, interview: Interview) -> None:
    session = object_session(interview)
    if session is not None:
        session.info.setdefault(_KEY, {}).setdefault(interview.id, Schedule.before_flush(interview))
