from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.interviews.errors import InterviewNotFound
from app.interviews.rules import DEFAULT_DURATION_MINUTES, MAXIMUM_DURATION_MINUTES, STARTABLE
from app.interviews.tables import Interview, InterviewStatus


def get_owned(session: Session, *, owner_id: str, interview_id: str) -> Interview:
    """The interview by its id (or session id). Raises InterviewNotFound, also for somebody else's."""
    interview = session.scalar(
        select(Interview).where(
            Interview.owner_id == owner_id,
            or_(Interview.id == interview_id, Interview.session_id == interview_id),
        )
    )
    if interview is None:
        raise InterviewNotFound
    return interview


def get_for_recruiter(session: Session, *, owner_id: str, token_or_id: str) -> Interview:
    """The interview by recruiter token or id (ruling 9), of this owner only."""
    interview = session.scalar(
        select(Interview).where(
            Interview.owner_id == owner_id,
            or_(Interview.id == token_or_id, Interview.recruiter_token == token_or_id),
        )
    )
    if interview is None:
        raise InterviewNotFound
    return interview


def find_by_candidate_token(session: Session, token: str) -> Interview | None:
    return session.scalar(select(Interview).where(Interview.candidate_token == token))


def find_by_room_id(session: Session, room_id: str) -> Interview | None:
    return session.scalar(select(Interview).where(Interview.room_id == room_id))


def find_by_id(session: Session, interview_id: str) -> Interview | None:
    return session.get(Interview, interview_id)


def find_by_session_id(session: Session, session_id: str) -> Interview | None:
    return session.scalar(select(Interview).where(Interview.session_id == session_id))


class InterviewSort(StrEnum):
    CREATED = "createdAt"
    SCHEDULED = "scheduledDate"
    CANDIDATE = "candidateName"
    POSITION = "position"
    STATUS = "status"


_SORT_COLUMNS: dict[InterviewSort, InstrumentedAttribute[Any]] = {
    InterviewSort.CREATED: Interview.created_at,
    InterviewSort.SCHEDULED: Interview.scheduled_at,
    InterviewSort.CANDIDATE: Interview.candidate_name,
    InterviewSort.POSITION: Interview.position,
    InterviewSort.STATUS: Interview.status,
}


@dataclass(frozen=True, slots=True)
class InterviewFilter:
    """Which interviews of an owner, and in which order."""

    text: str = ""
    """Literally, in any case, in the candidate's name, title or position."""
    statuses: tuple[InterviewStatus, ...] = ()
    scheduled_from: datetime | None = None
    scheduled_before: datetime | None = None
    sort: InterviewSort = InterviewSort.CREATED
    is_descending: bool = True


def list_owned(
    session: Session, *, owner_id: str, wanted: InterviewFilter, offset: int, limit: int
) -> tuple[list[Interview], int]:
    """One page and the number of all; those without a date come last where dates sort."""
    conditions: list[ColumnElement[bool]] = [Interview.owner_id == owner_id]
    if wanted.text:
        conditions.append(
            or_(
                Interview.candidate_name.icontains(wanted.text, autoescape=True),
                Interview.title.icontains(wanted.text, autoescape=True),
                Interview.position.icontains(wanted.text, autoescape=True),
            )
        )
    if wanted.statuses:
        conditions.append(Interview.status.in_(wanted.statuses))
    if wanted.scheduled_from is not None:
        conditions.append(Interview.scheduled_at >= wanted.scheduled_from)
    if wanted.scheduled_before is not None:
        conditions.append(Interview.scheduled_at < wanted.scheduled_before)
    column: Any = _SORT_COLUMNS[wanted.sort]
    if wanted.sort in {InterviewSort.CANDIDATE, InterviewSort.POSITION}:
        column = func.lower(column)
    order: list[Any] = [column.desc() if wanted.is_descending else column.asc()]
    if wanted.sort == InterviewSort.SCHEDULED:
        order.insert(0, Interview.scheduled_at.is_(None))
    order.append(Interview.id.desc() if wanted.is_descending else Interview.id.asc())
    return _page(session, and_(*conditions), order=order, offset=offset, limit=limit)


def list_clashing(
    session: Session, *, owner_id: str, starts_at: datetime, minutes: int, except_id: str | None
) -> list[Interview]:
    """The owner's other interviews that are planned or running in the given time, the earliest first."""
    ends_at = starts_at + timedelta(minutes=minutes)
    longest = timedelta(minutes=MAXIMUM_DURATION_MINUTES)
    rows = session.scalars(
        select(Interview)
        .where(
            Interview.owner_id == owner_id,
            Interview.status.in_([InterviewStatus.SCHEDULED, InterviewStatus.IN_PROGRESS]),
            Interview.scheduled_at > starts_at - longest,
            Interview.scheduled_at < ends_at,
            Interview.id != (except_id or ""),
        )
        .order_by(Interview.scheduled_at, Interview.id)
    )
    return [row for row in rows if _ends_at(row) > starts_at]


def _ends_at(interview: Interview) -> datetime:
    assert interview.scheduled_at is not None
    minutes = interview.scheduled_duration_minutes or DEFAULT_DURATION_MINUTES
    return interview.scheduled_at + timedelta(minutes=minutes)


def list_of_candidate(
    session: Session, *, owner_id: str, candidate_id: str, offset: int, limit: int
) -> tuple[list[Interview], int]:
    """One page of the interviews with this candidate, newest first, and the number of all."""
    condition = and_(Interview.candidate_id == candidate_id, Interview.owner_id == owner_id)
    return _page(session, condition, offset=offset, limit=limit)


def list_of_job_description(
    session: Session, *, owner_id: str, job_description_id: str, offset: int, limit: int
) -> tuple[list[Interview], int]:
    """One page of the interviews for this job description, newest first, and the number of all."""
    condition = and_(Interview.job_description_id == job_description_id, Interview.owner_id == owner_id)
    return _page(session, condition, offset=offset, limit=limit)


def _page(
    session: Session,
    condition: ColumnElement[bool],
    *,
    offset: int,
    limit: int,
    order: Sequence[Any] = (Interview.created_at.desc(), Interview.id.desc()),
) -> tuple[list[Interview], int]:
    total = session.scalar(select(func.count()).select_from(Interview).where(condition)) or 0
    rows = session.scalars(select(Interview).where(condition).order_by(*order).offset(offset).limit(limit))
    return list(rows), total


def count_by_candidate(session: Session, candidate_ids: Sequence[str]) -> dict[str, int]:
    """Interviews of each candidate; one without any is missing."""
    rows = session.execute(
        select(Interview.candidate_id, func.count())
        .where(Interview.candidate_id.in_(candidate_ids))
        .group_by(Interview.candidate_id)
    )
    return {candidate_id: number for candidate_id, number in rows if candidate_id is not None}


def count_by_job_description(session: Session, job_description_ids: Sequence[str]) -> dict[str, int]:
    """Interviews for each job description; one without any is missing."""
    rows = session.execute(
        select(Interview.job_description_id, func.count())
        .where(Interview.job_description_id.in_(job_description_ids))
        .group_by(Interview.job_description_id)
    )
    return {job_id: number for job_id, number in rows if job_id is not None}


def count_running(session: Session, *, owner_id: str) -> int:
    return (
        session.scalar(
            select(func.count())
            .select_from(Interview)
            .where(Interview.owner_id == owner_id, Interview.status == InterviewStatus.IN_PROGRESS)
        )
        or 0
    )


def claim_start(session: Session, *, interview_id: str, now: datetime) -> bool:
    """Move to in_progress in one conditional update; False when it is no longer startable."""
    claimed = session.execute(
        update(Interview)
        .where(
            Interview.id == interview_id,
            Interview.status.in_(STARTABLE),
            Interview.consented_at.is_not(None),
        )
        .values(status=InterviewStatus.IN_PROGRESS, started_at=now, updated_at=now)
        .execution_options(synchronize_session=False)
        .returning(Interview.id)
    )
    return claimed.first() is not None


def claim_completion(session: Session, *, interview_id: str, now: datetime) -> bool:
    """Move to completed in one conditional update; False when it is not in progress."""
    claimed = session.execute(
        update(Interview)
        .where(Interview.id == interview_id, Interview.status == InterviewStatus.IN_PROGRESS)
        .values(status=InterviewStatus.COMPLETED, completed_at=now, updated_at=now)
        .execution_options(synchronize_session=False)
        .returning(Interview.id)
    )
    return claimed.first() is not None


def list_running_since_before(session: Session, *, started_before: datetime) -> list[Interview]:
    return list(
        session.scalars(
            select(Interview).where(
                Interview.status == InterviewStatus.IN_PROGRESS,
                Interview.started_at <= started_before,
            )
        )
    )
