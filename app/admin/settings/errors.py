"""Errors of the settings."""

from __future__ import annotations

from app.core.errors import AppError, ErrorDetails
from app.integrations.email.port import EmailFailure
from app.integrations.email.schemas import EmailFailureView


class EmailNotSentDetails(ErrorDetails):
    failure: EmailFailureView


class EmailNotSent(AppError):
    code = "MAIL_FAILED"
    status = 502

    def __init__(self, failure: EmailFailure) -> None:
        super().__init__(
            f"The email was not sent: {failure.reason}",
            details=EmailNotSentDetails(failure=EmailFailureView.model_validate(failure)),
        )
