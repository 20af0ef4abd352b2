"""Requests to the speech engine for finals, second decodes, revisions and interims."""

from __future__ import annotations

from dataclasses import replace

from app.transcription.pipeline.coverage import Unheard
from app.transcription.pipeline.settings import PipelineSettings
from models.ports import SAMPLE_RATE, SpeechRequest

POSITIONS_PER_SECOND = 50
FULL_WINDOW_POSITIONS = 1_500
"""Whisper's encoder: 50 positions per second, at most 30 s."""
_MIN_DECODE_SECONDS = 1.0
_SECOND_BEAM_SIZE = 5
_LIVE_TIMEOUT_SECONDS = 60.0
_REVISION_TIMEOUT_SECONDS = 600.0
"""Longer, because next to live decodes it gets little processor time."""


def build_final_request(
    pcm: bytes,
    *,
    language: str,
    prompt: str,
    voiced_seconds: float | None = None,
    voice_end_seconds: float | None = None,
) -> SpeechRequest:
    """The decode that is stored: the engine takes as much of the encoder window as accuracy needs."""
    return SpeechRequest(
        pcm=_pad(pcm),
        language=language,
        prompt=prompt,
        audio_context=None,
        voiced_seconds=voiced_seconds,
        voice_end_seconds=voice_end_seconds,
        timeout_seconds=_LIVE_TIMEOUT_SECONDS,
    )


def build_second_request(request: SpeechRequest) -> SpeechRequest:
    """Retry settings for a text that loops or is improbable: a beam, and no prompt that could be repeated."""
    return replace(request, prompt="", audio_context=None, beam_size=_SECOND_BEAM_SIZE)


def build_revision_request(pcm: bytes, *, language: str, prompt: str) -> SpeechRequest:
    """The second decode of adjacent utterances, with a beam because nobody is waiting for it."""
    return SpeechRequest(
        pcm=_pad(pcm),
        language=language,
        prompt=prompt,
        beam_size=_SECOND_BEAM_SIZE,
        timeout_seconds=_REVISION_TIMEOUT_SECONDS,
    )


def build_unheard_request(place: Unheard, pcm: bytes, *, language: str) -> SpeechRequest:
    """The decode of a place without words in the audio of an utterance: alone, with a beam, no prompt."""
    return build_second_request(
        build_final_request(
            place.cut(pcm),
            language=language,
            prompt="",
            voiced_seconds=place.end_seconds - place.start_seconds,
            voice_end_seconds=place.end_seconds - place.cut_seconds,
        )
    )


def build_interim_request(
    pcm: bytes, *, language: str, prompt: str, settings: PipelineSettings
) -> SpeechRequest:
    """A quick decode: the encoder window is matched to the length, which is several times faster, and nobody
    reads the times of its words."""
    pcm = _pad(pcm)
    positions = int(len(pcm) / 2 / SAMPLE_RATE * POSITIONS_PER_SECOND) + settings.interim_context_positions
    return SpeechRequest(
        pcm=pcm,
        language=language,
        prompt=prompt,
        audio_context=min(positions, FULL_WINDOW_POSITIONS),
        word_times=False,
        timeout_seconds=_LIVE_TIMEOUT_SECONDS,
    )


def _pad(pcm: bytes) -> bytes:
    """Pad to at least a second, because whisper.cpp refuses or misreads shorter buffers."""
    return pcm.ljust(round(_MIN_DECODE_SECONDS * SAMPLE_RATE) * 2, b"\0")
