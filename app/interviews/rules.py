"""Rules of interviews: allowed status changes, durations, and elapsed time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.core.settings import Settings
from app.interviews.tables import Interview, InterviewStatus

_MANUAL_TRANSITIONS: dict[InterviewStatus, frozenset[InterviewStatus]] = {
    InterviewStatus.DRAFT: frozenset({InterviewStatus.SCHEDULED, InterviewStatus.CANCELLED}),
    InterviewStatus.SCHEDULED: frozenset({InterviewStatus.DRAFT, InterviewStatus.CANCELLED}),
    InterviewStatus.CANCELLED: frozenset({InterviewStatus.DRAFT, InterviewStatus.SCHEDULED}),
}

ADMIN_CYCLE: dict[InterviewStatus, InterviewStatus] = {
    InterviewStatus.SCHEDULED: InterviewStatus.IN_PROGRESS,
    InterviewStatus.IN_PROGRESS: InterviewStatus.COMPLETED,
    InterviewStatus.COMPLETED: InterviewStatus.SCHEDULED,
}
"""The next status after each, for the manual status call of administrators."""

LINK_FOLLOWS_PERSON = frozenset({InterviewStatus.DRAFT, InterviewStatus.SCHEDULED, InterviewStatus.CANCELLED})
"""Statuses in which the link belongs to the person that the interview names.

During the interview, it belongs to the person in the room who gave consent: correcting their address must not
remove them.
"""

STARTABLE = frozenset({InterviewStatus.DRAFT, InterviewStatus.SCHEDULED})
ENDED = frozenset({InterviewStatus.COMPLETED, InterviewStatus.CANCELLED})

MIN_DURATION_MINUTES = 5
MAX_DURATION_MINUTES = 120
DEFAULT_DURATION_MINUTES = 30
"""Default duration of an interview everywhere: dialog, calendar, invitations and overlaps."""

DURATION_LIMITS = {
    "minMinutes": MIN_DURATION_MINUTES,
    "maxMinutes": MAX_DURATION_MINUTES,
    "defaultMinutes": DEFAULT_DURATION_MINUTES,
}

PAST_GRACE = timedelta(minutes=5)
"""How far in the past a new time may be, because choosing and saving it takes a while and clocks differ."""


def can_change_manually(old: InterviewStatus, new: InterviewStatus) -> bool:
    """Whether a recruiter may set ``new`` directly. Starting and completing have their own calls."""
    return new == old or new in _MANUAL_TRANSITIONS.get(old, frozenset())


@dataclass(frozen=True, slots=True)
class Person:
    """The person an interview is with, identified by email address, else by profile. Names are not unique."""

    email: str | None
    candidate_id: str | None

    @classmethod
    def of(cls, interview: Interview) -> Person:
        email = interview.candidate_email
        return cls(email.strip().casefold() if email else None, interview.candidate_id)

    def is_replaced_by(self, other: Person) -> bool:
        """Whether ``other`` is a different person. Filling in a missing address or profile does not count."""
        if self.email is not None:
            return other.email != self.email
        return self.candidate_id is not None and other.candidate_id != self.candidate_id


def is_recording_planned(interview: Interview, settings: Settings) -> bool:
    """Whether the audio is to be recorded, if the candidate agrees."""
    return interview.is_recorded and settings.recording_allowed


def has_passed(starts_at: datetime, *, now: datetime) -> bool:
    """Whether it is too late to schedule an interview for ``starts_at``."""
    return starts_at < now - PAST_GRACE


def planned_minutes(scheduled_minutes: int | None) -> int:
    """The scheduled duration, or the default."""
    return scheduled_minutes or DEFAULT_DURATION_MINUTES


def elapsed_seconds(*, started_at: datetime | None, completed_at: datetime | None, now: datetime) -> float:
    """Seconds that an interview has lasted; 0 before it started."""
    if started_at is None:
        return 0.0
    return max(0.0, ((completed_at or now) - started_at).total_seconds())


def latest_end(started_at: datetime, *, max_minutes: int) -> datetime:
    return started_at + timedelta(minutes=max_minutes)
