from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.state import AppState
from app.integrations.mail import outbox
from app.integrations.mail.smtp import make_transport

KEEP_SENT = timedelta(days=30)


async def deliver_mails(state: AppState) -> JobCounts | None:
    """Send what waits. Without a mail server everything goes on waiting, and no attempt is spent."""
    if not state.settings.has_mail:
        return None
    delivered = await outbox.deliver_due(
        state.database, transport=make_transport(state.settings), now=state.now
    )
    return JobCounts(processed=delivered.sent + delivered.failed, errors=delivered.failed)


def remove_old_mails(session: Session, now: datetime) -> int:
    return outbox.remove_old(session, now=now, keep=KEEP_SENT)
