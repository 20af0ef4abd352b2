"""Requests and responses of interview invitations."""

from __future__ import annotations

from typing import Literal

from app.core.schemas import ApiSchema, Identified, Instant, Success, UtcTime
from app.integrations.email.schemas import EmailFailureView
from app.interviews.invitations.tables import CalendarMethod, RecipientRole
from app.interviews.rules import DEFAULT_DURATION_MINUTES
from app.interviews.schemas import Duration

DeliveryState = Literal["waiting", "sent", "failed", "forgotten"]
"""``forgotten``: the email itself was deleted after its retention time, sent or given up."""


class SendInvites(ApiSchema):
    start_iso: Instant
    duration_minutes: Duration = DEFAULT_DURATION_MINUTES
    send_to_candidate: bool = True
    send_to_recruiter: bool = True


class CalendarInvitationView(Identified):
    role: RecipientRole
    recipient: str
    method: CalendarMethod
    sequence: int
    starts_at: UtcTime
    duration_minutes: int
    timezone: str
    delivery: DeliveryState
    failure: EmailFailureView | None
    """Why the last attempt failed."""
    written_at: UtcTime


class InvitationList(Success):
    data: list[CalendarInvitationView]
