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
    """How, and with which browser, a user signs in."""

    method: SignInMethod
    device: str
    """The User-Agent header, as sent."""


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
    )
    session.add(record)
    session.execute(update(User).where(User.id == user.id).values(last_signed_in_at=now))
    session.flush()
    return sign_session_token(
        secret=secret,
        session_token_id=record.id,
        user_id=user.id,
        role=user.role,
        issued_at=now,
        expires_at=record.expires_at,
    )
