"""Outbox of emails: written in the transaction that causes them, delivered after its commit.

So no email announces a change that was rolled back, and none is lost if the server stops or the mail
server is unreachable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import anyio.to_thread
from sqlalchemy import delete, or_
from sqlalchemy.orm import Session

from app.core.database import Database
from app.integrations.email.port import EmailFailed, EmailFailure, EmailMessage, EmailProblem, EmailTransport
from app.integrations.email.tables import OutgoingEmail
from app.work_queue.items import Claim, WorkItems
from app.work_queue.queue import AttemptFailed, Outcome, WorkQueue, drain

BACKOFF_SECONDS = tuple(60 * minutes for minutes in (1, 5, 15, 60, 180, 360, 720, 720))
"""Waits between the attempts: about a day and a half in total, to outlast an outage of the mail server."""
_BATCH = 20
_BLANK = {"text": "", "calendar": None}
"""An email that is not sent again: its links open accounts and rooms, so the database must not keep them."""

EMAIL_ITEMS = WorkItems(
    key=OutgoingEmail.id,
    attempts=OutgoingEmail.attempts,
    claim_id=OutgoingEmail.claim_id,
    not_before_at=OutgoingEmail.next_attempt_at,
    is_waiting=OutgoingEmail.next_attempt_at.is_not(None),
    is_claimed=OutgoingEmail.claim_id.is_not(None),
    order_by=(OutgoingEmail.next_attempt_at,),
    # Far longer than the timeouts of one delivery: after it, the server was killed while sending.
    lease_seconds=300,
)


@dataclass(frozen=True, slots=True)
class Delivered:
    """Number of emails sent, and of attempts that failed."""

    sent: int
    failed: int


class EmailQueue(WorkQueue):
    """Emails that are still to be delivered. Keys are outbox ids."""

    name = "emails"
    items = EMAIL_ITEMS
    max_attempts = len(BACKOFF_SECONDS) + 1
    # The mail server may have accepted it just before the server was killed, so wait before sending it again.
    is_recovered_at_start = False

    def __init__(self, database: Database, *, transport: EmailTransport, now: Callable[[], datetime]) -> None:
        super().__init__(database, now=now, backoff_seconds=BACKOFF_SECONDS)
        self._transport = transport

    async def attempt(self, claim: Claim) -> None:
        message = await self.database.read(_read, email_id=claim.key)
        try:
            await anyio.to_thread.run_sync(self._transport.deliver, message)
        except EmailFailed as error:
            raise AttemptFailed(error, retryable=error.retryable) from error
        await self._end(claim, sent_at=self.now(), last_error=None, **_BLANK)

    async def give_up(self, claim: Claim, error: Exception) -> None:
        await self._end(claim, failed_at=self.now(), last_error=_write_failure(error), **_BLANK)

    async def retry_later(self, claim: Claim, error: Exception, *, wait_seconds: float) -> None:
        not_before = self.now() + timedelta(seconds=wait_seconds)
        await self._end(claim, next_attempt_at=not_before, last_error=_write_failure(error))

    async def _end(self, claim: Claim, **values: datetime | str | None) -> None:
        await self.database.run(self.items.end, claim, now=self.now(), **{"next_attempt_at": None, **values})


def add_email(
    session: Session,
    *,
    recipient: str,
    subject: str,
    text: str,
    now: datetime,
    calendar: str | None = None,
    calendar_method: str | None = None,
) -> OutgoingEmail:
    """Write an email to the outbox; it is sent within seconds of the commit."""
    email = OutgoingEmail(
        recipient=recipient,
        subject=" ".join(subject.split())[:300],
        text=text,
        calendar=calendar,
        calendar_method=calendar_method,
        next_attempt_at=now,
        created_at=now,
    )
    session.add(email)
    session.flush()
    return email


async def deliver_due(
    database: Database, *, transport: EmailTransport, now: Callable[[], datetime]
) -> Delivered:
    """Send the emails that are due, at most 20; those that fail are retried by BACKOFF_SECONDS."""
    sent = failed = 0
    async for result in drain(EmailQueue(database, transport=transport, now=now), max_attempts=_BATCH):
        if result.outcome is Outcome.DONE:
            sent += 1
        else:
            failed += 1
    return Delivered(sent=sent, failed=failed)


def remove_old(session: Session, *, now: datetime, keep: timedelta) -> int:
    """Delete emails that were sent or given up before ``now - keep``: they contain addresses."""
    before = now - keep
    found = session.execute(
        delete(OutgoingEmail)
        .where(or_(OutgoingEmail.sent_at < before, OutgoingEmail.failed_at < before))
        .returning(OutgoingEmail.id)
    )
    return len(found.all())


def _read(session: Session, *, email_id: str) -> EmailMessage:
    email = session.get_one(OutgoingEmail, email_id)
    return EmailMessage(
        recipient=email.recipient,
        subject=email.subject,
        text=email.text,
        calendar=email.calendar,
        calendar_method=email.calendar_method or "REQUEST",
    )


def read_failure(email: OutgoingEmail) -> EmailFailure | None:
    """Why the last attempt failed; None if none did, or if the email was sent."""
    if email.last_error is None:
        return None
    code, _, text = email.last_error.partition(" ")
    try:
        return EmailFailure(EmailProblem(code), text)
    except ValueError:
        # Earlier versions stored an English sentence or the server's reply, without a code.
        return EmailFailure(EmailProblem.OTHER, email.last_error)


def _write_failure(error: Exception) -> str:
    """The code and the server's text, as ``read_failure`` reads them."""
    if isinstance(error, EmailFailed):
        failure = error.failure
    else:
        failure = EmailFailure(EmailProblem.OTHER, type(error).__name__)
    return f"{failure.problem} {failure.server_text}".strip()
