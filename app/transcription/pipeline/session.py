"""Live transcription of one interview: two audio streams in, transcript lines out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from app.transcription.pipeline.decoding import DecodingQueue, Sleep
from app.transcription.pipeline.events import Announce, Speaker, TranscriptStore
from app.transcription.pipeline.finals import Finals
from app.transcription.pipeline.interims import Interims
from app.transcription.pipeline.segmentation import Change, SpanChange
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.stream import ParticipantStream, find_anchor_seconds
from app.transcription.pipeline.tasks import TaskSet
from app.transcription.pipeline.utterance import Utterance
from app.transcription.pipeline.voice_activity import SileroDetector, VoiceActivityDetector
from models.ports import SAMPLE_RATE


class TranscriptionFinished(Exception):
    """A frame came after ``finish``."""


@dataclass(frozen=True, slots=True)
class FrameReceipt:
    next_sequence: int
    """The next frame expected; all before it were received."""
    safe_sequence: int
    """The browser may discard frames before this one: their speech is stored, or they held none."""


@dataclass(slots=True)
class _SpeakerState:
    """What the session holds per speaker."""

    speaker: Speaker
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stream: ParticipantStream | None = None
    utterance: Utterance | None = None
    """The one being spoken."""
    last_final: asyncio.Task[None] | None = None
    idle_timer: asyncio.TimerHandle | None = None


class LiveTranscription:
    """Takes frames with ``push_frame`` and calls ``announce`` with each line after it is stored.

    All seconds on a line count from ``started_at``, the interview's start. ``prompt`` holds the
    vocabulary hints.
    """

    def __init__(
        self,
        *,
        queue: DecodingQueue,
        store: TranscriptStore,
        announce: Announce,
        started_at: datetime,
        now: Callable[[], datetime],
        language: str = "en",
        prompt: str = "",
        settings: PipelineSettings | None = None,
        make_detector: Callable[[], VoiceActivityDetector] = SileroDetector,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        settings = settings or PipelineSettings()
        self.started_at = started_at
        self._store = store
        self._now = now
        self._settings = settings
        self._make_detector = make_detector
        self._speakers = {speaker: _SpeakerState(speaker) for speaker in Speaker}
        self._tasks = TaskSet()
        self._is_finished = False
        self._interims = Interims(
            queue=queue,
            announce=announce,
            tasks=self._tasks,
            language=language,
            prompt=prompt,
            settings=settings,
        )
        self._finals = Finals(
            queue=queue,
            store=store,
            announce=announce,
            language=language,
            prompt=prompt,
            settings=settings,
            sleep=sleep,
        )

    async def resume(self, *, speaker: Speaker, stream_id: str) -> int:
        """The next frame expected of a stream; 0 for an unknown one.

        After a restart of the server this is the stored safe sequence. A browser that has already
        discarded frames from there on (they were silent) continues with the first one it has.
        """
        stream = self._speakers[speaker].stream
        if stream is not None and stream.stream_id == stream_id:
            return stream.next_sequence
        position = await self._store.find_stream(speaker=speaker, stream_id=stream_id)
        return position.safe_sequence if position is not None else 0

    async def push_frame(
        self, *, speaker: Speaker, stream_id: str, sequence: int, pcm: bytes
    ) -> FrameReceipt:
        """Take one frame of 100 ms. A frame that was received before changes nothing.

        Call in the order of arrival. Raises InvalidFrame, FrameGap, TranscriptionFinished and, for
        the first frame of a stream, StoreUnavailable.
        """
        if self._is_finished:
            raise TranscriptionFinished
        state = self._speakers[speaker]
        async with state.lock:
            stream = state.stream
            if stream is None or stream.stream_id != stream_id:
                stream = await self._open_stream(state, stream_id, sequence)
            self._apply(state, stream, stream.push(sequence, pcm))
            if state.utterance is not None:
                self._interims.consider(state.utterance)
            self._restart_idle_timer(state)
            return FrameReceipt(stream.next_sequence, stream.safe_sequence)

    async def stop_stream(self, *, speaker: Speaker) -> bool:
        """End the current utterance and wait, within ``finish_timeout_seconds``, until it is stored.

        False if the engine was too slow. The decode continues and nothing is lost.
        """
        state = self._speakers[speaker]
        async with state.lock:
            self._flush(state)
        return await self._wait_for([state.last_final] if state.last_final else [])

    async def finish(self) -> bool:
        """End both streams, take no more frames, and wait as ``stop_stream`` does."""
        self._is_finished = True
        for state in self._speakers.values():
            async with state.lock:
                self._flush(state)
        finals = [state.last_final for state in self._speakers.values() if state.last_final]
        return await self._wait_for(finals)

    async def close(self) -> None:
        """Abandon everything at server stop. The browser still has every frame that is not safe."""
        self._is_finished = True
        for state in self._speakers.values():
            if state.idle_timer is not None:
                state.idle_timer.cancel()
        await self._tasks.cancel_all()

    async def _open_stream(self, state: _SpeakerState, stream_id: str, sequence: int) -> ParticipantStream:
        self._flush(state)
        elapsed_seconds = (self._now() - self.started_at).total_seconds()
        position = await self._store.open_stream(
            speaker=state.speaker,
            stream_id=stream_id,
            anchor_seconds=find_anchor_seconds(elapsed_seconds=elapsed_seconds, sequence=sequence),
        )
        state.stream = ParticipantStream(
            stream_id=stream_id,
            anchor_seconds=position.anchor_seconds,
            first_sequence=max(position.safe_sequence, sequence),
            detector=self._make_detector(),
            settings=self._settings,
        )
        state.utterance = None
        return state.stream

    def _flush(self, state: _SpeakerState) -> None:
        if state.idle_timer is not None:
            state.idle_timer.cancel()
            state.idle_timer = None
        if state.stream is not None:
            self._apply(state, state.stream, state.stream.flush())

    def _restart_idle_timer(self, state: _SpeakerState) -> None:
        if state.idle_timer is not None:
            state.idle_timer.cancel()
        loop = asyncio.get_running_loop()
        state.idle_timer = loop.call_later(self._settings.idle_flush_seconds, self._flush, state)

    def _apply(self, state: _SpeakerState, stream: ParticipantStream, changes: list[SpanChange]) -> None:
        for change in changes:
            if change.change is Change.STARTED:
                state.utterance = self._begin_utterance(state, stream, change)
                continue
            utterance = state.utterance
            assert utterance is not None
            assert utterance.span is change.span
            match change.change:
                case Change.PAUSED:
                    self._finals.speculate(utterance)
                case Change.RESUMED:
                    self._finals.drop_speculation(utterance)
                case Change.ENDED:
                    self._end_utterance(state, utterance)

    def _begin_utterance(
        self, state: _SpeakerState, stream: ParticipantStream, change: SpanChange
    ) -> Utterance:
        interval_samples = round(self._settings.interim_interval_seconds * SAMPLE_RATE)
        return Utterance(
            speaker=state.speaker,
            stream=stream,
            span=change.span,
            settings=self._settings,
            interview_started_at=self.started_at,
            next_interim_sample=stream.received_samples + interval_samples,
        )

    def _end_utterance(self, state: _SpeakerState, utterance: Utterance) -> None:
        state.utterance = None
        if utterance.interim is not None:
            utterance.interim.cancel()
        self._finals.settle_speculation(utterance)
        state.last_final = self._tasks.spawn(self._finals.finish(utterance, state.last_final))

    async def _wait_for(self, tasks: list[asyncio.Task[None]]) -> bool:
        if not tasks:
            return True
        _, pending = await asyncio.wait(tasks, timeout=self._settings.finish_timeout_seconds)
        return not pending
