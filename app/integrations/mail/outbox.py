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
from app.integrations.mail.port import Mail, MailFailed, MailTransport
from app.integrations.mail.tables import OutgoingMail
from app.work_queue.items import Claim, WorkItems
from app.work_queue.queue import AttemptFailed, Outcome, WorkQueue, drain

BACKOFF_SECONDS = tuple(60 * minutes for minutes in (1, 5, 15, 60, 180, 360, 720, 720))
"""Waits between the attempts: about a day and a half in total, to outlast a mail server's weekend in part."""
_BATCH = 20

EMAIL_ITEMS = WorkItems(
    key=OutgoingMail.id,
    attempts=OutgoingMail.attempts,
    claim_id=OutgoingMail.claim_id,
    not_before_at=OutgoingMail.next_attempt_at,
    is_waiting=OutgoingMail.next_attempt_at.is_not(None),
    is_claimed=OutgoingMail.claim_id.is_not(None),
    order_by=(OutgoingMail.next_attempt_at,),
    # Far longer than the timeouts of one delivery: after it, the server was killed while sending.
    lease_seconds=300,
)


@dataclass(frozen=True, slots=True)
class Delivered:
    sent: int
    failed: int


class EmailQueue(WorkQueue):
    """Emails that are still to be delivered. Keys are outbox ids."""

    name = "emails"
    items = EMAIL_ITEMS
    max_attempts = len(BACKOFF_SECONDS) + 1

    def __init__(self, database: Database, *, transport: MailTransport, now: Callable[[], datetime]) -> None:
        super().__init__(database, now=now, backoff_seconds=BACKOFF_SECONDS)
        self._transport = transport

    async def attempt(self, claim: Claim) -> None:
        mail = await self.database.read(_read, mail_id=claim.key)
        try:
            await anyio.to_thread.run_sync(self._transport.deliver, mail)
        except MailFailed as error:
            raise AttemptFailed(error, retryable=error.retryable) from error
        await self._end(claim, sent_at=self.now(), last_error=None)

    async def give_up(self, claim: Claim, error: Exception) -> None:
        await self._end(claim, failed_at=self.now(), last_error=_describe(error))

    async def retry_later(self, claim: Claim, error: Exception, *, wait_seconds: float) -> None:
        not_before = self.now() + timedelta(seconds=wait_seconds)
        await self._end(claim, next_attempt_at=not_before, last_error=_describe(error))

    async def _end(self, claim: Claim, **values: datetime | str | None) -> None:
        await self.database.run(self.items.end, claim, now=self.now(), **{"next_attempt_at": None, **values})


def post(
    session: Session,
    *,
    recipient: str,
    subject: str,
    text: str,
    now: datetime,
    calendar: str | None = None,
    calendar_method: str | None = None,
) -> OutgoingMail:
    """Write an email to the outbox; it is sent within seconds of the commit."""
    mail = OutgoingMail(
        recipient=recipient,
        subject=" ".join(subject.split())[:300],
        text=text,
        calendar=calendar,
        calendar_method=calendar_method,
        next_attempt_at=now,
        created_at=now,
    )
    session.add(mail)
    session.flush()
    return mail


async def deliver_due(
    database: Database, *, transport: MailTransport, now: Callable[[], datetime]
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
    """Delete emails that were sent or given up before ``now - keep``: they contain personal data."""
    before = now - keep
    found = session.execute(
        delete(OutgoingMail)
        .where(or_(OutgoingMail.sent_at < before, OutgoingMail.failed_at < before))
        .returning(OutgoingMail.id)
    )
    return len(found.all())


def _read(session: Session, *, mail_id: str) -> Mail:
    mail = session.get_one(OutgoingMail, mail_id)
    return Mail(
        recipient=mail.recipient,
        subject=mail.subject,
        text=mail.text,
        calendar=mail.calendar,
        calendar_method=mail.calendar_method or "REQUEST",
    )


def _describe(error: Exception) -> str:
    return error.reason if isinstance(error, MailFailed) else type(error).__name__
