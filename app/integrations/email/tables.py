"""Table of the email outbox."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.ids import new_id


class OutgoingEmail(Base):
    """One email, written in the transaction that causes it and delivered after the commit."""

    __tablename__ = "outgoing_mails"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    recipient: Mapped[str] = mapped_column(String(320))
    subject: Mapped[str] = mapped_column(String(300))
    text: Mapped[str] = mapped_column(Text)
    calendar: Mapped[str | None] = mapped_column(Text)
    """iCalendar text that is sent with it."""
    calendar_method: Mapped[str | None] = mapped_column(String(20))
    attempts: Mapped[int] = mapped_column(default=0)
    claim_id: Mapped[str | None] = mapped_column(String(64))
    """The attempt that sends it now."""
    next_attempt_at: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)
    """While it is being sent, the end of the lease; None once it was sent or given up."""
    sent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    failed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_error: Mapped[str | None] = mapped_column(String(500))
    """Code and text of the last failure: ``outbox.read_failure`` reads them."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
