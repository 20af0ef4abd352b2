"""Transcript lines as rooms show them: from live events, from stored segments, typed by a recruiter."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from app.core.ids import new_id
from app.rooms.events import TranscriptUpdate
from app.transcription import service as transcripts
from app.transcription.pipeline.events import Final, Interim, Speaker, TranscriptEvent
from app.transcription.tables import TranscriptSegment


def read_updates_after(session: Session, *, interview_id: str, sequence: int) -> list[TranscriptUpdate]:
    """The stored lines after ``sequence``, for a browser that missed them."""
    segments = transcripts.list_segments(session, interview_id=interview_id, after_sequence=sequence)
    return [build_segment_update(segment) for segment in segments]


def store_typed_line(
    session: Session, *, interview_id: str, text: str, started_at: datetime, now: datetime
) -> TranscriptUpdate | None:
    """Store a line that the recruiter's browser wrote itself. None if it has no words."""
    seconds = (now - started_at).total_seconds()
    line = transcripts.AppendedSegment(
        id=new_id(),
        speaker=Speaker.INTERVIEWER,
        text=text,
        spoken_at=now,
        started_seconds=seconds,
        ended_seconds=seconds,
        source="client",
    )
    transcripts.append_segments(session, interview_id=interview_id, segments=[line])
    segment = session.get(TranscriptSegment, line.id)
    return build_segment_update(segment) if segment is not None else None


def build_event_update(event: TranscriptEvent) -> TranscriptUpdate:
    match event:
        case Interim():
            return TranscriptUpdate(
                id=event.utterance_id,
                utterance_id=event.utterance_id,
                role=event.speaker.role,
                text=event.text,
                timestamp=event.spoken_at,
                final=False,
                source="whisper",
                start_seconds=event.start_seconds,
                end_seconds=event.end_seconds,
            )
        case Final():
            return TranscriptUpdate(
                id=event.segment_id,
                utterance_id=event.segment_id,
                role=event.speaker.role,
                text=event.text,
                timestamp=event.spoken_at,
                final=True,
                source=event.source,
                sequence=event.sequence,
                start_seconds=event.start_seconds,
                end_seconds=event.end_seconds,
            )


def build_segment_update(segment: TranscriptSegment) -> TranscriptUpdate:
    return TranscriptUpdate(
        id=segment.id,
        utterance_id=segment.id,
        role=Speaker(segment.speaker).role,
        text=segment.text,
        timestamp=segment.spoken_at,
        final=True,
        source=segment.source,
        sequence=segment.sequence,
        start_seconds=segment.started_seconds,
        end_seconds=segment.ended_seconds,
    )
