"""Finals: decode an ended utterance, decide its text, store it, announce it."""

from __future__ import annotations

import asyncio
import itertools
import logging

from app.transcription.pipeline.decision import (
    average_log_probability,
    choose_better,
    decide_text,
    needs_second_decode,
)
from app.transcription.pipeline.decoding import DecodePriority, DecodingQueue, Sleep
from app.transcription.pipeline.events import (
    Announce,
    DecodedUtterance,
    Final,
    StoreUnavailable,
    SuppressionReason,
    TranscriptStore,
)
from app.transcription.pipeline.requests import build_final_request, build_second_request
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.utterance import Utterance
from models.ports import EngineError, Transcription

log = logging.getLogger("greenroom.transcription")


class Finals:
    """Turns ended utterances of one interview into stored lines. Nothing that was said is lost."""

    def __init__(
        self,
        *,
        queue: DecodingQueue,
        store: TranscriptStore,
        announce: Announce,
        language: str,
        prompt: str,
        settings: PipelineSettings,
        sleep: Sleep,
    ) -> None:
        self._queue = queue
        self._store = store
        self._announce = announce
        self._language = language
        self._prompt = prompt
        self._settings = settings
        self._sleep = sleep

    def speculate(self, utterance: Utterance) -> None:
        """Start the final decode at a pause, before it is certain that the utterance has ended."""
        request = build_final_request(utterance.read_audio(), language=self._language, prompt=self._prompt)
        utterance.speculation = self._queue.submit(request, DecodePriority.SPECULATIVE)
        utterance.speculated_end_sample = utterance.span.voiced_end_sample

    def drop_speculation(self, utterance: Utterance) -> None:
        """Cancel the speculative decode: the participant went on speaking."""
        if utterance.speculation is not None:
            utterance.speculation.cancel()
            utterance.speculation = None

    def settle_speculation(self, utterance: Utterance) -> None:
        """Use the speculative decode of an ended utterance if it covered all of its voice."""
        if utterance.speculation is None:
            return
        if utterance.speculated_end_sample == utterance.span.voiced_end_sample:
            utterance.speculation.promote()
        else:  # cut at a quiet place before the pause
            self.drop_speculation(utterance)

    async def finish(self, utterance: Utterance, previous: asyncio.Task[None] | None) -> None:
        """Decode, decide, store, announce. ``previous`` finishes the speaker's previous utterance."""
        transcription = await self._decode(utterance)
        if previous is not None and not previous.done():
            # Lines of one speaker are stored in the order they were said, so that what is stored is
            # always a prefix of the stream and a replay repeats nothing.
            await asyncio.wait([previous])
        decoded = self._decide(utterance, transcription)
        sequence = await self._keep(decoded)
        utterance.release()
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
            await self._announce(utterance.build_interim(""))

    async def _decode(self, utterance: Utterance) -> Transcription | None:
        """The decode of an ended utterance; None if the engine refuses the audio itself."""
        request = build_final_request(utterance.read_audio(), language=self._language, prompt=self._prompt)
        try:
            transcription = None
            if utterance.speculation is not None:
                transcription = await utterance.speculation.result()
            if transcription is None:
                transcription = await self._queue.submit(request, DecodePriority.FINAL).result()
            if transcription is not None and needs_second_decode(transcription, self._settings):
                second = build_second_request(request)
                again = await self._queue.submit(second, DecodePriority.FINAL).result()
                if again is not None:
                    transcription = choose_better(transcription, again, self._settings)
        except EngineError as error:
            log.warning("utterance_undecodable error=%s", type(error).__name__)
            return None
        return transcription

    def _decide(self, utterance: Utterance, transcription: Transcription | None) -> DecodedUtterance:
        text = ""
        reason: SuppressionReason | None = SuppressionReason.UNDECODABLE
        if transcription is not None:
            text, reason = decide_text(utterance.span, transcription, self._settings)
        return DecodedUtterance(
            utterance_id=utterance.id,
            speaker=utterance.speaker,
            stream_id=utterance.stream.stream_id,
            text=text,
            start_seconds=utterance.start_seconds,
            end_seconds=utterance.end_seconds,
            spoken_at=utterance.spoken_at,
            language=transcription.language if transcription is not None else self._language,
            suppressed_reason=reason,
            model=transcription.model if transcription is not None else self._queue.engine.identity,
            average_log_probability=average_log_probability(transcription) if transcription else None,
            safe_sequence=utterance.safe_sequence_once_stored,
        )

    async def _keep(self, decoded: DecodedUtterance) -> int | None:
        """Store the line, however long it takes. Its sequence, or None if it is suppressed."""
        delays = self._settings.retry_delays_seconds
        for attempt in itertools.count():
            try:
                return await self._store.store_final(decoded)
            except StoreUnavailable as error:
                log.warning("transcript_store_retry error=%s attempt=%d", error, attempt + 1)
                await self._sleep(delays[min(attempt, len(delays) - 1)])
        raise AssertionError("unreachable: the attempts do not end")
