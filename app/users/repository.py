from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.users.tables import Role, SessionToken, User


def find_by_username(session: Session, username: str) -> User | None:
    return session.scalar(select(User).where(User.username_key == username.casefold()))


def find_by_id(session: Session, user_id: str) -> User | None:
    return session.get(User, user_id)


def has_admin(session: Session) -> bool:
    return session.scalar(select(User.id).where(User.role == Role.ADMIN).limit(1)) is not None


def find_signed_in(session: Session, *, session_token_id: str, user_id: str, now: datetime) -> User | None:
    """The active user of a session token that is neither expired nor revoked."""
    return session.scalar(
        select(User)
        .join(SessionToken, SessionToken.user_id == User.id)
        .where(
            SessionToken.id == session_token_id,
            SessionToken.revoked_at.is_(None),
            SessionToken.expires_at > now,
            User.id == user_id,
            User.is_active,
        )
    )


def revoke(session: Session, *, session_token_id: str, now: datetime) -> None:
    session.execute(
        update(SessionToken)
        .where(SessionToken.id == session_token_id, SessionToken.revoked_at.is_(None))
        .values(revoked_at=now)
    )
