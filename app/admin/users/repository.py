"""Queries on the accounts of all users, for the admin's list."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, not_, or_, select
from sqlalchemy.orm import Session

from app.admin.users.schemas import UserStatus
from app.core.schemas import PageParams
from app.users.tables import Role, SecondFactor, SessionToken, User


def list_users(
    session: Session, *, text: str, role: Role | None, status: UserStatus | None, page: PageParams
) -> tuple[list[User], int]:
    """One page of users with ``text`` in name, username or email, sorted by name, and the total."""
    conditions: list[ColumnElement[bool]] = []
    if text:
        conditions.append(
            or_(
                User.name.icontains(text, autoescape=True),
                User.username_key.contains(text.casefold(), autoescape=True),
                User.email.icontains(text, autoescape=True),
            )
        )
    if role is not None:
        conditions.append(User.role == role)
    if status is not None:
        conditions.append(_has_status(status))
    total = session.scalar(select(func.count()).select_from(User).where(*conditions)) or 0
    rows = session.scalars(
        select(User)
        .where(*conditions)
        .order_by(func.lower(User.name), User.username_key)
        .offset(page.offset)
        .limit(page.limit)
    )
    return list(rows), total


def is_invited(user: User) -> bool:
    """Whether the user has never signed in and has no password yet."""
    return user.password_hash is None and user.last_signed_in_at is None


def _has_status(status: UserStatus) -> ColumnElement[bool]:
    invited = and_(User.password_hash.is_(None), User.last_signed_in_at.is_(None))
    match status:
        case UserStatus.ACTIVE:
            return and_(User.is_active, not_(invited))
        case UserStatus.INACTIVE:
            return User.is_active.is_(False)
        case UserStatus.INVITED:
            return and_(User.is_active, invited)


def count_sessions(session: Session, user_ids: Sequence[str], *, now: datetime) -> dict[str, int]:
    """Number of valid sessions by user id; users without any are missing."""
    rows = session.execute(
        select(SessionToken.user_id, func.count())
        .where(
            SessionToken.user_id.in_(user_ids),
            SessionToken.revoked_at.is_(None),
            SessionToken.expires_at > now,
        )
        .group_by(SessionToken.user_id)
    )
    return dict(rows.all())


def find_with_second_factor(session: Session, user_ids: Sequence[str]) -> frozenset[str]:
    """The ``user_ids`` that have a second factor."""
    return frozenset(
        session.scalars(
            select(SecondFactor.user_id).where(
                SecondFactor.user_id.in_(user_ids), SecondFactor.confirmed_at.is_not(None)
            )
        )
    )
