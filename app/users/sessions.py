"""Opening sessions: the session token of one sign-in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import update
from sqlalchemy.orm import Session

from app.core.security import sign_session_token
from app.users.tables import SessionToken, SignInMethod, User

MAX_DEVICE_LENGTH = 300


@dataclass(frozen=True, slots=True)
class Visit:
    """Method and browser of a sign-in."""

    method: SignInMethod
    device: str
    """The User-Agent header, as sent."""
    address: str
    """The network address."""
    authenticated_at: datetime | None = None
    """When the user proved who they are, if that was not just now."""


def open_session(
    session: Session, *, user: User, visit: Visit, secret: bytes, now: datetime, hours: int
) -> str:
    """Issue a session token for ``user``, valid for ``hours``."""
    record = SessionToken(
        user_id=user.id,
        created_at=now,
        expires_at=now + timedelta(hours=hours),
        last_used_at=now,
        device=visit.device[:MAX_DEVICE_LENGTH],
        method=visit.method,
        authenticated_at=visit.authenticated_at,
    )
    session.add(record)
    session.execute(update(User).where(User.id == user.id).values(last_signed_in_at=now))
    session.flush()
    return _sign(record, user=user, secret=secret, now=now)


def extend_session(
    session: Session, *, session_token_id: str, secret: bytes, now: datetime, until: datetime
) -> str | None:
    """A new token of the same session, valid until ``until``; None if the session has ended."""
    claimed = session.execute(
        update(SessionToken)
        .where(
            SessionToken.id == session_token_id,
            SessionToken.revoked_at.is_(None),
            SessionToken.expires_at > now,
        )
        .values(expires_at=until)
        .returning(SessionToken.id)
    )
    if claimed.first() is None:
        return None
    record = session.get_one(SessionToken, session_token_id)
    session.refresh(record)
    return _sign(record, user=session.get_one(User, record.user_id), secret=secret, now=now)


def _sign(record: SessionToken, *, user: User, secret: bytes, now: datetime) -> str:
    return sign_session_token(
        secret=secret,
        session_token_id=record.id,
        user_id=user.id,
        role=user.role,
        issued_at=now,
        expires_at=record.expires_at,
    )
