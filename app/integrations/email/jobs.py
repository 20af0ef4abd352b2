"""Scheduled work on emails: deliver what is due, delete what is old."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.state import AppState
from app.integrations.email import outbox
from app.integrations.email.smtp import make_transport

KEEP_SENT = timedelta(days=30)


async def deliver_emails(state: AppState) -> JobCounts | None:
    """Send the emails that are due. Without a mail server they wait, and no attempt is counted."""
    if not state.settings.has_email:
        return None
    delivered = await outbox.deliver_due(
        state.database, transport=make_transport(state.settings, base=state.base_settings), now=state.now
    )
    return JobCounts(processed=delivered.sent + delivered.failed, errors=delivered.failed)


def remove_old_emails(session: Session, now: datetime) -> int:
    """Delete emails that were sent or given up more than KEEP_SENT ago."""
    return outbox.remove_old(session, now=now, keep=KEEP_SENT)
