"""Save settings and record the change in one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from sqlalchemy.orm import Session

from app.admin.settings import service
from app.core.settings import Settings
from app.core.state import AppState
from app.users import audit
from app.users.tables import User


def save_changes(
    session: Session, request: Request, *, values: Mapping[str, Any], state: AppState, admin: User
) -> Settings:
    """Save ``values`` and return the settings to put in effect once committed.

    Raises SettingLocked and ValidationFailed.
    """
    settings = service.change(session, state=state, values=values)
    changes = service.describe_changes(state.settings, settings, keys=values)
    if changes:
        record_change(session, request, changes=changes, state=state, admin=admin)
    return settings


def record_change(
    session: Session,
    request: Request,
    *,
    changes: dict[str, dict[str, Any]],
    state: AppState,
    admin: User,
) -> None:
    """Record each changed setting with its value before and after, but never a secret."""
    audit.record(
        session,
        request,
        audit.EventType.SETTINGS_CHANGED,
        state=state,
        actor_id=admin.id,
        details={"keys": sorted(changes), "changes": changes},
    )
