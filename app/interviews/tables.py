"""Tables of interviews and of consents."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.ids import new_id, new_link_token


class InterviewStatus(StrEnum):
    DRAFT = "draft"
    SCHEDULED = "scheduled"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class InterviewOrigin(StrEnum):
    """Origin of an interview. It never changes."""

    HELD = "held"
    """Held, or to be held, in a room of this server."""
    IMPORTED = "imported"
    """Held elsewhere; its transcript or recording was imported."""
    DEMO = "demo"
    """Never held: candidate, job and transcript are invented."""


class Interview(Base):
    __tablename__ = "interviews"
    __table_args__ = (
        # Ends with the last term of the list's order, so that a late page is found without sorting.
        Index("ix_interviews_owner_id_created_at_id", "owner_id", "created_at", "id"),
        Index("ix_interviews_status", "status"),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    session_id: Mapped[str] = mapped_column(String(100), unique=True, default=new_id)
    room_id: Mapped[str] = mapped_column(unique=True, default=new_id)
    title: Mapped[str] = mapped_column(String(300), default="New Interview")
    position: Mapped[str] = mapped_column(String(300), default="")
    candidate_name: Mapped[str] = mapped_column(String(300), default="Unnamed Candidate")
    candidate_email: Mapped[str | None] = mapped_column(String(320))
    status: Mapped[InterviewStatus] = mapped_column(String(20), default=InterviewStatus.DRAFT)
    origin: Mapped[InterviewOrigin] = mapped_column(
        String(20), default=InterviewOrigin.HELD, server_default="held"
    )
    scheduled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    scheduled_duration_minutes: Mapped[int | None]
    scheduled_timezone: Mapped[str | None] = mapped_column(String(64))
    calendar_sequence: Mapped[int] = mapped_column(default=0, server_default="0")
    """SEQUENCE of its calendar events; rises with every change that invited people are notified of."""
    candidate_id: Mapped[str | None] = mapped_column(ForeignKey("candidates.id"), index=True)
    job_description_id: Mapped[str | None] = mapped_column(ForeignKey("job_descriptions.id"), index=True)
    recruiter_token: Mapped[str] = mapped_column(String(64), unique=True, default=new_link_token)
    candidate_token: Mapped[str] = mapped_column(String(64), unique=True, default=new_link_token)
    language: Mapped[str] = mapped_column(String(10), default="en")
    report_language: Mapped[str | None] = mapped_column(String(10))
    """Language of the report's own words; None for the owner's, else the spoken one."""
    live_notes: Mapped[str] = mapped_column(default="")
    final_notes: Mapped[str] = mapped_column(default="")
    consented_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    is_recorded: Mapped[bool] = mapped_column(default=False, server_default="0")
    """Whether the recruiter wants the audio recorded.

    It is recorded only if the setting and the consent allow it too.
    """
    consented_to_recording: Mapped[bool] = mapped_column(default=False, server_default="0")
    """Whether the consent that was given covers the recording of audio."""
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    completed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    billed_seconds: Mapped[float | None]
    billed_credits: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class Consent(Base):
    """One consent. It belongs to one person, like the link through which it was given. Never changed."""

    __tablename__ = "consents"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"), index=True)
    candidate_name: Mapped[str] = mapped_column(String(300))
    """The text on the page that the candidate read."""
    text_version: Mapped[str] = mapped_column(String(40))
    language: Mapped[str | None] = mapped_column(String(10))
    """Language of the text; None if the client did not say."""
    is_recorded: Mapped[bool] = mapped_column(default=False)
    """Whether the text said that audio is recorded."""
    address_hash: Mapped[str] = mapped_column(String(64))
    """Keyed hash of the network address: it can confirm an address, but not reveal one."""
    link_hash: Mapped[str] = mapped_column(String(64))
    """Hash of the candidate token. With a new link, the consent is no longer valid."""
    given_at: Mapped[datetime] = mapped_column(UtcDateTime)
