"""Database queries of transcript segments and audio streams."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, exists, func, or_, select
from sqlalchemy.orm import Session

from app.transcription.pipeline.events import Speaker
from app.transcription.tables import AudioStream, SegmentOrigin, StoredGap, TranscriptSegment


def find_segment(session: Session, *, segment_id: str) -> TranscriptSegment | None:
    return session.get(TranscriptSegment, segment_id)


def next_sequence(session: Session, *, interview_id: str) -> int:
    """Sequence of the next shown line. Safe in a write transaction (BEGIN IMMEDIATE)."""
    last = session.scalar(
        select(func.max(TranscriptSegment.sequence)).where(TranscriptSegment.interview_id == interview_id)
    )
    return (last or 0) + 1


def list_after(session: Session, *, interview_id: str, after_sequence: int) -> list[TranscriptSegment]:
    return list(
        session.scalars(
            select(TranscriptSegment)
            .where(
                TranscriptSegment.interview_id == interview_id,
                TranscriptSegment.suppressed.is_(False),
                TranscriptSegment.sequence > after_sequence,
            )
            .order_by(TranscriptSegment.sequence)
        )
    )


def list_spoken(session: Session, *, interview_id: str) -> list[TranscriptSegment]:
    """Every shown line, in the order it was spoken."""
    return list(
        session.scalars(
            select(TranscriptSegment)
            .where(TranscriptSegment.interview_id == interview_id, TranscriptSegment.suppressed.is_(False))
            .order_by(TranscriptSegment.started_seconds, TranscriptSegment.sequence)
        )
    )


def has_live_audio(session: Session, *, interview_id: str) -> bool:
    """Whether the server has received audio of the room, even if it contained no words."""
    return bool(
        session.scalar(
            select(
                or_(
                    exists().where(AudioStream.interview_id == interview_id),
                    exists().where(
                        TranscriptSegment.interview_id == interview_id,
                        TranscriptSegment.origin == SegmentOrigin.LIVE,
                    ),
                )
            )
        )
    )


def list_origins(session: Session, *, interview_id: str) -> frozenset[SegmentOrigin]:
    """The origins of the lines of an interview, suppressed ones included."""
    rows = session.scalars(
        select(TranscriptSegment.origin).where(TranscriptSegment.interview_id == interview_id).distinct()
    )
    return frozenset(SegmentOrigin(row) for row in rows)


def remove_of_origin(session: Session, *, interview_id: str, origin: SegmentOrigin) -> int:
    """Remove the lines of one origin. Returns how many there were."""
    removed = session.scalars(
        delete(TranscriptSegment)
        .where(TranscriptSegment.interview_id == interview_id, TranscriptSegment.origin == origin)
        .returning(TranscriptSegment.id)
    )
    return len(removed.all())


def find_last_correction(session: Session, *, interview_id: str) -> datetime | None:
    """Time at which a line was last corrected or restored."""
    return session.scalar(
        select(TranscriptSegment.corrected_at)
        .where(TranscriptSegment.interview_id == interview_id, TranscriptSegment.corrected_at.is_not(None))
        .order_by(TranscriptSegment.corrected_at.desc())
        .limit(1)
    )


def list_models(session: Session, *, interview_id: str) -> list[tuple[str, str]]:
    """(name, sha256) of the speech models that wrote the shown lines; without sha256 for remote models."""
    rows = session.execute(
        select(TranscriptSegment.model, func.coalesce(TranscriptSegment.model_sha256, ""))
        .where(
            TranscriptSegment.interview_id == interview_id,
            TranscriptSegment.suppressed.is_(False),
            TranscriptSegment.model.is_not(None),
        )
        .distinct()
        .order_by(TranscriptSegment.model)
    )
    return [(name, sha256) for name, sha256 in rows if name]


def find_stream(
    session: Session, *, interview_id: str, speaker: Speaker, stream_id: str
) -> AudioStream | None:
    return session.scalar(
        select(AudioStream).where(
            AudioStream.interview_id == interview_id,
            AudioStream.speaker == speaker,
            AudioStream.stream_id == stream_id,
        )
    )


def list_gaps(session: Session, *, interview_id: str) -> list[StoredGap]:
    """The audio gaps of an interview, in order of time."""
    return list(
        session.scalars(
            select(StoredGap)
            .where(StoredGap.interview_id == interview_id)
            .order_by(StoredGap.started_seconds, StoredGap.id)
        )
    )
