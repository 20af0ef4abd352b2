"""Queries on users, their sessions, second factors and account invitations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from app.users.tables import (
    AccountInvitation,
    ExternalIdentity,
    RecoveryCode,
    Role,
    SecondFactor,
    SessionToken,
    User,
)


def find_by_username(session: Session, username: str) -> User | None:
    return session.scalar(select(User).where(User.username_key == username.casefold()))


def find_by_email(session: Session, email: str) -> User | None:
    """The user with this address, ignoring case; users with a checked address come first."""
    return session.scalar(
        select(User)
        .where(func.lower(User.email) == email.lower())
        .order_by(User.is_email_unchecked, User.created_at)
        .limit(1)
    )


def find_by_id(session: Session, user_id: str) -> User | None:
    return session.get(User, user_id)


def find_by_identity(session: Session, *, issuer: str, subject: str) -> User | None:
    return session.scalar(
        select(User)
        .join(ExternalIdentity, ExternalIdentity.user_id == User.id)
        .where(ExternalIdentity.issuer == issuer, ExternalIdentity.subject == subject)
    )


def list_users(session: Session) -> Sequence[User]:
    """All users, by username."""
    return session.scalars(select(User).order_by(User.username_key)).all()


def has_users(session: Session) -> bool:
    return session.scalar(select(User.id).limit(1)) is not None


def has_admin(session: Session) -> bool:
    return session.scalar(select(User.id).where(User.role == Role.ADMIN).limit(1)) is not None


def find_first_admin(session: Session) -> User | None:
    """The active administrator whose account is the oldest."""
    return session.scalar(
        select(User)
        .where(User.role == Role.ADMIN, User.is_active.is_(True))
        .order_by(User.created_at, User.id)
        .limit(1)
    )


def find_signed_in(
    session: Session, *, session_token_id: str, user_id: str, now: datetime, used_after: datetime
) -> tuple[User, SessionToken] | None:
    """The active user of a valid session token that was used after an instant, with the token's row."""
    row = session.execute(
        select(User, SessionToken)
        .join(SessionToken, SessionToken.user_id == User.id)
        .where(
            SessionToken.id == session_token_id,
            SessionToken.revoked_at.is_(None),
            SessionToken.expires_at > now,
            func.coalesce(SessionToken.last_used_at, SessionToken.created_at) >= used_after,
            User.id == user_id,
            User.is_active,
        )
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def confirm_session(session: Session, *, session_token_id: str, now: datetime) -> None:
    """Note that the user of a session has entered the password again."""
    session.execute(
        update(SessionToken).where(SessionToken.id == session_token_id).values(authenticated_at=now)
    )


def end_session(session: Session, *, session_token_id: str, now: datetime) -> None:
    session.execute(
        update(SessionToken)
        .where(SessionToken.id == session_token_id, SessionToken.revoked_at.is_(None))
        .values(revoked_at=now)
    )


def end_sessions(session: Session, *, user_id: str, now: datetime, except_id: str | None = None) -> int:
    """Revoke every session of a user except ``except_id``; returns how many were revoked."""
    ended = session.execute(
        update(SessionToken)
        .where(
            SessionToken.user_id == user_id,
            SessionToken.revoked_at.is_(None),
            SessionToken.id != (except_id or ""),
        )
        .values(revoked_at=now)
        .returning(SessionToken.id)
    )
    return len(ended.all())


def list_sessions(session: Session, *, user_id: str, now: datetime) -> list[SessionToken]:
    """Valid sessions, most recently used first."""
    return list(
        session.scalars(
            select(SessionToken)
            .where(
                SessionToken.user_id == user_id,
                SessionToken.revoked_at.is_(None),
                SessionToken.expires_at > now,
            )
            .order_by(func.coalesce(SessionToken.last_used_at, SessionToken.created_at).desc())
        )
    )


def has_second_factor(session: Session, user_id: str) -> bool:
    factor = session.get(SecondFactor, user_id)
    return factor is not None and factor.confirmed_at is not None


def count_recovery_codes(session: Session, user_id: str) -> int:
    """Unused recovery codes."""
    return (
        session.scalar(
            select(func.count())
            .select_from(RecoveryCode)
            .where(RecoveryCode.user_id == user_id, RecoveryCode.used_at.is_(None))
        )
        or 0
    )


def find_invitation(session: Session, token_hash: str) -> tuple[AccountInvitation, User] | None:
    row = session.execute(
        select(AccountInvitation, User)
        .join(User, User.id == AccountInvitation.user_id)
        .where(AccountInvitation.token_hash == token_hash)
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def void_invitations(session: Session, *, user_id: str, now: datetime) -> None:
    """Mark all unused invitations of a user as used, so that no link works any more."""
    session.execute(
        update(AccountInvitation)
        .where(AccountInvitation.user_id == user_id, AccountInvitation.used_at.is_(None))
        .values(used_at=now)
    )
