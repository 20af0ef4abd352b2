"""Live transcription of one interview: two audio streams in, transcript lines out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from app.transcription.pipeline.decoding import DecodingQueue, Sleep
from app.transcription.pipeline.echo import Echoes
from app.transcription.pipeline.events import (
    Announce,
    AudioGap,
    Speaker,
    StoreUnavailable,
    TranscriptStore,
)
from app.transcription.pipeline.finals import Finals
from app.transcription.pipeline.gaps import GapLog
from app.transcription.pipeline.interims import Interims
from app.transcription.pipeline.pace import Pace
from app.transcription.pipeline.revision import Revisions
from app.transcription.pipeline.segmentation import Change, SpanChange
from app.transcription.pipeline.settings import FRAME_SECONDS, PipelineSettings
from app.transcription.pipeline.spool import AudioSpool
from app.transcription.pipeline.stream import ParticipantStream, find_anchor_seconds
from app.transcription.pipeline.tasks import TaskSet
from app.transcription.pipeline.terms import Terms
from app.transcription.pipeline.utterance import Utterance
from app.transcription.pipeline.voice_worker import StreamVoice
from models.ports import SAMPLE_RATE

log = logging.getLogger("greenroom.transcription")

_SENDING_SECONDS = 5.0
"""After this time without a frame, a speaker counts as absent, and the delay of the last frame is ignored."""


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
    """State of the session per speaker."""

    speaker: Speaker
    pace: Pace
    gaps: GapLog
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stream: ParticipantStream | None = None
    voice: StreamVoice | None = None
    """Rates the windows of ``stream``."""
    utterance: Utterance | None = None
    """The one being spoken."""
    last_final: asyncio.Task[None] | None = None
    last_gap: asyncio.Task[None] | None = None
    idle_timer: asyncio.TimerHandle | None = None
    late_seconds: float = 0.0
    """How long before its arrival the last frame was captured."""
    last_frame_at: float = float("-inf")
    """When the last frame arrived, since the interview's start."""


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
        open_voice: Callable[[], StreamVoice],
        spool: AudioSpool,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        settings = settings or PipelineSettings()
        self.started_at = started_at
        self._store = store
        self._announce = announce
        self._now = now
        self._settings = settings
        self._open_voice = open_voice
        self._speakers = {
            speaker: _SpeakerState(speaker, Pace(elapsed_seconds=self._measure_elapsed()), GapLog(speaker))
            for speaker in Speaker
        }
        self._echoes = Echoes()
        self._tasks = TaskSet()
        self._unstored: dict[str, float] = {}
        """Utterances that ended and are not stored: id → when they ended, since the interview's start."""
        self._is_finished = False
        self._interims = Interims(
            queue=queue,
            announce=announce,
            tasks=self._tasks,
            language=language,
            prompt=prompt,
            settings=settings,
        )
        terms = Terms(prompt, language=language)
        self._revisions = Revisions(
            engine=queue.engine,
            store=store,
            announce=announce,
            expects_line=self._expects_line,
            terms=terms,
            language=language,
            prompt=prompt,
            settings=settings,
            tasks=self._tasks,
        )
        self._finals = Finals(
            queue=queue,
            spool=spool,
            store=store,
            announce=announce,
            revisions=self._revisions,
            terms=terms,
            language=language,
            prompt=prompt,
            settings=settings,
            sleep=sleep,
            tasks=self._tasks,
        )

    @property
    def lag_seconds(self) -> float:
        """Lag of the stored transcript behind the interview's clock.

        Counts from the end of the oldest utterance that is not stored, and from the last frame of a speaker
        whose frames arrive late. 0 while everything that was said is stored.
        """
        elapsed_seconds = self._measure_elapsed()
        late = [
            state.late_seconds
            for state in self._speakers.values()
            if elapsed_seconds - state.last_frame_at <= _SENDING_SECONDS
        ]
        waiting = [elapsed_seconds - ended_at for ended_at in self._unstored.values()]
        return max([0.0, *late, *waiting])

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
        self,
        *,
        speaker: Speaker,
        stream_id: str,
        sequence: int,
        pcm: bytes,
        captured_seconds: float | None = None,
        is_lost: bool = False,
    ) -> FrameReceipt:
        """Take one frame of 100 ms. A frame that was received before changes nothing.

        ``captured_seconds`` is when its last sample was recorded, since the interview's start; without it,
        time follows the count of frames. ``is_lost`` marks silence that replaces lost audio.

        Call in the order of arrival. Raises InvalidFrame, FrameGap, AudioTooFast, TranscriptionFinished,
        EngineError if voice activity cannot be rated and, for the first frame of a stream, StoreUnavailable.
        """
        if self._is_finished:
            raise TranscriptionFinished
        state = self._speakers[speaker]
        async with state.lock:
            stream = state.stream
            if stream is None or stream.stream_id != stream_id:
                stream = await self._open_stream(state, stream_id, sequence, captured_seconds)
            if stream.is_new(sequence, pcm):
                try:
                    await self._take_frame(state, stream, pcm, captured_seconds, is_lost=is_lost)
                finally:
                    self._restart_idle_timer(state)
            return FrameReceipt(stream.next_sequence, stream.safe_sequence)

    async def _take_frame(
        self,
        state: _SpeakerState,
        stream: ParticipantStream,
        pcm: bytes,
        captured_seconds: float | None,
        *,
        is_lost: bool,
    ) -> None:
        elapsed_seconds = self._measure_elapsed()
        state.pace.check_time(elapsed_seconds=elapsed_seconds, end_seconds=stream.end_seconds + FRAME_SECONDS)
        state.pace.admit_frame(elapsed_seconds=elapsed_seconds)
        assert state.voice is not None
        # No idle flush between the rating of the windows and their use.
        self._cancel_idle_timer(state)
        if captured_seconds is not None:
            # A time in the future means that the computer's clock was set.
            self._align(state, stream, min(captured_seconds, elapsed_seconds))
        if is_lost:
            self._record_loss(state, at_seconds=stream.end_seconds, lost_seconds=FRAME_SECONDS)
        windows = stream.cut_windows(pcm)
        probabilities = await state.voice.rate(windows) if windows else []
        if self._is_finished:
            raise TranscriptionFinished
        changes = stream.push(pcm, windows=windows, probabilities=probabilities)
        self._echoes.push(state.speaker, pcm, end_seconds=stream.end_seconds)
        self._apply(state, stream, changes)
        state.last_frame_at = elapsed_seconds
        state.late_seconds = elapsed_seconds - stream.end_seconds if captured_seconds is not None else 0.0
        if state.utterance is not None:
            self._interims.consider(state.utterance)

    def find_start_seconds(self, *, speaker: Speaker, sequence: int) -> float:
        """When a frame that was taken began, since the interview's start."""
        stream = self._speakers[speaker].stream
        assert stream is not None
        return stream.end_seconds - (stream.next_sequence - sequence) * FRAME_SECONDS

    def _align(self, state: _SpeakerState, stream: ParticipantStream, captured_seconds: float) -> None:
        gap_start_seconds = stream.end_seconds
        lost_seconds = stream.align(captured_seconds=captured_seconds)
        if lost_seconds == 0.0:
            return
        if lost_seconds >= self._settings.end_silence_seconds:
            silence_seconds = min(lost_seconds, self._settings.gap_silence_seconds)
            self._apply(state, stream, stream.push_silence(seconds=silence_seconds))
        self._record_loss(state, at_seconds=gap_start_seconds, lost_seconds=lost_seconds)

    def _record_loss(self, state: _SpeakerState, *, at_seconds: float, lost_seconds: float) -> None:
        gap = state.gaps.add(at_seconds=at_seconds, lost_seconds=lost_seconds)
        if gap is not None:
            state.last_gap = self._tasks.spawn(self._store_gap(gap, state.last_gap))

    async def _store_gap(self, gap: AudioGap, previous: asyncio.Task[None] | None) -> None:
        if previous is not None and not previous.done():
            await asyncio.wait([previous])
        try:
            await self._store.store_gap(gap)
        except StoreUnavailable as error:
            # The speaker is still notified; only the stored mark is missing.
            log.warning("audio_gap_not_stored error=%s", error)
        await self._announce(gap)

    async def stop_stream(self, *, speaker: Speaker) -> bool:
        """End the current utterance and wait, within ``finish_timeout_seconds``, until it is stored.

        False if the engine was too slow. The decode continues and nothing is lost.
        """
        state = self._speakers[speaker]
        async with state.lock:
            self._flush(state)
        return await self._wait_for([state.last_final] if state.last_final else [])

    async def finish(self) -> bool:
        """End both streams, take no more frames, and wait as ``stop_stream`` does.

        Then wait a while for revisions, so that the report is based on the better text.
        """
        self._is_finished = True
        for state in self._speakers.values():
            async with state.lock:
                self._flush(state)
                self._close_voice(state)
        finals = [state.last_final for state in self._speakers.values() if state.last_final]
        is_stored = await self._wait_for(finals)
        if is_stored:
            await self._revisions.finish(self._settings.finish_revision_seconds)
        return is_stored

    async def close(self) -> None:
        """Abandon everything at server stop. The browser still has every frame that is not safe."""
        self._is_finished = True
        for state in self._speakers.values():
            self._cancel_idle_timer(state)
            self._close_voice(state)
        await self._tasks.cancel_all()

    async def _open_stream(
        self, state: _SpeakerState, stream_id: str, sequence: int, captured_seconds: float | None
    ) -> ParticipantStream:
        elapsed_seconds = self._measure_elapsed()
        frame_end_seconds = elapsed_seconds if captured_seconds is None else captured_seconds
        anchor_seconds = find_anchor_seconds(
            elapsed_seconds=min(frame_end_seconds, elapsed_seconds), sequence=sequence
        )
        # Before anything is stored: each stream is a row.
        state.pace.check_time(
            elapsed_seconds=elapsed_seconds, end_seconds=anchor_seconds + (sequence + 1) * FRAME_SECONDS
        )
        state.pace.admit_stream(elapsed_seconds=elapsed_seconds)
        self._flush(state)
        position = await self._store.open_stream(
            speaker=state.speaker, stream_id=stream_id, anchor_seconds=anchor_seconds
        )
        self._close_voice(state)
        state.voice = self._open_voice()
        state.stream = ParticipantStream(
            stream_id=stream_id,
            anchor_seconds=position.anchor_seconds,
            first_sequence=max(position.safe_sequence, sequence),
            settings=self._settings,
        )
        state.utterance = None
        return state.stream

    def _expects_line(self, speaker: Speaker) -> bool:
        """Whether a speaker is talking, or an utterance of theirs is not stored yet."""
        state = self._speakers[speaker]
        return state.utterance is not None or (state.last_final is not None and not state.last_final.done())

    def _measure_elapsed(self) -> float:
        return (self._now() - self.started_at).total_seconds()

    @staticmethod
    def _close_voice(state: _SpeakerState) -> None:
        if state.voice is not None:
            state.voice.close()
            state.voice = None

    @staticmethod
    def _cancel_idle_timer(state: _SpeakerState) -> None:
        if state.idle_timer is not None:
            state.idle_timer.cancel()
            state.idle_timer = None

    def _flush(self, state: _SpeakerState) -> None:
        self._cancel_idle_timer(state)
        if state.stream is not None:
            self._apply(state, state.stream, state.stream.flush())

    def _restart_idle_timer(self, state: _SpeakerState) -> None:
        self._cancel_idle_timer(state)
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
        first_samples = round(self._settings.first_interim_seconds * SAMPLE_RATE)
        return Utterance(
            speaker=state.speaker,
            stream=stream,
            span=change.span,
            settings=self._settings,
            interview_started_at=self.started_at,
            next_interim_sample=stream.received_samples + first_samples,
            source=(id(self), state.speaker),
            room=id(self),
            find_echo=partial(self._echoes.find, state.speaker, seconds_at=stream.seconds_at),
        )

    def _end_utterance(self, state: _SpeakerState, utterance: Utterance) -> None:
        state.utterance = None
        if utterance.interim is not None:
            utterance.interim.cancel()
        utterance.end()
        self._finals.settle_speculation(utterance)
        self._unstored[utterance.id] = utterance.end_seconds
        final = self._tasks.spawn(self._finals.finish(utterance, state.last_final))
        final.add_done_callback(lambda _: self._unstored.pop(utterance.id, None))
        state.last_final = final

    async def _wait_for(self, tasks: list[asyncio.Task[None]]) -> bool:
        if not tasks:
            return True
        _, pending = await asyncio.wait(tasks, timeout=self._settings.finish_timeout_seconds)
        return not pending
