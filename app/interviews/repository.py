from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session

from app.interviews.errors import InterviewNotFound
from app.interviews.rules import STARTABLE
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


def list_owned(
    session: Session, *, owner_id: str, text: str = "", offset: int, limit: int
) -> tuple[list[Interview], int]:
    """One page, newest first, and the number of all; only those with ``text`` in name, title or position."""
    condition: ColumnElement[bool] = Interview.owner_id == owner_id
    if text:
        condition = and_(
            condition,
            or_(
                Interview.candidate_name.icontains(text, autoescape=True),
                Interview.title.icontains(text, autoescape=True),
                Interview.position.icontains(text, autoescape=True),
            ),
        )
    return _page(session, condition, offset=offset, limit=limit)


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
    session: Session, condition: ColumnElement[bool], *, offset: int, limit: int
) -> tuple[list[Interview], int]:
    total = session.scalar(select(func.count()).select_from(Interview).where(condition)) or 0
    rows = session.scalars(
        select(Interview)
        .where(condition)
        .order_by(Interview.created_at.desc(), Interview.id.desc())
        .offset(offset)
        .limit(limit)
    )
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
