"""Transcription of one utterance of an imported recording, with the same rules as in a live interview."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from app.transcription.line_words import write_words
from app.transcription.pipeline.coverage import MAX_PLACES, complete_line, list_unheard
from app.transcription.pipeline.decision import (
    Line,
    average_log_probability,
    choose_better,
    decide_line,
    needs_second_decode,
)
from app.transcription.pipeline.events import SuppressionReason
from app.transcription.pipeline.requests import (
    build_final_request,
    build_second_request,
    build_unheard_request,
)
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.terms import Terms
from app.transcription.pipeline.words import list_uncertain_words, measure_confidence, place_words
from app.transcription.recording_pieces import Piece
from models.ports import (
    SAMPLE_RATE,
    InvalidEngineRequest,
    Priority,
    SpeechEngine,
    SpeechRequest,
    Transcription,
)

_TIMEOUT_SECONDS = 300.0
"""Long, because live speech may keep a background decode waiting."""


@dataclass(frozen=True, slots=True)
class Transcriber:
    """Decodes utterances in one language, with the vocabulary hints of one interview."""

    engine: SpeechEngine
    language: str
    hints: str
    settings: PipelineSettings

    async def transcribe(self, piece: Piece) -> dict[str, Any]:
        """The columns of the utterance's transcript line. Raises EngineError, if retrying may help."""
        span = piece.span
        voice = span.measure_voice(self.settings.voiced_probability)
        span.compact(self.settings.voiced_probability)
        start = voice.start_sample / SAMPLE_RATE
        end = max(start, span.voiced_end_sample / SAMPLE_RATE)
        request = build_final_request(
            piece.pcm,
            language=self.language,
            prompt=self.hints,
            voiced_seconds=voice.seconds,
            voice_end_seconds=(span.voiced_end_sample - span.start_sample) / SAMPLE_RATE,
        )
        transcription: Transcription | None = None
        line = Line("", SuppressionReason.UNDECODABLE)
        try:
            transcription = await self._decode_carefully(request)
            line = await self._build_line(piece, transcription)
        except InvalidEngineRequest:
            pass
        begin = span.start_sample / SAMPLE_RATE
        words = place_words(line.words, seconds_at=lambda seconds: begin + seconds, start=start, end=end)
        model = self.engine.identity if transcription is None else transcription.model
        return {
            "text": line.text,
            "started_seconds": round(start, 3),
            "ended_seconds": round(end, 3),
            "language": self.language if transcription is None else transcription.language,
            "suppressed": line.reason is not None,
            "suppressed_reason": line.reason,
            "model": model.name or None,
            "model_sha256": model.sha256 or None,
            "average_log_probability": average_log_probability(transcription) if transcription else None,
            "uncertain_words": list(list_uncertain_words(words)) or None,
            "confidence": measure_confidence(words),
            "words": write_words(words),
        }

    async def _decode_carefully(self, request: SpeechRequest) -> Transcription:
        """If the text repeats itself or is improbable, decode a second time."""
        first = await self._decode(request)
        if not needs_second_decode(first, self.settings):
            return first
        return choose_better(first, await self._decode(build_second_request(request)), self.settings)

    async def _build_line(self, piece: Piece, transcription: Transcription) -> Line:
        """The part of a decode to store. Voice that it missed is decoded again separately."""
        line = decide_line(piece.span, transcription, self.settings)
        for place in list_unheard(piece.span, line, self.settings)[:MAX_PLACES]:
            again = await self._decode(build_unheard_request(place, piece.pcm, language=self.language))
            line = complete_line(line, place, again, self.settings)
        return Terms(self.hints, language=self.language).correct_line(line)

    async def _decode(self, request: SpeechRequest) -> Transcription:
        return await self.engine.transcribe(
            replace(request, timeout_seconds=_TIMEOUT_SECONDS), priority=Priority.BACKGROUND
        )
