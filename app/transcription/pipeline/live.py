"""The live transcription of one interview: two streams in, lines out, nothing lost between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from app.transcription.pipeline.decoding import DecodingQueue, Sleep, Urgency
from app.transcription.pipeline.events import (
    Announce,
    DecodedUtterance,
    Final,
    Interim,
    Speaker,
    StoreUnavailable,
    SuppressionReason,
    TranscriptStore,
)
from app.transcription.pipeline.segmentation import Change, SpanChange
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.stream import ParticipantStream, anchor_of
from app.transcription.pipeline.utterance import (
    Utterance,
    better_of,
    decide_text,
    deserves_second_decode,
    final_request,
    interim_request,
    log_probability_of,
    second_request,
)
from app.transcription.pipeline.voice_activity import SileroDetector, VoiceActivityDetector
from models.ports import SAMPLE_RATE, EngineError, Transcription

log = logging.getLogger("greenroom.transcription")


class TranscriptionFinished(Exception):
    """A frame came after ``finish``."""


@dataclass(frozen=True, slots=True)
class FrameReceipt:
    next_sequence: int
    """The frame that is wanted next; all below it were received."""
    safe_sequence: int
    """All below it may be forgotten by the browser: their speech is stored, or they hold none."""


@dataclass(slots=True)
class _Seat:
    speaker: Speaker
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stream: ParticipantStream | None = None
    utterance: Utterance | None = None
    """The one being spoken."""
    last_final: asyncio.Task[None] | None = None
    idle_timer: asyncio.TimerHandle | None = None


class LiveTranscription:
    """Feed frames with ``push_frame``; lines come to ``announce`` after the store has committed them.

    ``started_at`` is the interview's start, ``now`` the clock; every second on a line counts from
    the start. ``prompt`` lists names and terms to expect.
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
        self._queue = queue
        self._store = store
        self._announce = announce
        self._started_at = started_at
        self._now = now
        self._language = language
        self._prompt = prompt
        self._settings = settings or PipelineSettings()
        self._make_detector = make_detector
        self._sleep = sleep
        self._seats = {speaker: _Seat(speaker) for speaker in Speaker}
        self._tasks: set[asyncio.Task[None]] = set()
        self._finished = False

    # --- what the room calls ----------------------------------------------------------------

    async def resume(self, *, speaker: Speaker, stream_id: str) -> int:
        """The frame that is wanted next of a stream; 0 for one never seen.

        After a restart of the server this is the stored safe sequence: a browser that has already
        forgotten frames from there on (they were silent) just goes on with the first that it has.
        """
        stream = self._seats[speaker].stream
        if stream is not None and stream.stream_id == stream_id:
            return stream.next_sequence
        position = await self._store.find_stream(speaker=speaker, stream_id=stream_id)
        return position.safe_sequence if position is not None else 0

    async def push_frame(
        self, *, speaker: Speaker, stream_id: str, sequence: int, pcm: bytes
    ) -> FrameReceipt:
        """Take one frame of 100 ms; one that was had before changes nothing.

        Call in the order of arrival. Raises InvalidFrame, FrameGap, TranscriptionFinished and, for
        the first frame of a stream, StoreUnavailable.
        """
        if self._finished:
            raise TranscriptionFinished
        seat = self._seats[speaker]
        async with seat.lock:
            stream = seat.stream
            if stream is None or stream.stream_id != stream_id:
                stream = await self._open_stream(seat, stream_id, sequence)
            self._apply(seat, stream, stream.push(sequence, pcm))
            self._consider_interim(seat, stream)
            self._restart_idle_timer(seat)
            return FrameReceipt(stream.next_sequence, stream.safe_sequence)

    async def stop_stream(self, *, speaker: Speaker) -> bool:
        """End what is being said and wait, within ``finish_timeout``, until it is stored.

        False when the engine did not manage in time; the decode goes on and loses nothing.
        """
        seat = self._seats[speaker]
        async with seat.lock:
            self._flush(seat)
        return await self._wait_for([seat.last_final] if seat.last_final else [])

    async def finish(self) -> bool:
        """End both streams, take no more frames, and wait as ``stop_stream`` does."""
        self._finished = True
        for seat in self._seats.values():
            async with seat.lock:
                self._flush(seat)
        return await self._wait_for([seat.last_final for seat in self._seats.values() if seat.last_final])

    async def close(self) -> None:
        """Abandon everything at once: the server stops. The browser still has what is not safe."""
        self._finished = True
        for seat in self._seats.values():
            if seat.idle_timer is not None:
                seat.idle_timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- streams ----------------------------------------------------------------------------

    async def _open_stream(self, seat: _Seat, stream_id: str, sequence: int) -> ParticipantStream:
        self._flush(seat)
        elapsed = (self._now() - self._started_at).total_seconds()
        position = await self._store.open_stream(
            speaker=seat.speaker,
            stream_id=stream_id,
            anchor_seconds=anchor_of(elapsed_seconds=elapsed, sequence=sequence),
        )
        seat.stream = ParticipantStream(
            stream_id=stream_id,
            anchor_seconds=position.anchor_seconds,
            first_sequence=max(position.safe_sequence, sequence),
            detector=self._make_detector(),
            settings=self._settings,
        )
        seat.utterance = None
        return seat.stream

    def _flush(self, seat: _Seat) -> None:
        if seat.idle_timer is not None:
            seat.idle_timer.cancel()
            seat.idle_timer = None
        if seat.stream is not None:
            self._apply(seat, seat.stream, seat.stream.flush())

    def _restart_idle_timer(self, seat: _Seat) -> None:
        if seat.idle_timer is not None:
            seat.idle_timer.cancel()
        loop = asyncio.get_running_loop()
        seat.idle_timer = loop.call_later(self._settings.idle_flush, self._flush, seat)

    def _apply(self, seat: _Seat, stream: ParticipantStream, changes: list[SpanChange]) -> None:
        for change in changes:
            if change.change is Change.STARTED:
                interval = round(self._settings.interim_interval * SAMPLE_RATE)
                seat.utterance = Utterance(
                    speaker=seat.speaker,
                    stream=stream,
                    span=change.span,
                    next_interim_sample=stream.position_sample + interval,
                )
                continue
            utterance = seat.utterance
            assert utterance is not None
            assert utterance.span is change.span
            if change.change is Change.PAUSED:
                request = final_request(utterance, language=self._language, prompt=self._prompt)
                utterance.speculation = self._queue.submit(request, Urgency.SPECULATIVE)
                utterance.speculated_end_sample = change.span.voiced_end_sample
            elif change.change is Change.RESUMED:
                if utterance.speculation is not None:
                    utterance.speculation.cancel()
                    utterance.speculation = None
            else:
                seat.utterance = None
                if utterance.interim is not None:
                    utterance.interim.cancel()
                if utterance.speculation is not None:
                    if utterance.speculated_end_sample == change.span.voiced_end_sample:
                        utterance.speculation.promote()
                    else:  # cut at a quiet place before the pause
                        utterance.speculation.cancel()
                        utterance.speculation = None
                seat.last_final = self._spawn(self._finalise(utterance, seat.last_final))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._reap)
        return task

    def _reap(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("transcription_task_failed", exc_info=error)

    async def _wait_for(self, tasks: list[asyncio.Task[None]]) -> bool:
        if not tasks:
            return True
        _, pending = await asyncio.wait(tasks, timeout=self._settings.finish_timeout)
        return not pending

    # --- interims ---------------------------------------------------------------------------

    def _consider_interim(self, seat: _Seat, stream: ParticipantStream) -> None:
        utterance = seat.utterance
        if (
            utterance is None
            or utterance.interim is not None
            or utterance.speculation is not None
            or stream.position_sample < utterance.next_interim_sample
            or not self._queue.is_idle
        ):
            return
        request = interim_request(
            utterance, language=self._language, prompt=self._prompt, settings=self._settings
        )
        utterance.interim = self._queue.submit(request, Urgency.INTERIM)
        self._spawn(self._announce_interim(utterance))

    async def _announce_interim(self, utterance: Utterance) -> None:
        ticket = utterance.interim
        assert ticket is not None
        transcription = await ticket.result()
        utterance.interim = None
        settings = self._settings
        seconds = settings.interim_interval
        if transcription is not None:
            seconds = max(seconds, transcription.duration_ms / 1000 / settings.interim_share)
        utterance.next_interim_sample = utterance.stream.position_sample + round(seconds * SAMPLE_RATE)
        if transcription is None or utterance.span.end_sample is not None:
            return
        text, reason = decide_text(utterance.span, transcription, settings)
        if text and reason is None and not deserves_second_decode(transcription, settings):
            utterance.has_interim_text = True
            await self._announce(self._interim(utterance, text))

    def _interim(self, utterance: Utterance, text: str) -> Interim:
        start, end = utterance.stream.times(utterance.span)
        return Interim(
            utterance_id=utterance.id,
            speaker=utterance.speaker,
            text=text,
            start_seconds=start,
            end_seconds=end,
            spoken_at=self._started_at + timedelta(seconds=start),
        )

    # --- finals -----------------------------------------------------------------------------

    async def _finalise(self, utterance: Utterance, previous: asyncio.Task[None] | None) -> None:
        transcription = await self._decode(utterance)
        if previous is not None and not previous.done():
            # Lines of one speaker are stored in the order in which they were said, so that what is
            # stored is always a beginning of the stream and a replay repeats nothing.
            await asyncio.wait([previous])
        decoded = self._describe(utterance, transcription)
        sequence = await self._keep(decoded)
        utterance.stream.finish(utterance.span)
        if sequence is not None:
            await self._announce(
                Final(
                    segment_id=decoded.utterance_id,
                    sequence=sequence,
                    speaker=decoded.speaker,
                    text=decoded.text,
                    start_seconds=decoded.start_seconds,
                    end_seconds=decoded.end_seconds,
                    spoken_at=decoded.spoken_at,
                )
            )
        elif utterance.has_interim_text:
            await self._announce(self._interim(utterance, ""))

    async def _decode(self, utterance: Utterance) -> Transcription | None:
        """The text of an ended utterance; None when the engine refuses the audio itself."""
        request = final_request(utterance, language=self._language, prompt=self._prompt)
        try:
            transcription = None
            if utterance.speculation is not None:
                transcription = await utterance.speculation.result()
            if transcription is None:
                transcription = await self._queue.submit(request, Urgency.FINAL).result()
            if transcription is not None and deserves_second_decode(transcription, self._settings):
                again = await self._queue.submit(second_request(request), Urgency.FINAL).result()
                if again is not None:
                    transcription = better_of(transcription, again, self._settings)
        except EngineError as error:
            log.warning("transcription_undecodable error=%s", type(error).__name__)
            return None
        return transcription

    def _describe(self, utterance: Utterance, transcription: Transcription | None) -> DecodedUtterance:
        start, end = utterance.stream.times(utterance.span)
        text = ""
        reason: SuppressionReason | None = SuppressionReason.UNDECODABLE
        if transcription is not None:
            text, reason = decide_text(utterance.span, transcription, self._settings)
        return DecodedUtterance(
            utterance_id=utterance.id,
            speaker=utterance.speaker,
            stream_id=utterance.stream.stream_id,
            text=text,
            start_seconds=start,
            end_seconds=end,
            spoken_at=self._started_at + timedelta(seconds=start),
            language=transcription.language if transcription is not None else self._language,
            suppressed_reason=reason,
            model=transcription.model if transcription is not None else self._queue.engine.identity,
            average_log_probability=log_probability_of(transcription) if transcription else None,
            safe_sequence=utterance.stream.safe_sequence_without(utterance.span),
        )

    async def _keep(self, decoded: DecodedUtterance) -> int | None:
        delays = self._settings.retry_delays
        for attempt in range(1_000_000):
            try:
                return await self._store.store_final(decoded)
            except StoreUnavailable as error:
                log.warning("transcript_store_retry error=%s attempt=%d", error, attempt + 1)
                await self._sleep(delays[min(attempt, len(delays) - 1)])
        raise StoreUnavailable
