from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BeforeValidator, Field, StringConstraints

from app.core.schemas import ApiSchema, Email, Identified, Success, UtcTime

MailState = Literal["none", "waiting", "sent", "failed"]

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Phone = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=50)]


def _instant(value: Any) -> Any:
    """Milliseconds since 1970 as an instant; pydantic alone would guess between them and seconds."""
    if isinstance(value, int) and 0 <= value < 10**14:
        return datetime.fromtimestamp(value / 1000, tz=UTC)
    return value


FormOpened = Annotated[AwareDatetime | None, BeforeValidator(_instant)]


class ChallengeParameters(ApiSchema):
    """ALTCHA's version 2; the browser's library reads it as it is."""

    algorithm: str
    nonce: str
    salt: str
    cost: int
    key_length: int
    key_prefix: str
    key_signature: str
    expires_at: int
    """Unix time in seconds."""


class Challenge(ApiSchema):
    parameters: ChallengeParameters
    signature: str


class DemoRequestForm(ApiSchema):
    name: Line
    email: Email
    company: Line
    phone: Phone
    honeypot: Annotated[str, Field(max_length=1000)] = ""
    """No person sees this field: who fills it is none."""
    recaptcha_token: Annotated[str, Field(max_length=8192)]
    """The answer to the check that ``GET /api/site`` names: of ALTCHA the base64 payload."""
    timestamp: FormOpened = None
    """When the form was opened, by the visitor's clock: milliseconds since 1970 or ISO 8601."""


class DemoRequestAnswer(Success):
    message: str


class DemoRequestView(Identified):
    name: str
    email: str
    company: str
    phone: str
    created_at: UtcTime
    mail: MailState
