"""Tables: demo requests and spent challenges."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.ids import new_id


class DemoRequest(Base):
    __tablename__ = "demo_requests"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(320))
    company: Mapped[str] = mapped_column(String(200))
    phone: Mapped[str] = mapped_column(String(50))
    mail_id: Mapped[str | None] = mapped_column(ForeignKey("outgoing_mails.id", ondelete="SET NULL"))
    """The email to the admin, if email is set up."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, index=True)


class SpentChallenge(Base):
    """An accepted proof of work, kept so that it cannot be used again."""

    __tablename__ = "spent_challenges"

    fingerprint: Mapped[str] = mapped_column(String(64), primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
