"""Requests to the speech engine for finals, second decodes and interims."""

from __future__ import annotations

from app.transcription.pipeline.settings import PipelineSettings
from models.ports import SAMPLE_RATE, SpeechRequest

POSITIONS_PER_SECOND = 50
FULL_WINDOW_POSITIONS = 1_500
"""Whisper's encoder: 50 positions per second, at most 30 s."""
_MIN_DECODE_SECONDS = 1.0
_SECOND_BEAM_SIZE = 5
_LIVE_TIMEOUT_SECONDS = 60.0


def build_final_request(pcm: bytes, *, language: str, prompt: str) -> SpeechRequest:
    """The decode that is stored: the whole encoder window, which costs time and gains accuracy."""
    return SpeechRequest(
        pcm=_pad(pcm),
        language=language,
        prompt=prompt,
        audio_context=None,
        timeout_seconds=_LIVE_TIMEOUT_SECONDS,
    )


def build_second_request(request: SpeechRequest) -> SpeechRequest:
    """Other settings for a text that loops or is improbable: a beam, and no prompt to loop on."""
    return SpeechRequest(
        pcm=request.pcm,
        language=request.language,
        prompt="",
        audio_context=None,
        beam_size=_SECOND_BEAM_SIZE,
        timeout_seconds=request.timeout_seconds,
    )


def build_interim_request(
    pcm: bytes, *, language: str, prompt: str, settings: PipelineSettings
) -> SpeechRequest:
    """A quick decode: the encoder window is matched to the length, which is several times faster."""
    pcm = _pad(pcm)
    positions = int(len(pcm) / 2 / SAMPLE_RATE * POSITIONS_PER_SECOND) + settings.interim_context_positions
    return SpeechRequest(
        pcm=pcm,
        language=language,
        prompt=prompt,
        audio_context=min(positions, FULL_WINDOW_POSITIONS),
        timeout_seconds=_LIVE_TIMEOUT_SECONDS,
    )


def _pad(pcm: bytes) -> bytes:
    """At least a second of audio: whisper.cpp refuses or misreads shorter buffers."""
    return pcm.ljust(round(_MIN_DECODE_SECONDS * SAMPLE_RATE) * 2, b"\0")
