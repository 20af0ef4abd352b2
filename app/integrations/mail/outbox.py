"""The outbox: a mail is written in the transaction that has a reason for it and sent after the commit.

So no mail tells of something that was rolled back, and none is lost when the server stops or the mail
server is away.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import anyio.to_thread
from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from app.core.database import Database
from app.integrations.mail.port import Mail, MailFailed, MailTransport
from app.integrations.mail.tables import OutgoingMail

log = logging.getLogger("greenroom.mail")

RETRY_AFTER = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720, 720))
"""The waits between the attempts: about a day and a half in all, a weekend of a mail server in part."""
_LEASE = timedelta(minutes=5)
"""How long an attempt may take; after that (the server was killed in it) the mail is tried again."""
_BATCH = 20


@dataclass(frozen=True, slots=True)
class Delivered:
    sent: int
    failed: int


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
    """Write a mail to the outbox; it leaves after the commit, within seconds."""
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
    """Send what is due, each mail in its own claim. One that is refused is tried again by RETRY_AFTER."""
    sent = failed = 0
    for mail_id in await database.read(_due, now=now()):
        claimed = await database.run(_claim, mail_id=mail_id, now=now())
        if claimed is None:
            continue
        try:
            await anyio.to_thread.run_sync(transport.deliver, claimed)
        except MailFailed as error:
            failed += 1
            log.warning("mail_not_sent retryable=%s", error.retryable)
            await database.run(_record_failure, mail_id=mail_id, failure=error, now=now())
        else:
            sent += 1
            await database.run(_record_sent, mail_id=mail_id, now=now())
    return Delivered(sent=sent, failed=failed)


def remove_old(session: Session, *, now: datetime, keep: timedelta) -> int:
    """Forget mails that were sent or given up before ``now - keep``: they hold personal data."""
    before = now - keep
    found = session.execute(
        delete(OutgoingMail)
        .where(or_(OutgoingMail.sent_at < before, OutgoingMail.failed_at < before))
        .returning(OutgoingMail.id)
    )
    return len(found.all())


def _due(session: Session, *, now: datetime) -> list[str]:
    return list(
        session.scalars(
            select(OutgoingMail.id)
            .where(OutgoingMail.next_attempt_at <= now)
            .order_by(OutgoingMail.next_attempt_at)
            .limit(_BATCH)
        )
    )


def _claim(session: Session, *, mail_id: str, now: datetime) -> Mail | None:
    row = session.execute(
        update(OutgoingMail)
        .where(OutgoingMail.id == mail_id, OutgoingMail.next_attempt_at <= now)
        .values(next_attempt_at=now + _LEASE, attempts=OutgoingMail.attempts + 1)
        .returning(
            OutgoingMail.recipient,
            OutgoingMail.subject,
            OutgoingMail.text,
            OutgoingMail.calendar,
            OutgoingMail.calendar_method,
        )
    ).one_or_none()
    if row is None:
        return None
    return Mail(
        recipient=row.recipient,
        subject=row.subject,
        text=row.text,
        calendar=row.calendar,
        calendar_method=row.calendar_method or "REQUEST",
    )


def _record_sent(session: Session, *, mail_id: str, now: datetime) -> None:
    session.execute(
        update(OutgoingMail)
        .where(OutgoingMail.id == mail_id)
        .values(sent_at=now, next_attempt_at=None, last_error=None)
    )


def _record_failure(session: Session, *, mail_id: str, failure: MailFailed, now: datetime) -> None:
    mail = session.get_one(OutgoingMail, mail_id)
    mail.last_error = failure.reason
    if failure.retryable and mail.attempts <= len(RETRY_AFTER):
        mail.next_attempt_at = now + RETRY_AFTER[mail.attempts - 1]
    else:
        mail.next_attempt_at = None
        mail.failed_at = now
