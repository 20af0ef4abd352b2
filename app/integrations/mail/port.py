"""What delivers a mail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Mail:
    recipient: str
    subject: str
    text: str
    """Plain text. Nothing is sent as HTML, so nothing in it can be more than text."""
    calendar: str | None = None
    """An iCalendar object that goes with it, as a part that calendars act on and as a file."""
    calendar_method: str = "REQUEST"
    """Its iTIP method."""


class MailFailed(Exception):
    """The mail was not taken. ``retryable``: later may be better (no connection, 4xx), else never (5xx)."""

    def __init__(self, reason: str, *, retryable: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retryable = retryable


class MailTransport(Protocol):
    def deliver(self, mail: Mail) -> None:
        """Hand ``mail`` over; blocks for at most about a minute. Raises MailFailed."""
