from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.core.schemas import ApiSchema, Identified, Success, UtcTime
from app.interviews.invitations.appointments import DEFAULT_MINUTES
from app.interviews.invitations.tables import CalendarMethod, RecipientRole
from app.interviews.rules import MAXIMUM_DURATION_MINUTES, MINIMUM_DURATION_MINUTES
from app.interviews.schemas import Instant

DeliveryState = Literal["waiting", "sent", "failed", "forgotten"]
"""``forgotten``: the mail itself was removed after its time; it had been sent or given up."""


class SendInvites(ApiSchema):
    start_iso: Instant
    duration_minutes: Annotated[int, Field(ge=MINIMUM_DURATION_MINUTES, le=MAXIMUM_DURATION_MINUTES)] = (
        DEFAULT_MINUTES
    )
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
    error: str | None
    """The mail server's reason, where it did not take the mail."""
    written_at: UtcTime


class InvitationList(Success):
    data: list[CalendarInvitationView]
