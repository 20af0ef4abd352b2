"""One utterance on its way from sound to stored line: what is asked of the engine, what is made of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.ids import new_id
from app.transcription.pipeline.decoding import DecodeTicket
from app.transcription.pipeline.events import Speaker, SuppressionReason
from app.transcription.pipeline.filtering import (
    Evidence,
    collapse_repetition,
    find_suppression,
    is_repetitive,
    strip_annotations,
)
from app.transcription.pipeline.segmentation import Span
from app.transcription.pipeline.settings import WINDOW_SECONDS, PipelineSettings
from app.transcription.pipeline.stream import ParticipantStream
from models.ports import SAMPLE_RATE, SpeechRequest, SpeechSegment, Transcription

POSITIONS_PER_SECOND = 50
FULL_WINDOW_POSITIONS = 1_500
"""Whisper's encoder: 50 positions per second, 30 s at most."""
_MINIMUM_DECODE_SECONDS = 1.0
_RETRY_BEAM_SIZE = 5
_LIVE_TIMEOUT_SECONDS = 60.0


@dataclass(slots=True)
class Utterance:
    speaker: Speaker
    stream: ParticipantStream
    span: Span
    id: str = field(default_factory=new_id)
    speculation: DecodeTicket | None = None
    speculated_end_sample: int = 0
    """Where its voice ended when the speculation began."""
    interim: DecodeTicket | None = None
    next_interim_sample: int = 0
    has_interim_text: bool = False
    """Some interim with words was announced: if the utterance is dropped, it is withdrawn."""


def final_request(utterance: Utterance, *, language: str, prompt: str) -> SpeechRequest:
    """The decode that counts: the whole encoder window, which costs time and saves words."""
    return SpeechRequest(
        pcm=_padded(utterance.stream.audio(utterance.span)),
        language=language,
        prompt=prompt,
        audio_context=None,
        timeout_seconds=_LIVE_TIMEOUT_SECONDS,
    )


def second_request(request: SpeechRequest) -> SpeechRequest:
    """Other settings for a text that loops or is improbable: a beam, and no prompt to loop on."""
    return SpeechRequest(
        pcm=request.pcm,
        language=request.language,
        prompt="",
        audio_context=None,
        beam_size=_RETRY_BEAM_SIZE,
        timeout_seconds=request.timeout_seconds,
    )


def interim_request(
    utterance: Utterance, *, language: str, prompt: str, settings: PipelineSettings
) -> SpeechRequest:
    """A quick look: the encoder window matched to the length, several times faster."""
    pcm = _padded(utterance.stream.audio(utterance.span))
    positions = int(len(pcm) / 2 / SAMPLE_RATE * POSITIONS_PER_SECOND) + settings.interim_context_positions
    return SpeechRequest(
        pcm=pcm,
        language=language,
        prompt=prompt,
        audio_context=min(positions, FULL_WINDOW_POSITIONS),
        timeout_seconds=_LIVE_TIMEOUT_SECONDS,
    )


def _padded(pcm: bytes) -> bytes:
    """At least a second: shorter buffers are refused or misread by whisper.cpp."""
    return pcm.ljust(round(_MINIMUM_DECODE_SECONDS * SAMPLE_RATE) * 2, b"\0")


def heard_segments(transcription: Transcription) -> tuple[SpeechSegment, ...]:
    """Segments within the audio: what the model places after its end it made up."""
    end = transcription.audio_seconds
    return tuple(s for s in transcription.segments if s.text.strip() and (not end or s.start_seconds < end))


def text_of(transcription: Transcription) -> str:
    return strip_annotations(" ".join(s.text.strip() for s in heard_segments(transcription)))


def _weighted(pairs: list[tuple[float, float]]) -> float | None:
    weight = sum(w for _, w in pairs)
    return sum(value * w for value, w in pairs) / weight if weight else None


def log_probability_of(transcription: Transcription) -> float | None:
    """Mean over segments, weighted by their length."""
    return _weighted(
        [
            (s.average_log_probability, max(s.end_seconds - s.start_seconds, 0.01))
            for s in heard_segments(transcription)
        ]
    )


def evidence_of(span: Span, transcription: Transcription, settings: PipelineSettings) -> Evidence:
    voiced = span.voiced(settings.voiced_probability)
    segments = heard_segments(transcription)
    return Evidence(
        voice_probability=sum(w.probability for w in voiced) / len(voiced) if voiced else 0.0,
        voiced_seconds=len(voiced) * WINDOW_SECONDS,
        level=(sum(w.level**2 for w in voiced) / len(voiced)) ** 0.5 if voiced else 0.0,
        average_log_probability=log_probability_of(transcription),
        no_speech_probability=max((s.no_speech_probability for s in segments), default=None),
    )


def deserves_second_decode(transcription: Transcription, settings: PipelineSettings) -> bool:
    text = text_of(transcription)
    log_probability = log_probability_of(transcription)
    return bool(text) and (
        is_repetitive(text, settings)
        or (log_probability is not None and log_probability < settings.minimum_log_probability)
    )


def better_of(first: Transcription, second: Transcription, settings: PipelineSettings) -> Transcription:
    """The one that does not loop; of two that do not, the more probable one."""
    loops = [is_repetitive(text_of(t), settings) for t in (first, second)]
    if loops[0] != loops[1]:
        return second if loops[0] else first
    scores = [log_probability_of(t) for t in (first, second)]
    if scores[1] is None:
        return first
    return second if scores[0] is None or scores[1] > scores[0] else first


def decide_text(
    span: Span, transcription: Transcription, settings: PipelineSettings
) -> tuple[str, SuppressionReason | None]:
    """The line to store, and why it must not be shown if so."""
    text = text_of(transcription)
    reason = find_suppression(text, evidence_of(span, transcription, settings), settings)
    if reason is None and is_repetitive(text, settings):
        # Somebody spoke, clearly, and both decodes loop: what was said once is worth keeping.
        text = collapse_repetition(text)
    return (text if text else transcription.text.strip()), reason
