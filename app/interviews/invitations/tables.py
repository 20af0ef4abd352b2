"""Tables of interview invitations and reminders."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.ids import new_id


class RecipientRole(StrEnum):
    CANDIDATE = "candidate"
    RECRUITER = "recruiter"


class CalendarMethod(StrEnum):
    """iTIP method (RFC 5546) of the last message."""

    REQUEST = "REQUEST"
    CANCEL = "CANCEL"


class CalendarInvitation(Base):
    """The last invitation message sent to one address."""

    __tablename__ = "calendar_invitations"
    __table_args__ = (
        Index("ix_calendar_invitations_recipient", "interview_id", "recipient", unique=True),
        Index("ix_calendar_invitations_method_starts_at", "method", "starts_at"),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    role: Mapped[RecipientRole] = mapped_column(String(20))
    recipient: Mapped[str] = mapped_column(String(320))
    method: Mapped[CalendarMethod] = mapped_column(String(20))
    sequence: Mapped[int]
    starts_at: Mapped[datetime] = mapped_column(UtcDateTime)
    duration_minutes: Mapped[int]
    timezone: Mapped[str] = mapped_column(String(64))
    base_url: Mapped[str] = mapped_column(String(500))
    """Public address of this server in the links when it was sent. A later change may be sent by a job,
    which does not know the address."""
    mail_id: Mapped[str | None] = mapped_column(
        ForeignKey("outgoing_mails.id", ondelete="SET NULL"), index=True
    )
    written_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    """When the message was put into the outbox."""


class InterviewReminder(Base):
    """A reminder that was written: one per start time and distance."""

    __tablename__ = "interview_reminders"
    __table_args__ = (
        Index("ix_interview_reminders_once", "interview_id", "starts_at", "minutes_before", unique=True),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    starts_at: Mapped[datetime] = mapped_column(UtcDateTime)
    minutes_before: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
