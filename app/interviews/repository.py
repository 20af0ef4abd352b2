"""Database queries of interviews."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.core.access_attempts import note_not_found
from app.interviews.errors import InterviewNotFound
from app.interviews.rules import ENDED, MAX_DURATION_MINUTES, STARTABLE, planned_minutes
from app.interviews.tables import Interview, InterviewStatus
from app.users.tables import User


def get_owned(session: Session, *, owner_id: str, interview_id: str) -> Interview:
    """An interview by id or session id. Raises InterviewNotFound, even if it exists but has another owner."""
    interview = session.scalar(
        select(Interview).where(
            Interview.owner_id == owner_id,
            or_(Interview.id == interview_id, Interview.session_id == interview_id),
        )
    )
    if interview is None:
        note_not_found(interview_id)
        raise InterviewNotFound
    return interview


def get_for_recruiter(session: Session, *, owner_id: str, token_or_id: str) -> Interview:
    """The owner's interview by recruiter token or id: recruiter links contain either."""
    interview = session.scalar(
        select(Interview).where(
            Interview.owner_id == owner_id,
            or_(Interview.id == token_or_id, Interview.recruiter_token == token_or_id),
        )
    )
    if interview is None:
        note_not_found(token_or_id)
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
    """Filters and order of an owner's interview list."""

    text: str = ""
    """Searched literally, ignoring case, in candidate name, title and position."""
    statuses: tuple[InterviewStatus, ...] = ()
    scheduled_from: datetime | None = None
    scheduled_before: datetime | None = None
    sort: InterviewSort = InterviewSort.CREATED
    is_descending: bool = True


def list_owned(
    session: Session, *, owner_id: str, filters: InterviewFilter, offset: int, limit: int
) -> tuple[list[Interview], int]:
    """One page and the total; when sorted by date, interviews without one come last."""
    conditions: list[ColumnElement[bool]] = [Interview.owner_id == owner_id]
    if filters.text:
        conditions.append(
            or_(
                Interview.candidate_name.icontains(filters.text, autoescape=True),
                Interview.title.icontains(filters.text, autoescape=True),
                Interview.position.icontains(filters.text, autoescape=True),
            )
        )
    if filters.statuses:
        conditions.append(Interview.status.in_(filters.statuses))
    if filters.scheduled_from is not None:
        conditions.append(Interview.scheduled_at >= filters.scheduled_from)
    if filters.scheduled_before is not None:
        conditions.append(Interview.scheduled_at < filters.scheduled_before)
    column: Any = _SORT_COLUMNS[filters.sort]
    if filters.sort in {InterviewSort.CANDIDATE, InterviewSort.POSITION}:
        column = func.lower(column)
    order: list[Any] = [column.desc() if filters.is_descending else column.asc()]
    if filters.sort == InterviewSort.SCHEDULED:
        order.insert(0, Interview.scheduled_at.is_(None))
    order.append(Interview.id.desc() if filters.is_descending else Interview.id.asc())
    return _page(session, and_(*conditions), order=order, offset=offset, limit=limit)


def list_overlapping(
    session: Session, *, owner_id: str, starts_at: datetime, minutes: int, except_id: str | None
) -> list[Interview]:
    """The owner's other scheduled or running interviews in the given time, earliest first."""
    ends_at = starts_at + timedelta(minutes=minutes)
    max_duration = timedelta(minutes=MAX_DURATION_MINUTES)
    rows = session.scalars(
        select(Interview)
        .where(
            Interview.owner_id == owner_id,
            Interview.status.in_([InterviewStatus.SCHEDULED, InterviewStatus.IN_PROGRESS]),
            Interview.scheduled_at > starts_at - max_duration,
            Interview.scheduled_at < ends_at,
            Interview.id != (except_id or ""),
        )
        .order_by(Interview.scheduled_at, Interview.id)
    )
    return [row for row in rows if _find_end(row) > starts_at]


def _find_end(interview: Interview) -> datetime:
    assert interview.scheduled_at is not None
    minutes = planned_minutes(interview.scheduled_duration_minutes)
    return interview.scheduled_at + timedelta(minutes=minutes)


def list_of_candidate(
    session: Session, *, owner_id: str, candidate_id: str, offset: int, limit: int
) -> tuple[list[Interview], int]:
    """One page of the interviews with this candidate, newest first, and the total."""
    condition = and_(Interview.candidate_id == candidate_id, Interview.owner_id == owner_id)
    return _page(session, condition, offset=offset, limit=limit)


def list_of_job_description(
    session: Session, *, owner_id: str, job_description_id: str, offset: int, limit: int
) -> tuple[list[Interview], int]:
    """One page of the interviews for this job description, newest first, and the total."""
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
    # The ids come from the index alone: PostgreSQL would read each skipped interview.
    ids = session.scalars(
        select(Interview.id).where(condition).order_by(*order).offset(offset).limit(limit)
    ).all()
    if not ids:
        return [], total
    rows = {row.id: row for row in session.scalars(select(Interview).where(Interview.id.in_(ids)))}
    return [rows[key] for key in ids if key in rows], total


def count_by_candidate(session: Session, candidate_ids: Sequence[str]) -> dict[str, int]:
    """Number of interviews per candidate; candidates without any are missing."""
    rows = session.execute(
        select(Interview.candidate_id, func.count())
        .where(Interview.candidate_id.in_(candidate_ids))
        .group_by(Interview.candidate_id)
    )
    return {candidate_id: number for candidate_id, number in rows if candidate_id is not None}


def count_by_job_description(session: Session, job_description_ids: Sequence[str]) -> dict[str, int]:
    """Number of interviews per job description; those without any are missing."""
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


def count_all_running(session: Session) -> int:
    """Running interviews of all users."""
    running = select(func.count()).where(Interview.status == InterviewStatus.IN_PROGRESS)
    return session.scalar(running) or 0


def list_known_ids(session: Session, interview_ids: Iterable[str]) -> set[str]:
    """The given ids that have a row."""
    ids, known = list(interview_ids), set[str]()
    for start in range(0, len(ids), 500):
        chunk = ids[start : start + 500]
        known.update(session.scalars(select(Interview.id).where(Interview.id.in_(chunk))))
    return known


def claim_start(session: Session, *, interview_id: str, now: datetime) -> bool:
    """Move to in_progress by one conditional UPDATE; False if it cannot be started any more."""
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
    """Move to completed by one conditional UPDATE; False if it is not in progress."""
    claimed = session.execute(
        update(Interview)
        .where(Interview.id == interview_id, Interview.status == InterviewStatus.IN_PROGRESS)
        .values(status=InterviewStatus.COMPLETED, completed_at=now, updated_at=now)
        .execution_options(synchronize_session=False)
        .returning(Interview.id)
    )
    return claimed.first() is not None


def list_running(session: Session) -> list[tuple[Interview, bool]]:
    """Running interviews, each with whether its owner is active."""
    rows = session.execute(
        select(Interview, User.is_active)
        .join(User, User.id == Interview.owner_id)
        .where(Interview.status == InterviewStatus.IN_PROGRESS, Interview.started_at.is_not(None))
    )
    return [(interview, is_active) for interview, is_active in rows]


def list_ended_before(session: Session, instant: datetime) -> list[str]:
    """Ids of interviews that were completed or cancelled before an instant."""
    return list(
        session.scalars(
            select(Interview.id).where(
                Interview.status.in_(ENDED),
                func.coalesce(Interview.completed_at, Interview.updated_at) < instant,
            )
        )
    )
