"""Requests and responses of the demo request form."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BeforeValidator, Field, StringConstraints

from app.core.schemas import ApiSchema, Email, Identified, Success, UtcTime

EmailState = Literal["none", "waiting", "sent", "failed"]

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Phone = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=50)]


def _parse_instant(value: Any) -> Any:
    """Read integers as milliseconds since 1970; pydantic would guess between milliseconds and seconds."""
    if isinstance(value, int) and 0 <= value < 10**14:
        return datetime.fromtimestamp(value / 1000, tz=UTC)
    return value


FormOpened = Annotated[
    AwareDatetime | None,
    BeforeValidator(_parse_instant, json_schema_input_type=int | AwareDatetime | None),
]


class DemoRequestForm(ApiSchema):
    name: Line
    email: Email
    company: Line
    phone: Phone
    honeypot: Annotated[str, Field(max_length=1000)] = ""
    """Hidden field that only bots fill."""
    recaptcha_token: Annotated[str, Field(max_length=8192)]
    """Solution of the captcha that ``GET /api/site`` names; for ALTCHA its base64 payload."""
    timestamp: FormOpened = None
    """When the form was opened, by the visitor's clock: milliseconds since 1970, or ISO 8601."""


class DemoRequestResponse(Success):
    message: str


class DemoRequestView(Identified):
    name: str
    email: str
    company: str
    phone: str
    created_at: UtcTime
    mail: EmailState
