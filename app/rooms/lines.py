"""Transcript lines in the form that rooms show: live, stored, or typed by a recruiter."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy.orm import Session

from app.core.ids import new_id
from app.rooms.events import AudioGapUpdate, ParticipantRole, TranscriptReplay, TranscriptUpdate
from app.transcription import appending
from app.transcription import service as transcripts
from app.transcription.line_words import list_marks, list_stored_marks
from app.transcription.pipeline.events import AudioGap, Final, Interim, Speaker
from app.transcription.tables import SegmentOrigin, StoredGap, TranscriptSegment

LINES_PER_REPLAY = 200
"""Maximum number of lines in one ``transcript-replay``."""


def read_updates_after(session: Session, *, interview_id: str, sequence: int) -> list[TranscriptUpdate]:
    """The stored lines after ``sequence``, for a browser that missed them."""
    segments = transcripts.list_segments(session, interview_id=interview_id, after_sequence=sequence)
    return [build_segment_update(segment) for segment in segments]


def select_lines(lines: Iterable[TranscriptUpdate], *, role: ParticipantRole) -> list[TranscriptUpdate]:
    """The lines that a participant may see: candidates do not see invented lines of a demo."""
    return [line for line in lines if role == "recruiter" or line.origin is not SegmentOrigin.DEMO]


def list_replays(lines: list[TranscriptUpdate], gaps: list[AudioGapUpdate]) -> list[TranscriptReplay]:
    """The lines in portions, the first with all gaps. Empty without lines and gaps."""
    return [
        TranscriptReplay(lines=lines[start : start + LINES_PER_REPLAY], gaps=gaps if start == 0 else [])
        for start in range(0, max(len(lines), min(1, len(gaps))), LINES_PER_REPLAY)
    ]


def read_gaps(session: Session, *, interview_id: str) -> list[AudioGapUpdate]:
    """The audio gaps of an interview so far."""
    return [_describe_stored_gap(gap) for gap in transcripts.list_gaps(session, interview_id=interview_id)]


def store_typed_line(
    session: Session, *, interview_id: str, text: str, started_at: datetime, now: datetime
) -> TranscriptUpdate | None:
    """Store a line that the recruiter's browser wrote itself. None if it has no words."""
    seconds = (now - started_at).total_seconds()
    line = appending.AppendedSegment(
        id=new_id(),
        speaker=Speaker.INTERVIEWER,
        text=text,
        spoken_at=now,
        started_seconds=seconds,
        ended_seconds=seconds,
        source="client",
    )
    appending.append_segments(
        session, interview_id=interview_id, segments=[line], origin=SegmentOrigin.CLIENT
    )
    segment = session.get(TranscriptSegment, line.id)
    return build_segment_update(segment) if segment is not None else None


def build_gap_update(gap: AudioGap) -> AudioGapUpdate:
    return AudioGapUpdate(
        id=gap.id,
        role=gap.speaker.role,
        start_seconds=gap.start_seconds,
        end_seconds=gap.end_seconds,
        lost_seconds=round(gap.lost_seconds, 3),
    )


def _describe_stored_gap(gap: StoredGap) -> AudioGapUpdate:
    return AudioGapUpdate(
        id=gap.id,
        role=Speaker(gap.speaker).role,
        start_seconds=gap.started_seconds,
        end_seconds=gap.ended_seconds,
        lost_seconds=gap.lost_seconds,
    )


def build_event_update(event: Interim | Final) -> TranscriptUpdate:
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
                origin=SegmentOrigin.LIVE,
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
                origin=SegmentOrigin.LIVE,
                sequence=event.sequence,
                start_seconds=event.start_seconds,
                end_seconds=event.end_seconds,
                marks=list_marks(event.words),
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
        origin=segment.origin,
        sequence=segment.sequence,
        start_seconds=segment.started_seconds,
        end_seconds=segment.ended_seconds,
        marks=list_stored_marks(segment),
    )
