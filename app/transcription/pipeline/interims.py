"""Interims: quick decodes of utterances that are still being spoken."""

from __future__ import annotations

from app.transcription.pipeline.decision import decide_text, needs_second_decode
from app.transcription.pipeline.decoding import DecodePriority, DecodingQueue, hold
from app.transcription.pipeline.events import Announce
from app.transcription.pipeline.requests import build_interim_request
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.tasks import TaskSet
from app.transcription.pipeline.utterance import Utterance
from models.ports import SAMPLE_RATE, Transcription

MAX_HURRIED = 3
"""Number of interims of an utterance that need not wait for the budget, as long as none has words. Noise
never has any."""
RETRY_SECONDS = 0.3
"""Amount of speech after which an interim that was displaced or had no text is tried again."""


class Interims:
    """Decodes and announces interims of one interview while the speech engine has nothing better to do."""

    def __init__(
        self,
        *,
        queue: DecodingQueue,
        announce: Announce,
        tasks: TaskSet,
        language: str,
        prompt: str,
        settings: PipelineSettings,
    ) -> None:
        self._queue = queue
        self._announce = announce
        self._tasks = tasks
        self._language = language
        self._prompt = prompt
        self._settings = settings

    def consider(self, utterance: Utterance) -> None:
        """Start a decode if one is due and the engine is idle."""
        is_hurried = not utterance.has_interim_text and utterance.blank_interims < MAX_HURRIED
        if (
            utterance.interim is not None
            or utterance.is_silent
            or utterance.stream.received_samples < utterance.next_interim_sample
            or not self._queue.admits_interim(utterance.source, is_hurried=is_hurried)
        ):
            return
        audio = utterance.read_audio()
        if not audio:
            utterance.next_interim_sample = utterance.stream.received_samples + round(
                RETRY_SECONDS * SAMPLE_RATE
            )
            return
        request = build_interim_request(
            audio, language=self._language, prompt=self._prompt, settings=self._settings
        )
        utterance.interim = self._queue.submit(
            hold(request), DecodePriority.INTERIM, source=utterance.source, room=utterance.room
        )
        self._tasks.spawn(self._announce_result(utterance))

    async def _announce_result(self, utterance: Utterance) -> None:
        ticket = utterance.interim
        assert ticket is not None
        transcription = await ticket.result()
        utterance.interim = None
        text = None if transcription is None else self._read(utterance, transcription)
        # No result: a final or a speculation needed the engine. No text: it was too little to understand.
        is_retried = transcription is None or not (text or utterance.has_interim_text)
        wait_seconds = RETRY_SECONDS if is_retried else self._settings.interim_interval_seconds
        utterance.next_interim_sample = utterance.stream.received_samples + round(wait_seconds * SAMPLE_RATE)
        if transcription is not None and not text:
            utterance.blank_interims += 1
        if text and utterance.span.end_sample is None:
            utterance.has_interim_text = True
            await self._announce(utterance.build_interim(text))

    def _read(self, utterance: Utterance, transcription: Transcription) -> str | None:
        """The text of an interim, or None if it is not worth showing."""
        text, reason = decide_text(utterance.span, transcription, self._settings)
        if reason is not None or needs_second_decode(transcription, self._settings):
            return None
        return text or None
