"""The first admin: from the environment, or by a one-time code on the first visit."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.core.hooks import Hooks
from app.core.settings import Settings
from app.users import repository, service
from app.users.tables import Role


def prepare_first_admin(session: Session, *, settings: Settings, hooks: Hooks) -> str | None:
    """Make the admin that the environment names; without one, return the code that the first visit asks for.

    Does nothing and returns None once there is an admin: an environment that stays set changes nobody.
    """
    if repository.has_admin(session):
        return None
    if settings.admin_username and settings.admin_password:
        user = service.create_user(
            session,
            username=settings.admin_username,
            password=settings.admin_password.get_secret_value(),
            role=Role.ADMIN,
        )
        for hook in hooks.user_created:
            hook(session, user.id)
        return None
    return service.new_setup_code()
