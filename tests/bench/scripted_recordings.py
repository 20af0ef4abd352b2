"""Recordings of a speech engine whose decodes are scripted."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.ports import (
    SAMPLE_RATE,
    ModelIdentity,
    SpeechRequest,
    SpeechSegment,
    Transcription,
)


@dataclass
class ScriptedRecordings:
    """Decodes that all take ``seconds`` and give the same text."""

    seconds: float
    text: str = "I led the team."
    identity: ModelIdentity = field(default_factory=lambda: ModelIdentity(name="scripted", sha256=""))
    decoded: int = 0

    def decode(self, request: SpeechRequest) -> Transcription:
        self.decoded += 1
        segment = SpeechSegment(self.text, 0.0, 1.0, -0.2, 0.0)
        return Transcription(
            segments=(segment,),
            language="en",
            audio_seconds=len(request.pcm) / 2 / SAMPLE_RATE,
            duration_ms=round(self.seconds * 1000),
        )
