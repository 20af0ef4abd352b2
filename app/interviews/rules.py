"""Which changes of status a recruiter may make, and the clock of an interview (rulings 11 and 13)."""

from __future__ import annotations

from datetime import datetime, timedelta

from app.interviews.tables import InterviewStatus

_BY_HAND: dict[InterviewStatus, frozenset[InterviewStatus]] = {
    InterviewStatus.DRAFT: frozenset({InterviewStatus.SCHEDULED, InterviewStatus.CANCELLED}),
    InterviewStatus.SCHEDULED: frozenset({InterviewStatus.DRAFT, InterviewStatus.CANCELLED}),
    InterviewStatus.CANCELLED: frozenset({InterviewStatus.DRAFT, InterviewStatus.SCHEDULED}),
}

STARTABLE = frozenset({InterviewStatus.DRAFT, InterviewStatus.SCHEDULED})
ENDED = frozenset({InterviewStatus.COMPLETED, InterviewStatus.CANCELLED})

MINIMUM_DURATION_MINUTES = 5
MAXIMUM_DURATION_MINUTES = 120
DEFAULT_DURATION_MINUTES = 30

PAST_GRACE = timedelta(minutes=5)
"""A time may be this long ago: choosing it and saving it takes a while, and clocks differ."""


def can_change_by_hand(old: InterviewStatus, new: InterviewStatus) -> bool:
    """Whether a recruiter may set ``new`` himself; starting and completing are calls of their own."""
    return new == old or new in _BY_HAND.get(old, frozenset())


def has_passed(starts_at: datetime, *, now: datetime) -> bool:
    """Whether it is too late to schedule an interview for ``starts_at``."""
    return starts_at < now - PAST_GRACE


def elapsed_seconds(*, started_at: datetime | None, completed_at: datetime | None, now: datetime) -> float:
    """Seconds that an interview has lasted; 0 before it began."""
    if started_at is None:
        return 0.0
    return max(0.0, ((completed_at or now) - started_at).total_seconds())


def latest_end(started_at: datetime, *, maximum_minutes: int) -> datetime:
    return started_at + timedelta(minutes=maximum_minutes)
