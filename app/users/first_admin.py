"""The first admin: created from the environment, or on the first visit with a one-time setup code."""

from __future__ import annotations

import secrets

from sqlalchemy.orm import Session

from app.core.errors import InvalidState
from app.core.hooks import Hooks
from app.core.security import hash_password
from app.core.settings import Settings
from app.users import accounts, repository
from app.users.codes import new_readable_code
from app.users.errors import SetupCodeInvalid
from app.users.tables import Role, User


def prepare_first_admin(session: Session, *, settings: Settings, hooks: Hooks) -> str | None:
    """Create the admin named in the environment; without one, return a setup code for the first visit.

    Does nothing and returns None once there is an admin, even while the environment still names one.
    """
    if repository.has_admin(session):
        return None
    if settings.admin_username and settings.admin_password:
        user = accounts.create_user(
            session,
            username=settings.admin_username,
            # At start-up, no other writer is waiting.
            password_hash=hash_password(settings.admin_password.get_secret_value()),
            role=Role.ADMIN,
        )
        for hook in (*hooks.user_created, *hooks.first_admin_prepared):
            hook(session, user.id)
        return None
    return new_readable_code(groups=4)


def require_setup_code(session: Session, *, expected_code: str | None, code: str) -> None:
    """Raise InvalidState if there is an admin already, SetupCodeInvalid for a wrong code."""
    if repository.has_admin(session):
        raise InvalidState("Greenroom is already set up. Please sign in.")
    if expected_code is None or not secrets.compare_digest(
        _normalize_code(expected_code), _normalize_code(code)
    ):
        raise SetupCodeInvalid


def set_up_first_admin(
    session: Session,
    *,
    expected_code: str | None,
    code: str,
    username: str,
    password_hash: str,
    name: str,
    email: str | None,
) -> User:
    """Create the first admin with the printed setup code. Raises as ``require_setup_code``."""
    require_setup_code(session, expected_code=expected_code, code=code)
    return accounts.create_user(
        session, username=username, password_hash=password_hash, role=Role.ADMIN, name=name, email=email
    )


def _normalize_code(code: str) -> bytes:
    return code.replace("-", "").replace(" ", "").upper().encode()
