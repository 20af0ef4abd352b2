"""Security events as admins see them."""

from __future__ import annotations

from typing import Any

from app.core.schemas import ApiSchema, UtcTime
from app.security_events.tables import EventOutcome, EventType


class SecurityEventView(ApiSchema):
    id: int
    at: UtcTime
    type: EventType
    outcome: EventOutcome
    actor_id: str | None
    actor_name: str | None
    """Username; null for visitors, the operator at the command line, and deleted users."""
    subject_kind: str | None
    subject_id: str | None
    subject_name: str | None
    """Username, if the subject is a user."""
    address: str
    details: dict[str, Any]
