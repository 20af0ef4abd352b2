"""Remote speech recognition: Whisper on an OpenAI-compatible server or a whisper.cpp server."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

from models.engines.remote import RemoteEngine
from models.engines.requests import audio_seconds, check_speech
from models.engines.wave import to_wave
from models.ports import (
    EngineKind,
    Priority,
    QueueListener,
    SpeechRequest,
    SpeechSegment,
    SpeechToken,
    Transcription,
)


class RemoteSpeech(RemoteEngine):
    """Whisper behind HTTP: OpenAI's ``/audio/transcriptions`` or whisper.cpp's ``/inference``."""

    kind = EngineKind.SPEECH

    async def transcribe(
        self,
        request: SpeechRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> Transcription:
        check_speech(request)
        empty = Transcription(
            segments=(), language=request.language, audio_seconds=0.0, duration_ms=0, model=self.identity
        )
        if not request.pcm:
            return empty
        path, fields = self._fields(request)
        files = {"file": ("audio.wav", to_wave(request.pcm), "audio/wav")}
        async with self.queue.turn(priority, on_queue):
            started = time.monotonic()
            async with self.request(
                path, timeout_seconds=request.timeout_seconds, data=fields, files=files
            ) as response:
                raw = json.loads(await response.aread())
                segments = tuple(_remote_segment(segment) for segment in raw.get("segments") or [])
            duration_ms = round((time.monotonic() - started) * 1000)
        seconds = audio_seconds(request.pcm)
        text = str(raw.get("text", "")).strip()
        if not segments and text:
            segments = (SpeechSegment(text, 0.0, seconds, 0.0, 0.0),)
        return replace(
            empty,
            segments=segments,
            language=str(raw.get("language") or request.language),
            audio_seconds=seconds,
            duration_ms=duration_ms,
        )

    def _fields(self, request: SpeechRequest) -> tuple[str, dict[str, str]]:
        fields = {"response_format": "verbose_json", "prompt": request.prompt}
        fields["temperature"] = f"{request.temperature:g}"
        if self.identity.provider == "whisper_cpp":
            fields |= {
                "language": request.language,
                "audio_ctx": str(request.audio_context or 0),
                "beam_size": str(request.beam_size if request.beam_size > 1 else -1),
                "temperature_inc": "0" if request.audio_context else "0.4",
            }
            return "/inference", fields
        if self._model:
            fields["model"] = self._model
        if request.language != "auto":
            fields["language"] = request.language
        return "/audio/transcriptions", fields


def _remote_segment(raw: dict[str, Any]) -> SpeechSegment:
    words = raw.get("words") or []
    return SpeechSegment(
        text=str(raw["text"]).strip(),
        start_seconds=float(raw["start"]),
        end_seconds=float(raw["end"]),
        average_log_probability=float(raw.get("avg_logprob", 0.0)),
        no_speech_probability=float(raw.get("no_speech_prob", 0.0)),
        tokens=tuple(
            SpeechToken(
                text=str(word["word"]),
                start_seconds=float(word["start"]),
                end_seconds=float(word["end"]),
                probability=float(word.get("probability", 1.0)),
            )
            for word in words
        ),
    )
