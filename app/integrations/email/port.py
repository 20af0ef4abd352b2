"""Port for email delivery: the message, its transport and the failure of a delivery."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
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


class EmailProblem(StrEnum):
    """Why an email was not sent. The words are under ``emailProblems`` in the catalog ``common``."""

    NO_SERVER = "no_server"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    DISCONNECTED = "disconnected"
    """The mail server closed the connection."""
    INTERNAL_ADDRESS = "internal_address"
    """The mail server is on the internal network, and the operator has not allowed it."""
    ENCRYPTION_REJECTED = "encryption_rejected"
    NO_STARTTLS = "no_starttls"
    NO_LOGIN = "no_login"
    """The mail server accepts no login, at least without encryption."""
    LOGIN_REFUSED = "login_refused"
    """Comes with the server's text."""
    REFUSED = "refused"
    """Any other reply with an error code. Comes with the server's text."""
    NO_SMTPUTF8 = "no_smtputf8"
    """The address has letters outside ASCII, and the mail server does not support that."""
    MALFORMED_ADDRESS = "malformed_address"
    OTHER = "other"
    """Comes with the text of a library, or that of an older version of Greenroom."""


@dataclass(frozen=True, slots=True)
class EmailFailure:
    problem: EmailProblem
    server_text: str = ""
    """Verbatim text of the mail server, with its reply code; empty if it did not reply."""

    @property
    def reason(self) -> str:
        """English sentences, for the terminal and exceptions."""
        return f"{_REASONS[self.problem]} {self.server_text}".strip()


class EmailFailed(Exception):
    """The email was not accepted.

    ``retryable``: a later attempt may succeed (no connection, 4xx); otherwise none will (5xx).
    """

    def __init__(self, problem: EmailProblem, server_text: str = "", *, retryable: bool) -> None:
        self.failure = EmailFailure(problem, server_text)
        self.retryable = retryable
        super().__init__(self.reason)

    @property
    def reason(self) -> str:
        return self.failure.reason


class EmailTransport(Protocol):
    def deliver(self, message: EmailMessage) -> None:
        """Send ``message``. Blocks for at most about a minute. Raises EmailFailed."""


_REASONS = {
    EmailProblem.NO_SERVER: "No mail server is configured.",
    EmailProblem.TIMEOUT: "The mail server did not respond in time.",
    EmailProblem.UNREACHABLE: "The mail server could not be reached.",
    EmailProblem.DISCONNECTED: "The mail server closed the connection.",
    EmailProblem.INTERNAL_ADDRESS: (
        "The mail server is on the internal network. The operator can allow it with GREENROOM_INTERNAL_HOSTS."
    ),
    EmailProblem.ENCRYPTION_REJECTED: "The mail server's certificate or encryption was rejected.",
    EmailProblem.NO_STARTTLS: "The mail server does not offer STARTTLS.",
    EmailProblem.NO_LOGIN: "The mail server does not offer a login.",
    EmailProblem.LOGIN_REFUSED: "The mail server refused the login.",
    EmailProblem.REFUSED: "The mail server responded with an error.",
    EmailProblem.NO_SMTPUTF8: (
        "The email address contains characters such as umlauts, which the mail server does not support."
    ),
    EmailProblem.MALFORMED_ADDRESS: "The email address is malformed.",
    EmailProblem.OTHER: "The email could not be sent.",
}
