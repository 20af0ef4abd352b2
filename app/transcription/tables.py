"""Tables of transcript segments and audio streams."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id
from app.transcription.pipeline.events import Speaker


class SegmentOrigin(StrEnum):
    """Where a line comes from. The server sets it, and it never changes."""

    LIVE = "live"
    """Transcribed by the server from the audio of the room."""
    CLIENT = "client"
    """Sent by a client as text."""
    IMPORT = "import"
    """From the transcript or recording of an interview that was held elsewhere."""
    DEMO = "demo"
    """Composed by the demo transcript generator, and never spoken."""


class TranscriptSegment(Base):
    """One stored line. Suppressed lines have no sequence: they are kept but never shown."""

    __tablename__ = "transcript_segments"
    __table_args__ = (
        UniqueConstraint("interview_id", "sequence"),
        Index("ix_transcript_segments_interview_id_started_seconds", "interview_id", "started_seconds"),
    )

    id: Mapped[str] = mapped_column(String(64), primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    sequence: Mapped[int | None]
    """1, 2, … per interview, without gaps unless demo lines were removed; None for suppressed lines."""
    speaker: Mapped[Speaker] = mapped_column(String(20))
    text: Mapped[str]
    original_text: Mapped[str | None]
    """The text before a person corrected it; None for an uncorrected line."""
    corrected_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When a person last corrected or restored it."""
    started_seconds: Mapped[float]
    """Since the interview's start."""
    ended_seconds: Mapped[float]
    spoken_at: Mapped[datetime] = mapped_column(UtcDateTime)
    source: Mapped[str] = mapped_column(String(40), default="whisper")
    """The client's name for its source; ``whisper`` for lines that the server transcribed."""
    origin: Mapped[SegmentOrigin] = mapped_column(
        String(20), default=SegmentOrigin.LIVE, server_default="live"
    )
    language: Mapped[str] = mapped_column(String(10), default="en")
    suppressed: Mapped[bool] = mapped_column(default=False)
    suppressed_reason: Mapped[str | None] = mapped_column(String(40))
    model: Mapped[str | None] = mapped_column(String(200))
    model_sha256: Mapped[str | None] = mapped_column(String(64))
    average_log_probability: Mapped[float | None]
    uncertain_words: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    """Words in lower case that may be misheard; None if there are none."""
    confidence: Mapped[float | None]
    """Mean confidence of the words, 0 to 1; None if it is unknown."""
    words: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    """The words as transcribed, as ``line_words`` writes them; None if their times are unknown."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class InterviewData(Base):
    """Data that a client stores with an interview through the interview data service."""

    __tablename__ = "interview_data"

    interview_id: Mapped[str] = mapped_column(
        ForeignKey("interviews.id", ondelete="CASCADE"), primary_key=True
    )
    raw_text: Mapped[str] = mapped_column(default="")
    """The client's own text of the transcript. Reports never use it."""
    assessment: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class AudioStream(Base):
    """How far one browser's audio stream is stored as text (never the audio itself)."""

    __tablename__ = "audio_streams"
    __table_args__ = (UniqueConstraint("interview_id", "speaker", "stream_id"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    speaker: Mapped[Speaker] = mapped_column(String(20))
    stream_id: Mapped[str] = mapped_column(String(64))
    anchor_seconds: Mapped[float]
    """Time of frame 0 since the interview's start."""
    safe_sequence: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class StoredGap(Base):
    """A stretch of one speaker's audio that is missing, so that their words there may be missing too."""

    __tablename__ = "audio_gaps"

    id: Mapped[str] = mapped_column(String(64), primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"), index=True)
    speaker: Mapped[Speaker] = mapped_column(String(20))
    started_seconds: Mapped[float]
    """Since the interview's start."""
    ended_seconds: Mapped[float]
    lost_seconds: Mapped[float]
    """Audio that is missing; less than the whole stretch if many short pieces are."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
