"""Tables of imported recordings and of the lines that were transcribed from them so far."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class RecordingImportStatus(StrEnum):
    DRAFT = "draft"
    """Uploaded; the recruiter has not started it yet."""
    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"


class ImportFailure(StrEnum):
    """Why an import failed."""

    UNREADABLE = "unreadable"
    """A file is damaged or gone."""
    UNAVAILABLE = "unavailable"
    """The speech model did not work."""
    ONE_VOICE = "one_voice"
    """One of the two voices contains no speech."""
    TOO_MANY_LINES = "too_many_lines"
    INTERRUPTED = "interrupted"
    """The server stopped during the last attempt."""
    UNEXPECTED = "unexpected"


class RecordingImport(Base):
    """One interview that arrives as audio. Its files are in a folder under its id until it is completed."""

    __tablename__ = "recording_imports"
    __table_args__ = (
        CheckConstraint("attempts >= 0", name="attempts_never_negative"),
        Index(None, "status", "not_before_at"),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    status: Mapped[RecordingImportStatus] = mapped_column(String(20), default=RecordingImportStatus.DRAFT)
    files: Mapped[list[dict[str, Any]]] = mapped_column(JsonColumn)
    """``[{name, size_bytes, seconds, channels, are_alike}]``, at most two."""
    details: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    """The recruiter's details about the interview, as ``RecordingImportDetails``; None for a draft."""
    consent_confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the recruiter confirmed that both people agreed."""
    share: Mapped[float] = mapped_column(default=0.0)
    """Share that is transcribed, 0 to 1."""
    error: Mapped[ImportFailure | None] = mapped_column(String(20))
    attempts: Mapped[int] = mapped_column(default=0)
    claim_id: Mapped[str | None] = mapped_column(String(64))
    not_before_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    interview_id: Mapped[str | None] = mapped_column(
        ForeignKey("interviews.id", ondelete="CASCADE"), index=True
    )
    """The interview that it became."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class RecordingImportLine(Base):
    """One transcribed utterance. An attempt that is interrupted does not transcribe it again."""

    __tablename__ = "recording_import_lines"

    import_id: Mapped[str] = mapped_column(
        ForeignKey("recording_imports.id", ondelete="CASCADE"), primary_key=True
    )
    voice: Mapped[int] = mapped_column(primary_key=True)
    """0 or 1: the channel or the file."""
    number: Mapped[int] = mapped_column(primary_key=True)
    """Number of the utterance in its voice, the same in every attempt."""
    line: Mapped[dict[str, Any]] = mapped_column(JsonColumn)
    """The columns of the transcript line."""
