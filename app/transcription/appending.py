"""Lines that the server did not transcribe: a client's own text, an imported transcript, or a demo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.ids import derive_id
from app.interviews.tables import Interview
from app.transcription import repository, rules
from app.transcription.errors import TranscribedHere, TranscriptClosed, TranscriptFull
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import SegmentOrigin, TranscriptSegment


@dataclass(frozen=True, slots=True)
class AppendedSegment:
    id: str
    speaker: Speaker
    text: str
    spoken_at: datetime
    started_seconds: float
    ended_seconds: float
    source: str


def require_appendable(
    session: Session, *, interview: Interview, speakers: Iterable[Speaker], now: datetime
) -> None:
    """Check that a client may add lines of these speakers.

    Raises TranscriptClosed before the start and later than ten minutes after the end, and TranscribedHere for
    lines of a candidate whose interview the server transcribes itself: such a line would put words into their
    mouth.
    """
    if not rules.takes_lines(interview, now=now):
        raise TranscriptClosed
    if Speaker.CANDIDATE in speakers and repository.has_live_audio(session, interview_id=interview.id):
        raise TranscribedHere


def append_segments(
    session: Session, *, interview_id: str, segments: Sequence[AppendedSegment], origin: SegmentOrigin
) -> int:
    """Store lines with their ids, skipping known ones and those without words. Returns how many were new.

    Raises TranscriptFull; then nothing is stored.
    """
    stored = 0
    sequence = repository.next_sequence(session, interview_id=interview_id)
    for line in segments:
        text = line.text.strip()
        if not text:
            continue
        segment_id = line.id
        existing = repository.find_segment(session, segment_id=segment_id)
        if existing is not None and existing.interview_id != interview_id:
            segment_id = derive_id(segment_id, scope=interview_id)
            existing = repository.find_segment(session, segment_id=segment_id)
        if existing is not None:
            continue
        if sequence > rules.MAX_LINES:
            raise TranscriptFull(rules.MAX_LINES)
        session.add(
            TranscriptSegment(
                id=segment_id,
                interview_id=interview_id,
                sequence=sequence,
                speaker=line.speaker,
                text=text,
                started_seconds=line.started_seconds,
                ended_seconds=max(line.started_seconds, line.ended_seconds),
                spoken_at=line.spoken_at,
                source=line.source,
                origin=origin,
            )
        )
        session.flush()
        sequence += 1
        stored += 1
    return stored


def place_in_time(
    interview: Interview,
    *,
    spoken_at: datetime | None,
    start_seconds: float | None,
    end_seconds: float | None,
    now: datetime,
) -> tuple[datetime, float, float]:
    """Fill in time, start and end of a line if a client sent only some of them."""
    origin = interview.started_at or now
    if spoken_at is None:
        spoken_at = origin + timedelta(seconds=start_seconds) if start_seconds is not None else now
    if start_seconds is None:
        start_seconds = min(max(0.0, (spoken_at - origin).total_seconds()), rules.MAX_SECONDS)
    return spoken_at, start_seconds, end_seconds if end_seconds is not None else start_seconds
