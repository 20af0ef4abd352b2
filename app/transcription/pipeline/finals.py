"""Finals: decode an ended utterance, decide its text, store it, announce it."""

from __future__ import annotations

import asyncio
import itertools
import logging

from app.transcription.pipeline.coverage import MAX_PLACES, Unheard, complete_line, list_unheard
from app.transcription.pipeline.decision import (
    Line,
    average_log_probability,
    choose_better,
    decide_line,
    needs_second_decode,
)
from app.transcription.pipeline.decoding import (
    BuildRequest,
    DecodePriority,
    DecodeTicket,
    DecodingQueue,
    Sleep,
    hold,
)
from app.transcription.pipeline.events import (
    Announce,
    DecodedUtterance,
    Final,
    StoreUnavailable,
    SuppressionReason,
    TranscriptStore,
)
from app.transcription.pipeline.requests import (
    build_final_request,
    build_second_request,
    build_unheard_request,
)
from app.transcription.pipeline.revision import Revisions, StoredLine
from app.transcription.pipeline.scheduling import Overload
from app.transcription.pipeline.sentence_end import choose_end_silence, judge_end
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.spool import AudioSpool, KeptAudio
from app.transcription.pipeline.tasks import TaskSet
from app.transcription.pipeline.terms import Terms
from app.transcription.pipeline.utterance import Utterance
from app.transcription.pipeline.words import place_words
from models.ports import EngineError, SpeechRequest, Transcription

log = logging.getLogger("greenroom.transcription")


class Finals:
    """Turns ended utterances of one interview into stored lines. Nothing that was said is lost."""

    def __init__(
        self,
        *,
        queue: DecodingQueue,
        spool: AudioSpool,
        store: TranscriptStore,
        announce: Announce,
        revisions: Revisions,
        terms: Terms,
        language: str,
        prompt: str,
        settings: PipelineSettings,
        sleep: Sleep,
        tasks: TaskSet,
    ) -> None:
        self._queue = queue
        self._spool = spool
        self._store = store
        self._announce = announce
        self._revisions = revisions
        self._language = language
        self._prompt = prompt
        self._terms = terms
        self._settings = settings
        self._sleep = sleep
        self._tasks = tasks

    def speculate(self, utterance: Utterance) -> None:
        """Start the final decode at a pause, before it is certain that the utterance has ended."""
        audio = utterance.read_audio()
        if not audio:
            return
        request = self._build_request(utterance, audio)
        utterance.speculation = self._queue.submit(
            hold(request), DecodePriority.SPECULATIVE, source=utterance.source
        )
        utterance.speculated_end_sample = utterance.span.voiced_end_sample
        self._tasks.spawn(self._read_end(utterance, utterance.speculation))

    async def _read_end(self, utterance: Utterance, speculation: DecodeTicket) -> None:
        """Let the text of a speculation decide after how much silence the utterance ends."""
        try:
            transcription = await speculation.result()
        except EngineError:  # reported by the final
            return
        if transcription is not None and utterance.speculation is speculation:
            utterance.span.end_silence_seconds = choose_end_silence(judge_end(transcription), self._settings)

    def drop_speculation(self, utterance: Utterance) -> None:
        """Cancel the speculative decode, because the participant continued to speak."""
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
        audio = await self._spool.keep(utterance.take_audio())
        line = None
        try:
            line = await self._finish(utterance, audio, previous)
        except Exception:  # one utterance must not block everything that the speaker says after it
            log.exception("utterance_lost")
        finally:
            utterance.release()
            if line is None:
                audio.release()
            else:
                self._revisions.add(line)

    async def _finish(
        self, utterance: Utterance, audio: KeptAudio, previous: asyncio.Task[None] | None
    ) -> StoredLine | None:
        """The line as it is stored and announced; None if it needs no revision."""
        if utterance.is_echo:
            transcription, line = None, Line("", SuppressionReason.ECHO)
        else:
            transcription = await self._decode(utterance, audio)
            line = await self._build_line(utterance, audio, transcription)
        if previous is not None and not previous.done():
            # Lines of one speaker are stored in the order they were said, so that what is stored is
            # always a prefix of the stream and a replay repeats nothing.
            await asyncio.wait([previous])
        decoded = self._describe(utterance, transcription, line)
        sequence = await self._keep(decoded)
        if sequence is None:
            if utterance.has_interim_text:
                await self._announce(utterance.build_interim(""))
            return None
        await self._announce(Final.of(decoded, sequence))
        # An engine that gives no word times cannot locate a line in a longer decode. A smaller model may give
        # none, because the usual one decodes its lines again. A remote engine would be called, and perhaps
        # paid, twice.
        is_smaller = decoded.model != self._queue.engine.identity
        if decoded.model.provider != "local" or not (decoded.words or is_smaller):
            return None
        return StoredLine(decoded, sequence, utterance, audio)

    async def _decode(self, utterance: Utterance, audio: KeptAudio) -> Transcription | None:
        """The decode of an ended utterance; None if the engine refuses the audio itself."""

        async def build_final() -> SpeechRequest:
            return self._build_request(utterance, await audio.read())

        async def build_second() -> SpeechRequest:
            return build_second_request(await build_final())

        try:
            transcription = None
            if utterance.speculation is not None:
                # While it waits, only the spool holds the audio.
                utterance.speculation.build = build_final
                transcription = await utterance.speculation.result()
            if transcription is None:
                transcription = await self._submit(utterance, build_final)
            if transcription is not None and needs_second_decode(transcription, self._settings):
                again = await self._submit(utterance, build_second)
                if again is not None:
                    transcription = choose_better(transcription, again, self._settings)
        except EngineError as error:
            log.warning("utterance_undecodable error=%s", type(error).__name__)
            return None
        except Exception:  # stored as undecodable, so that its frames become safe and the stream continues
            log.exception("utterance_undecodable")
            return None
        return transcription

    def _build_request(self, utterance: Utterance, pcm: bytes) -> SpeechRequest:
        return build_final_request(
            pcm,
            language=self._language,
            prompt=self._prompt,
            voiced_seconds=utterance.voiced_seconds,
            voice_end_seconds=utterance.voice_end_in_audio,
        )

    async def _submit(self, utterance: Utterance, build: BuildRequest) -> Transcription | None:
        return await self._queue.submit(
            build, DecodePriority.FINAL, source=utterance.source, room=utterance.room
        ).result()

    async def _build_line(
        self, utterance: Utterance, audio: KeptAudio, transcription: Transcription | None
    ) -> Line:
        """The part of a decode to store. Voice that it missed is decoded again separately."""
        if transcription is None:
            return Line("", SuppressionReason.UNDECODABLE)
        try:
            line = decide_line(utterance.span, transcription, self._settings)
        except Exception:  # the line is stored as undecodable, so that the stream continues
            log.exception("utterance_undecodable")
            return Line("", SuppressionReason.UNDECODABLE)
        try:
            return self._terms.correct_line(await self._decode_unheard(utterance, audio, line))
        except Exception:  # the line is stored as it was heard
            log.exception("line_not_completed")
            return line

    async def _decode_unheard(self, utterance: Utterance, audio: KeptAudio, line: Line) -> Line:
        """Decode each unheard place of an utterance once, if the engine has the capacity."""
        span = utterance.span
        for place in list_unheard(span, line, self._settings)[:MAX_PLACES]:
            if self._queue.overload is not Overload.NONE:
                break

            async def build(place: Unheard = place) -> SpeechRequest:
                return build_unheard_request(place, await audio.read(), language=self._language)

            again = await self._queue.submit(
                build, DecodePriority.SPECULATIVE, source=utterance.source
            ).result()
            if again is not None:
                line = complete_line(line, place, again, self._settings)
        return line

    def _describe(
        self, utterance: Utterance, transcription: Transcription | None, line: Line
    ) -> DecodedUtterance:
        return DecodedUtterance(
            utterance_id=utterance.id,
            speaker=utterance.speaker,
            stream_id=utterance.stream.stream_id,
            text=line.text,
            start_seconds=utterance.start_seconds,
            end_seconds=utterance.end_seconds,
            spoken_at=utterance.spoken_at,
            language=transcription.language if transcription is not None else self._language,
            suppressed_reason=line.reason,
            model=transcription.model if transcription is not None else self._queue.engine.identity,
            average_log_probability=average_log_probability(transcription) if transcription else None,
            words=place_words(
                line.words,
                seconds_at=utterance.seconds_at,
                start=utterance.start_seconds,
                end=utterance.end_seconds,
            ),
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
