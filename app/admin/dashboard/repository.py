"""Queries of the dashboard: records per user, in one grouped query per kind."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.billing.tables import BillingAccount
from app.candidates.tables import Candidate
from app.interviews.tables import Interview
from app.job_descriptions.tables import JobDescription
from app.users.tables import User


def list_users(session: Session) -> list[tuple[User, BillingAccount | None]]:
    """All users with their billing accounts, newest first."""
    rows = session.execute(
        select(User, BillingAccount)
        .outerjoin(BillingAccount, BillingAccount.user_id == User.id)
        .order_by(User.created_at.desc(), User.id)
    )
    return [(user, account) for user, account in rows]


def count_interviews(session: Session) -> dict[str, int]:
    return _count_by(session, Interview.owner_id)


def count_candidates(session: Session) -> dict[str, int]:
    return _count_by(session, Candidate.owner_id)


def count_job_descriptions(session: Session) -> dict[str, int]:
    return _count_by(session, JobDescription.owner_id)


def _count_by(session: Session, owner_id: InstrumentedAttribute[str]) -> dict[str, int]:
    """Number of records by owner id; owners of none are missing."""
    return dict(session.execute(select(owner_id, func.count()).group_by(owner_id)).all())
