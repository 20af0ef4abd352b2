from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.errors import InvalidState
from app.core.security import hash_password, is_password, sign_session_token
from app.users import repository
from app.users.errors import InvalidCredentials, SetupCodeInvalid
from app.users.tables import Role, SessionToken, User


def create_user(
    session: Session, *, username: str, password: str, role: Role, name: str = "", email: str | None = None
) -> User:
    """Add a user. Raises InvalidState when the name is taken (compared without case)."""
    if repository.find_by_username(session, username) is not None:
        raise InvalidState("This username is taken.")
    user = User(
        username=username,
        username_key=username.casefold(),
        name=name or username,
        email=email,
        role=role,
        password_hash=hash_password(password),
    )
    session.add(user)
    session.flush()
    return user


def check_password(session: Session, *, username: str, password: str) -> User:
    """The active user of this name and password. Raises InvalidCredentials, the same for all causes."""
    user = repository.find_by_username(session, username)
    is_right = is_password(password, user.password_hash if user else None)
    if user is None or not is_right or not user.is_active:
        raise InvalidCredentials
    return user


def open_session(session: Session, *, user: User, secret: bytes, now: datetime, hours: int) -> str:
    """A new session token for ``user``, valid for ``hours``."""
    record = SessionToken(user_id=user.id, created_at=now, expires_at=now + timedelta(hours=hours))
    session.add(record)
    session.flush()
    return sign_session_token(
        secret=secret,
        session_token_id=record.id,
        user_id=user.id,
        role=user.role,
        issued_at=now,
        expires_at=record.expires_at,
    )


def set_up_first_admin(
    session: Session,
    *,
    expected_code: str | None,
    code: str,
    username: str,
    password: str,
    name: str,
    email: str | None,
) -> User:
    """The first admin, by the code that the server printed.

    Raises InvalidState when there is an admin already, SetupCodeInvalid for a wrong code.
    """
    if repository.has_admin(session):
        raise InvalidState("Greenroom is set up already. Please sign in.")
    if expected_code is None or not secrets.compare_digest(
        _normalise_code(expected_code), _normalise_code(code)
    ):
        raise SetupCodeInvalid
    return create_user(session, username=username, password=password, role=Role.ADMIN, name=name, email=email)


def _normalise_code(code: str) -> bytes:
    return code.replace("-", "").replace(" ", "").upper().encode()


def new_setup_code() -> str:
    """Sixteen characters in four groups, without those that are easily mistaken for another."""
    alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
    return "-".join("".join(secrets.choice(alphabet) for _ in range(4)) for _ in range(4))
