"""Live transcriptions of the rooms: one per running interview, until its last line is stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from datetime import datetime
from functools import partial

from app.core.errors import AppError, InvalidState
from app.core.state import AppState
from app.recordings.recorder import Recorder
from app.recordings.store import RecordingStore
from app.rooms.claims import RoomClaims
from app.rooms.events import AudioFrame, AudioGapUpdate, FrameReceived, TranscriptUpdate
from app.rooms.lines import build_event_update, build_gap_update
from app.rooms.participants import Participant
from app.rooms.service import InterviewSnapshot
from app.rooms.vocabulary import read_vocabulary_hints
from app.transcription.lag_gate import LagGate
from app.transcription.pipeline.decoding import DecodingQueue
from app.transcription.pipeline.events import AudioGap, Speaker, StoreUnavailable, TranscriptEvent
from app.transcription.pipeline.pace import AudioTooFast
from app.transcription.pipeline.session import LiveTranscription, TranscriptionFinished
from app.transcription.pipeline.spool import AudioSpool
from app.transcription.pipeline.stream import FrameGap, InvalidFrame
from app.transcription.pipeline.voice_worker import VoiceWorker
from app.transcription.service import DatabaseTranscriptStore
from app.usage.sources import UsageSource, attribute_usage

log = logging.getLogger("greenroom.rooms")

_FINISH_ATTEMPTS = 15
"""Minutes that the report waits for a slow or missing speech engine before it uses what is stored."""

AnnounceLine = Callable[[str, TranscriptUpdate], Awaitable[None]]
"""(interview_id, line)"""
AnnounceGap = Callable[[str, AudioGapUpdate], Awaitable[None]]
"""(interview_id, audio gap)"""


class RoomTranscriptions:
    """Passes audio frames to the transcription of their interview, and the resulting lines to the room."""

    def __init__(
        self, state: AppState, claims: RoomClaims, *, announce: AnnounceLine, announce_gap: AnnounceGap
    ) -> None:
        self._state = state
        self._claims = claims
        self._announce = announce
        self._announce_gap = announce_gap
        self._queue = DecodingQueue(state.engines.speech)
        self._voice = VoiceWorker()
        self._spool = AudioSpool(folder=state.settings_at_start.data_dir)
        self._running: dict[str, LiveTranscription] = {}
        self._recorder = Recorder(RecordingStore.of(state))
        self._recorded: set[str] = set()
        """Ids of interviews whose audio is recorded."""
        self._closing: dict[str, asyncio.Task[None]] = {}
        self._owners: dict[str, str] = {}
        """Owner of each interview in ``_running`` or ``_closing``, to whom the decodes are attributed."""
        self.on_settled: Callable[[], None] = lambda: None
        """Called when the last line of an ended interview is stored."""
        self.lag_gate = LagGate(lambda: self.max_lag_seconds)

    def is_running(self, interview_id: str) -> bool:
        return interview_id in self._running

    @property
    def is_voice_available(self) -> bool:
        """Whether voice activity can be rated. Without it, no frame is accepted."""
        return self._voice.is_available

    def measure_lag_seconds(self, interview_id: str) -> float:
        """Lag of a running interview's stored transcript behind the speech."""
        live = self._running.get(interview_id)
        return live.lag_seconds if live is not None else 0.0

    @property
    def max_lag_seconds(self) -> float:
        """Lag of the running interview that is furthest behind; 0 without any."""
        return max((live.lag_seconds for live in self._running.values()), default=0.0)

    @property
    def dropped_recording_blocks(self) -> int:
        return self._recorder.dropped_blocks

    def is_settled(self, interview_id: str) -> bool:
        """Whether every word of an ended interview is stored, so that it may be analyzed."""
        return interview_id not in self._running and interview_id not in self._closing

    async def open(self, snapshot: InterviewSnapshot) -> None:
        """Start transcribing a running interview. Does nothing if it already is transcribed.

        Raises RoomElsewhere.
        """
        interview_id = snapshot.interview_id
        if interview_id in self._running:
            return
        assert snapshot.started_at is not None
        self._voice.start()
        self._owners[interview_id] = snapshot.owner_id
        hints = await self._state.database.read(read_vocabulary_hints, interview_id=interview_id)
        async with self._claims.transcript(interview_id):
            if snapshot.is_recorded:
                self._recorded.add(interview_id)
            self._running[interview_id] = LiveTranscription(
                queue=self._queue,
                store=DatabaseTranscriptStore(self._state.database, interview_id=interview_id),
                announce=partial(self._on_event, interview_id),
                started_at=snapshot.started_at,
                now=partial(self._state.steady.now, interview_id, since=snapshot.started_at),
                language=snapshot.language,
                prompt=hints,
                open_voice=self._voice.open_stream,
                spool=self._spool,
            )

    def close_soon(self, interview_id: str) -> None:
        """Decode and store the rest in the background; the interview is then settled."""
        self._recorded.discard(interview_id)
        self._recorder.close(interview_id)
        live = self._running.pop(interview_id, None)
        if live is None:
            if interview_id not in self._closing:
                self.on_settled()
            return

        async def close() -> None:
            try:
                with self._attribute(interview_id):
                    await finish()
            finally:
                self._closing.pop(interview_id, None)
                self._owners.pop(interview_id, None)
                self.on_settled()

        async def finish() -> None:
            for _ in range(_FINISH_ATTEMPTS):
                if await live.finish():
                    return
                log.warning("transcription_behind depth=%d", self._queue.depth)

        self._closing[interview_id] = asyncio.create_task(close())

    async def abandon(self, interview_id: str) -> None:
        """Stop transcribing an interview that another process transcribes now."""
        self._recorded.discard(interview_id)
        self._recorder.close(interview_id)
        live = self._running.pop(interview_id, None)
        if live is not None:
            await live.close()

    async def stop(self) -> None:
        """Abandon all work at server stop. The browsers still have the audio that is not stored as text."""
        for live in self._running.values():
            await live.close()
        await asyncio.gather(*self._closing.values(), return_exceptions=True)
        await self._voice.stop()
        await self._recorder.stop()

    async def resume(self, participant: Participant, *, stream_id: str) -> int:
        """The next frame expected of this browser's audio stream."""
        live = self._get(participant)
        return await live.resume(speaker=Speaker.of_role(participant.role), stream_id=stream_id)

    async def push(self, participant: Participant, frame: AudioFrame) -> FrameReceived:
        """Take one frame. Raises InvalidState if the interview is not running."""
        live = self._get(participant)
        try:
            with self._attribute(participant.interview_id):
                receipt = await live.push_frame(
                    speaker=Speaker.of_role(participant.role),
                    stream_id=frame.stream_id,
                    sequence=frame.sequence,
                    pcm=frame.pcm,
                    captured_seconds=frame.captured_seconds,
                    is_lost=frame.lost,
                )
        except FrameGap as gap:
            return FrameReceived(next_sequence=gap.next_sequence, gap=True)
        except InvalidFrame as error:
            raise AppError(f"Invalid audio frame: {error}.", code="VALIDATION_ERROR", status=422) from None
        except AudioTooFast:
            raise AppError(
                "The audio is ahead of the interview's clock.", code="AUDIO_TOO_FAST", status=429
            ) from None
        except TranscriptionFinished:
            raise InvalidState("The interview has ended.") from None
        except StoreUnavailable:
            raise AppError(
                "The transcript cannot be stored right now.", code="TRANSCRIPT_UNAVAILABLE", status=503
            ) from None
        if participant.interview_id in self._recorded:
            self._recorder.add_frame(
                participant.interview_id,
                Speaker.of_role(participant.role),
                start_seconds=live.find_start_seconds(
                    speaker=Speaker.of_role(participant.role), sequence=frame.sequence
                ),
                pcm=frame.pcm,
            )
        return FrameReceived(next_sequence=receipt.next_sequence, safe_sequence=receipt.safe_sequence)

    async def stop_stream(self, participant: Participant) -> None:
        """End the current utterance of a participant whose microphone stops, and wait for its line."""
        live = self._running.get(participant.interview_id)
        if live is not None:
            with self._attribute(participant.interview_id):
                await live.stop_stream(speaker=Speaker.of_role(participant.role))

    def require_start(self, participant: Participant) -> datetime:
        """When the interview started. Raises InvalidState if it is not running."""
        return self._get(participant).started_at

    def _attribute(self, interview_id: str) -> AbstractContextManager[None]:
        return attribute_usage(UsageSource.LIVE_TRANSCRIPTION, user_id=self._owners.get(interview_id))

    def _get(self, participant: Participant) -> LiveTranscription:
        live = self._running.get(participant.interview_id)
        if live is None:
            raise InvalidState("The interview is not running.")
        return live

    async def _on_event(self, interview_id: str, event: TranscriptEvent) -> None:
        if isinstance(event, AudioGap):
            await self._announce_gap(interview_id, build_gap_update(event))
        else:
            await self._announce(interview_id, build_event_update(event))
