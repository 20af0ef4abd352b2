"""Port for email delivery: the message, its transport and the failure of a delivery."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class EmailMessage:
    """One plain-text email. No HTML is ever sent, so its content cannot be more than text."""

    recipient: str
    subject: str
    text: str
    calendar: str | None = None
    """An iCalendar object, sent as a part that calendars act on and as a file."""
    calendar_method: str = "REQUEST"
    """The iTIP method of the calendar object."""


class EmailFailed(Exception):
    """The email was not accepted.

    ``retryable``: a later attempt may succeed (no connection, 4xx); otherwise none will (5xx).
    """

    def __init__(self, reason: str, *, retryable: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retryable = retryable


class EmailTransport(Protocol):
    def deliver(self, message: EmailMessage) -> None:
        """Send ``message``. Blocks for at most about a minute. Raises EmailFailed."""
