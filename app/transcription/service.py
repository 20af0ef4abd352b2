"""Use cases of stored transcripts, and the database behind the live pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.core.database import Database
from app.interviews.tables import Interview
from app.transcription import repository
from app.transcription.errors import SegmentOfAnotherInterview
from app.transcription.pipeline.events import (
    DecodedUtterance,
    Speaker,
    StoreUnavailable,
    StreamPosition,
)
from app.transcription.tables import AudioStream, TranscriptSegment


def list_segments(session: Session, *, interview_id: str, after_sequence: int = 0) -> list[TranscriptSegment]:
    """The shown lines after a sequence, in that order (for a replay)."""
    return repository.list_after(session, interview_id=interview_id, after_sequence=after_sequence)


def list_spoken_segments(session: Session, *, interview_id: str) -> list[TranscriptSegment]:
    """All shown lines in the order they were spoken (for readers and analyses)."""
    return repository.list_spoken(session, interview_id=interview_id)


def store_final(session: Session, *, interview_id: str, utterance: DecodedUtterance) -> TranscriptSegment:
    """Store a decoded utterance and its stream's safe position. Idempotent by utterance id.

    Both are committed together, so that a browser that resends its frames after a crash neither
    repeats nor skips a line.
    """
    existing = repository.find_segment(session, segment_id=utterance.utterance_id)
    if existing is not None:
        return existing
    suppressed = utterance.suppressed_reason is not None
    segment = TranscriptSegment(
        id=utterance.utterance_id,
        interview_id=interview_id,
        sequence=None if suppressed else repository.next_sequence(session, interview_id=interview_id),
        speaker=utterance.speaker,
        text=utterance.text,
        started_seconds=utterance.start_seconds,
        ended_seconds=utterance.end_seconds,
        spoken_at=utterance.spoken_at,
        language=utterance.language,
        suppressed=suppressed,
        suppressed_reason=utterance.suppressed_reason,
        model=utterance.model.name or None,
        model_sha256=utterance.model.sha256 or None,
        average_log_probability=utterance.average_log_probability,
    )
    session.add(segment)
    stream = repository.find_stream(
        session, interview_id=interview_id, speaker=utterance.speaker, stream_id=utterance.stream_id
    )
    if stream is not None:
        stream.safe_sequence = max(stream.safe_sequence, utterance.safe_sequence)
    session.flush()
    return segment


@dataclass(frozen=True, slots=True)
class AppendedSegment:
    """A line that the server did not transcribe: from a demo, another provider, or a client's own text."""

    id: str
    speaker: Speaker
    text: str
    spoken_at: datetime
    started_seconds: float
    ended_seconds: float
    source: str


def append_segments(session: Session, *, interview_id: str, segments: Sequence[AppendedSegment]) -> int:
    """Store lines with their ids, skipping those without words. Returns how many were new.

    Raises SegmentOfAnotherInterview if an id is used elsewhere.
    """
    stored = 0
    sequence = repository.next_sequence(session, interview_id=interview_id)
    for line in segments:
        text = line.text.strip()
        if not text:
            continue
        existing = repository.find_segment(session, segment_id=line.id)
        if existing is not None:
            if existing.interview_id != interview_id:
                raise SegmentOfAnotherInterview
            continue
        session.add(
            TranscriptSegment(
                id=line.id,
                interview_id=interview_id,
                sequence=sequence,
                speaker=line.speaker,
                text=text,
                started_seconds=line.started_seconds,
                ended_seconds=max(line.started_seconds, line.ended_seconds),
                spoken_at=line.spoken_at,
                source=line.source,
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
    """Complete the time, start and end of a line if a client sent only some of them."""
    origin = interview.started_at or now
    if spoken_at is None:
        spoken_at = origin + timedelta(seconds=start_seconds) if start_seconds is not None else now
    if start_seconds is None:
        start_seconds = max(0.0, (spoken_at - origin).total_seconds())
    return spoken_at, start_seconds, end_seconds if end_seconds is not None else start_seconds


class DatabaseTranscriptStore:
    """The pipeline's TranscriptStore for one interview."""

    def __init__(self, database: Database, *, interview_id: str) -> None:
        self._database = database
        self._interview_id = interview_id

    async def find_stream(self, *, speaker: Speaker, stream_id: str) -> StreamPosition | None:
        def find(session: Session) -> StreamPosition | None:
            return _to_position(
                repository.find_stream(
                    session, interview_id=self._interview_id, speaker=speaker, stream_id=stream_id
                )
            )

        try:
            return await self._database.read(find)
        except OperationalError as error:
            raise StoreUnavailable from error

    async def open_stream(self, *, speaker: Speaker, stream_id: str, anchor_seconds: float) -> StreamPosition:
        def find_or_add(session: Session) -> StreamPosition:
            stream = repository.find_stream(
                session, interview_id=self._interview_id, speaker=speaker, stream_id=stream_id
            )
            if stream is None:
                stream = AudioStream(
                    interview_id=self._interview_id,
                    speaker=speaker,
                    stream_id=stream_id,
                    anchor_seconds=anchor_seconds,
                    safe_sequence=0,
                )
                session.add(stream)
            return StreamPosition(stream.anchor_seconds, stream.safe_sequence)

        try:
            return await self._database.run(find_or_add)
        except OperationalError as error:
            raise StoreUnavailable from error

    async def store_final(self, utterance: DecodedUtterance) -> int | None:
        def store(session: Session) -> int | None:
            return store_final(session, interview_id=self._interview_id, utterance=utterance).sequence

        try:
            return await self._database.run(store)
        except OperationalError as error:
            raise StoreUnavailable from error


def _to_position(stream: AudioStream | None) -> StreamPosition | None:
    return StreamPosition(stream.anchor_seconds, stream.safe_sequence) if stream is not None else None
