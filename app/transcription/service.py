"""Use cases of stored transcripts, and the database behind the live pipeline."""

from __future__ import annotations

from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.core.database import Database
from app.transcription import repository
from app.transcription.line_words import write_words
from app.transcription.pipeline.events import (
    AudioGap,
    DecodedUtterance,
    Speaker,
    StoreUnavailable,
    StreamPosition,
)
from app.transcription.pipeline.words import list_uncertain_words, measure_confidence
from app.transcription.tables import AudioStream, StoredGap, TranscriptSegment


def list_segments(session: Session, *, interview_id: str, after_sequence: int = 0) -> list[TranscriptSegment]:
    """The shown lines after a sequence, in that order (for a replay)."""
    return repository.list_after(session, interview_id=interview_id, after_sequence=after_sequence)


def list_spoken_segments(session: Session, *, interview_id: str) -> list[TranscriptSegment]:
    """All shown lines in the order they were spoken (for readers and analyses)."""
    return repository.list_spoken(session, interview_id=interview_id)


def list_gaps(session: Session, *, interview_id: str) -> list[StoredGap]:
    """Where the sound of a speaker is missing, in order of time."""
    return repository.list_gaps(session, interview_id=interview_id)


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
    )
    _set_words(segment, utterance)
    session.add(segment)
    stream = repository.find_stream(
        session, interview_id=interview_id, speaker=utterance.speaker, stream_id=utterance.stream_id
    )
    if stream is not None:
        stream.safe_sequence = max(stream.safe_sequence, utterance.safe_sequence)
    session.flush()
    return segment


def revise_final(session: Session, *, interview_id: str, utterance: DecodedUtterance) -> bool:
    """Replace text and words of a shown line by those of a second decode.

    False if the line is gone, or if a person has corrected it.
    """
    segment = repository.find_segment(session, segment_id=utterance.utterance_id)
    if segment is None or segment.interview_id != interview_id or segment.corrected_at is not None:
        return False
    segment.text = utterance.text
    _set_words(segment, utterance)
    return True


def _set_words(segment: TranscriptSegment, utterance: DecodedUtterance) -> None:
    segment.average_log_probability = utterance.average_log_probability
    segment.uncertain_words = list(list_uncertain_words(utterance.words)) or None
    segment.confidence = measure_confidence(utterance.words)
    segment.words = write_words(utterance.words)


def store_gap(session: Session, *, interview_id: str, gap: AudioGap) -> None:
    """Store an audio gap, or its new end if it has grown."""
    stored = session.get(StoredGap, gap.id)
    if stored is None:
        stored = StoredGap(id=gap.id, interview_id=interview_id, speaker=gap.speaker)
        session.add(stored)
    stored.started_seconds = gap.start_seconds
    stored.ended_seconds = gap.end_seconds
    stored.lost_seconds = round(gap.lost_seconds, 3)
    session.flush()


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

    async def revise_final(self, utterance: DecodedUtterance) -> bool:
        def revise(session: Session) -> bool:
            return revise_final(session, interview_id=self._interview_id, utterance=utterance)

        try:
            return await self._database.run(revise)
        except OperationalError as error:
            raise StoreUnavailable from error

    async def store_gap(self, gap: AudioGap) -> None:
        def store(session: Session) -> None:
            store_gap(session, interview_id=self._interview_id, gap=gap)

        try:
            await self._database.run(store)
        except OperationalError as error:
            raise StoreUnavailable from error


def _to_position(stream: AudioStream | None) -> StreamPosition | None:
    return StreamPosition(stream.anchor_seconds, stream.safe_sequence) if stream is not None else None
