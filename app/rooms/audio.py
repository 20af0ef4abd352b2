"""From the rooms' frames to the interviews' transcriptions and back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from app.core.errors import AppError, InvalidState
from app.core.ids import new_id
from app.core.schemas import ApiSchema
from app.core.state import AppState
from app.rooms.events import AudioFrame, ParticipantRole, TranscriptUpdate
from app.rooms.seats import Seat
from app.rooms.service import InterviewSnapshot, read_vocabulary
from app.transcription import service as transcripts
from app.transcription.pipeline.decoding import DecodingQueue
from app.transcription.pipeline.events import Final, Interim, Speaker, StoreUnavailable, TranscriptEvent
from app.transcription.pipeline.live import LiveTranscription, TranscriptionFinished
from app.transcription.pipeline.stream import FrameGap, InvalidFrame
from app.transcription.tables import TranscriptSegment

log = logging.getLogger("greenroom.rooms")

_FINISH_ATTEMPTS = 15
"""Minutes that the report waits for a speech engine that is behind or away; then it reads what there is."""

AnnounceLine = Callable[[str, ApiSchema], Awaitable[None]]
"""(interview_id, transcript-update payload)"""


@dataclass(slots=True)
class _Running:
    live: LiveTranscription
    snapshot: InterviewSnapshot


class RoomAudio:
    """One LiveTranscription per running interview, from its start until its last line is stored."""

    def __init__(self, state: AppState, *, announce: AnnounceLine) -> None:
        self._state = state
        self._announce = announce
        self._queue = DecodingQueue(state.engines.speech)
        self._running: dict[str, _Running] = {}
        self._closing: dict[str, asyncio.Task[None]] = {}
        self.on_settled: Callable[[], None] = lambda: None
        """Called when the last line of an ended interview is stored."""

    def is_settled(self, interview_id: str) -> bool:
        """Whether every word of an ended interview is stored, so that it may be analysed."""
        return interview_id not in self._running and interview_id not in self._closing

    async def open(self, snapshot: InterviewSnapshot) -> None:
        """Begin to transcribe an interview that runs; does nothing when it is transcribed already."""
        if snapshot.interview_id in self._running:
            return
        assert snapshot.started_at is not None
        vocabulary = await self._state.database.read(read_vocabulary, interview_id=snapshot.interview_id)
        self._running[snapshot.interview_id] = _Running(
            live=LiveTranscription(
                queue=self._queue,
                store=transcripts.DatabaseTranscriptStore(
                    self._state.database, interview_id=snapshot.interview_id
                ),
                announce=partial(self._on_event, snapshot.interview_id),
                started_at=snapshot.started_at,
                now=self._state.now,
                language=snapshot.language,
                prompt=vocabulary,
            ),
            snapshot=snapshot,
        )

    def close_soon(self, interview_id: str) -> None:
        """Decode and store what was said before the end, in the background; then it is settled."""
        running = self._running.pop(interview_id, None)
        if running is None:
            if interview_id not in self._closing:
                self.on_settled()
            return

        async def close() -> None:
            try:
                for _ in range(_FINISH_ATTEMPTS):
                    if await running.live.finish():
                        return
                    log.warning("transcription_behind depth=%d", self._queue.depth)
            finally:
                self._closing.pop(interview_id, None)
                self.on_settled()

        self._closing[interview_id] = asyncio.create_task(close())

    async def stop(self) -> None:
        """The server stops: abandon; the browsers still hold what is not stored."""
        for running in self._running.values():
            await running.live.close()
        await asyncio.gather(*self._closing.values(), return_exceptions=True)

    # --- frames -------------------------------------------------------------------------------

    async def resume(self, seat: Seat, *, stream_id: str) -> int:
        """The frame that is wanted next of this browser's stream."""
        running = self._get(seat)
        return await running.live.resume(speaker=_speaker(seat.role), stream_id=stream_id)

    async def push(self, seat: Seat, frame: AudioFrame) -> dict[str, Any]:
        """Take one frame. Raises InvalidState when the interview does not run."""
        running = self._get(seat)
        try:
            receipt = await running.live.push_frame(
                speaker=_speaker(seat.role),
                stream_id=frame.stream_id,
                sequence=frame.sequence,
                pcm=frame.pcm,
            )
        except FrameGap as gap:
            return {"nextSequence": gap.next_sequence, "gap": True}
        except InvalidFrame as error:
            raise AppError(f"Invalid frame: {error}.", code="VALIDATION_ERROR", status=422) from None
        except TranscriptionFinished:
            raise InvalidState("The interview has ended.") from None
        except StoreUnavailable:
            raise AppError(
                "The transcript cannot be stored right now.", code="TRANSCRIPT_UNAVAILABLE", status=503
            ) from None
        return {"nextSequence": receipt.next_sequence, "safeSequence": receipt.safe_sequence}

    async def stop_stream(self, seat: Seat, *, stream_id: str) -> None:
        """End what this side is saying (it mutes for good or leaves)."""
        del stream_id
        running = self._running.get(seat.interview_id)
        if running is not None:
            await running.live.stop_stream(speaker=_speaker(seat.role))

    def _get(self, seat: Seat) -> _Running:
        running = self._running.get(seat.interview_id)
        if running is None:
            raise InvalidState("The interview is not running.")
        return running

    # --- lines --------------------------------------------------------------------------------

    async def lines_after(self, interview_id: str, *, sequence: int) -> list[TranscriptUpdate]:
        """The stored lines that a browser has not seen yet."""

        def read(session: Session) -> list[TranscriptUpdate]:
            return [
                _of_segment(segment)
                for segment in transcripts.list_segments(
                    session, interview_id=interview_id, after_sequence=sequence
                )
            ]

        return await self._state.database.read(read)

    async def add_line(self, seat: Seat, *, text: str) -> None:
        """Store and announce a line that this side's browser made itself."""
        running = self._get(seat)
        started_at = running.snapshot.started_at
        assert started_at is not None
        now = self._state.now()
        seconds = (now - started_at).total_seconds()
        line = transcripts.AppendedSegment(
            id=new_id(),
            speaker=_speaker(seat.role),
            text=text,
            spoken_at=now,
            started_seconds=seconds,
            ended_seconds=seconds,
            source="client",
        )

        def store(session: Session) -> TranscriptUpdate | None:
            transcripts.append_segments(session, interview_id=seat.interview_id, segments=[line])
            segment = session.get(TranscriptSegment, line.id)
            return _of_segment(segment) if segment is not None else None

        stored = await self._state.database.run(store)
        if stored is not None:
            await self._announce(seat.interview_id, stored)

    async def _on_event(self, interview_id: str, event: TranscriptEvent) -> None:
        await self._announce(interview_id, _of_event(event))


def _speaker(role: ParticipantRole) -> Speaker:
    return Speaker.of_role(role)


def _role(speaker: Speaker) -> ParticipantRole:
    return "recruiter" if speaker == Speaker.INTERVIEWER else "candidate"


def _of_event(event: TranscriptEvent) -> TranscriptUpdate:
    match event:
        case Interim():
            return TranscriptUpdate(
                id=event.utterance_id,
                utterance_id=event.utterance_id,
                role=_role(event.speaker),
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
                role=_role(event.speaker),
                text=event.text,
                timestamp=event.spoken_at,
                final=True,
                source=event.source,
                sequence=event.sequence,
                start_seconds=event.start_seconds,
                end_seconds=event.end_seconds,
            )


def _of_segment(segment: TranscriptSegment) -> TranscriptUpdate:
    return TranscriptUpdate(
        id=segment.id,
        utterance_id=segment.id,
        role=_role(segment.speaker),
        text=segment.text,
        timestamp=segment.spoken_at,
        final=True,
        source=segment.source,
        sequence=segment.sequence,
        start_seconds=segment.started_seconds,
        end_seconds=segment.ended_seconds,
    )
