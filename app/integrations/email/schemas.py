"""Response schema of a failed delivery."""

from __future__ import annotations

from app.core.schemas import ApiSchema
from app.integrations.email.port import EmailProblem


class EmailFailureView(ApiSchema):
    """Why an email was not sent, or not yet."""

    problem: EmailProblem
    server_text: str
    """Verbatim text of the mail server, with its reply code; empty if it did not reply."""
