"""Database queries of transcript segments and audio streams."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.transcription.pipeline.events import Speaker
from app.transcription.tables import AudioStream, TranscriptSegment


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
