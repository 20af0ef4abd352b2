"""Errors of interview invitations."""

from __future__ import annotations

from app.core.errors import AppError, InvalidState


class EmailNotSetUp(InvalidState):
    code = "MAIL_NOT_SET_UP"

    def __init__(self) -> None:
        super().__init__(
            "No mail server is set up, so nothing was sent. Download the invitation and send it yourself."
        )


class NoInvitationAddress(AppError):
    code = "INVALID_EMAIL"
    status = 422

    def __init__(self) -> None:
        super().__init__("Invites require a valid candidate email.")


class NotScheduled(InvalidState):
    code = "NOT_SCHEDULED"

    def __init__(self) -> None:
        super().__init__("This interview has no date yet. Schedule it first.")
