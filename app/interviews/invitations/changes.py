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
_CONFIRMED_KEY = "interview_confirmed_addresses"
"""In ``Session.info``: interview id → the candidate's address that a person entered in this transaction."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The part of an interview that its calendar events show; the candidate's token is in their link."""

    status: InterviewStatus
    starts_at: datetime | None
    minutes: int | None
    timezone: str | None
    candidate_email: str | None
    title: str
    position: str
    candidate_name: str
    candidate_token: str

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
            candidate_token=interview.candidate_token,
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
            candidate_token=find_stored("candidate_token"),
        )


def confirm_address(session: Session, interview: Interview) -> None:
    """Remember that a person has entered the candidate's address in this transaction."""
    session.info.setdefault(_CONFIRMED_KEY, {})[interview.id] = interview.candidate_email


def is_confirmed(session: Session, interview: Interview) -> bool:
    """Whether the candidate's address was entered by a person in this transaction."""
    confirmed: dict[str, str | None] = session.info.get(_CONFIRMED_KEY, {})
    return interview.id in confirmed and confirmed[interview.id] == interview.candidate_email


def take_changes(session: Session) -> dict[str, Schedule]:
    """The schedules of changed interviews before this transaction, each returned once."""
    changes: dict[str, Schedule] = session.info.pop(_KEY, {})
    return changes


@event.listens_for(Interview, "before_update")
def _collect(_mapper: object, _connection: object, interview: Interview) -> None:
    session = object_session(interview)
    if session is not None:
        session.info.setdefault(_KEY, {}).setdefault(interview.id, Schedule.before_flush(interview))
