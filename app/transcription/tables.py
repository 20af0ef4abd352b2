"""Tables of transcript segments and audio streams."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.ids import new_id
from app.transcription.pipeline.events import Speaker


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
    """1, 2, … per interview without gaps; None for suppressed lines."""
    speaker: Mapped[Speaker] = mapped_column(String(20))
    text: Mapped[str]
    started_seconds: Mapped[float]
    """Since the interview's start."""
    ended_seconds: Mapped[float]
    spoken_at: Mapped[datetime] = mapped_column(UtcDateTime)
    source: Mapped[str] = mapped_column(String(40), default="whisper")
    language: Mapped[str] = mapped_column(String(10), default="en")
    suppressed: Mapped[bool] = mapped_column(default=False)
    suppressed_reason: Mapped[str | None] = mapped_column(String(40))
    model: Mapped[str | None] = mapped_column(String(200))
    model_sha256: Mapped[str | None] = mapped_column(String(64))
    average_log_probability: Mapped[float | None]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


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
