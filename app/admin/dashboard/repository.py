"""Queries of the dashboard: records per user, in one grouped query per kind."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.billing.rules import PlanKey
from app.billing.tables import BillingAccount
from app.candidates.tables import Candidate
from app.interviews.tables import Interview
from app.job_descriptions.tables import JobDescription
from app.users.tables import Role, User


@dataclass(frozen=True, slots=True)
class UserRow:
    """The columns that the dashboard shows; with a thousand users, whole records would take twice as long."""

    id: str
    name: str
    username: str
    email: str | None
    role: Role
    is_active: bool
    created_at: datetime
    plan: PlanKey | None
    """None, as the credits, without a billing account."""
    credits_remaining: int | None
    credits_included: int | None


def list_users(session: Session) -> list[UserRow]:
    """All users with plan and credits, newest first."""
    rows = session.execute(
        select(
            User.id,
            User.name,
            User.username,
            User.email,
            User.role,
            User.is_active,
            User.created_at,
            BillingAccount.plan,
            BillingAccount.credits_remaining,
            BillingAccount.credits_included,
        )
        .outerjoin(BillingAccount, BillingAccount.user_id == User.id)
        .order_by(User.created_at.desc(), User.id)
    )
    return [UserRow(**row._asdict()) for row in rows]


def count_interviews(session: Session) -> dict[str, int]:
    return _count_by(session, Interview.owner_id)


def count_candidates(session: Session) -> dict[str, int]:
    return _count_by(session, Candidate.owner_id)


def count_job_descriptions(session: Session) -> dict[str, int]:
    return _count_by(session, JobDescription.owner_id)


def _count_by(session: Session, owner_id: InstrumentedAttribute[str]) -> dict[str, int]:
    """Number of records by owner id; owners of none are missing."""
    return dict(session.execute(select(owner_id, func.count()).group_by(owner_id)).all())
