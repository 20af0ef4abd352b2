"""Decisions about decoder output: which text to store, whether to show it, whether to decode again."""

from __future__ import annotations

from dataclasses import dataclass

from app.transcription.pipeline.events import SuppressionReason
from app.transcription.pipeline.filtering import (
    Evidence,
    collapse_repetition,
    find_suppression,
    is_repetitive,
    strip_annotations,
)
from app.transcription.pipeline.segmentation import Span
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.words import SpokenWord, align_words, read_words
from models.ports import SpeechSegment, Transcription


@dataclass(frozen=True, slots=True)
class Line:
    """The stored form of an utterance."""

    text: str
    reason: SuppressionReason | None
    """The reason it is not shown, if it is suppressed."""
    words: tuple[SpokenWord, ...] = ()
    """The words of ``text``, with times in the utterance's audio; empty if the engine gives none."""


def decide_line(span: Span, transcription: Transcription, settings: PipelineSettings) -> Line:
    """The line of a decoded utterance."""
    text, reason = decide_text(span, transcription, settings)
    return Line(text, reason, align_words(text, read_words(find_segments_in_audio(transcription))))


def decide_text(
    span: Span, transcription: Transcription, settings: PipelineSettings
) -> tuple[str, SuppressionReason | None]:
    """The text to store, and the reason to suppress it, if any."""
    text = join_text(transcription)
    reason = find_suppression(text, measure_evidence(span, transcription, settings), settings)
    if reason is None and is_repetitive(text, settings):
        # The voice is clear and both decodes loop: keep one repetition.
        text = collapse_repetition(text)
    return (text if text else transcription.text.strip()), reason


def needs_second_decode(transcription: Transcription, settings: PipelineSettings) -> bool:
    """Whether the text loops or is improbable."""
    text = join_text(transcription)
    log_probability = average_log_probability(transcription)
    return bool(text) and (
        is_repetitive(text, settings)
        or (log_probability is not None and log_probability < settings.min_log_probability)
    )


def choose_better(first: Transcription, second: Transcription, settings: PipelineSettings) -> Transcription:
    """The one that does not loop; if neither or both do, the more probable one."""
    loops = [is_repetitive(join_text(one), settings) for one in (first, second)]
    if loops[0] != loops[1]:
        return second if loops[0] else first
    scores = [average_log_probability(one) for one in (first, second)]
    if scores[1] is None:
        return first
    return second if scores[0] is None or scores[1] > scores[0] else first


def measure_evidence(span: Span, transcription: Transcription, settings: PipelineSettings) -> Evidence:
    voice = span.measure_voice(settings.voiced_probability)
    segments = find_segments_in_audio(transcription)
    return Evidence(
        voice_probability=voice.probability,
        voiced_seconds=voice.seconds,
        level=voice.level,
        average_log_probability=average_log_probability(transcription),
        no_speech_probability=max((one.no_speech_probability for one in segments), default=None),
    )


def average_log_probability(transcription: Transcription) -> float | None:
    """Mean over segments, weighted by their length. None without segments."""
    weighted = [
        (one.average_log_probability, max(one.end_seconds - one.start_seconds, 0.01))
        for one in find_segments_in_audio(transcription)
    ]
    total = sum(weight for _, weight in weighted)
    return sum(value * weight for value, weight in weighted) / total if total else None


def join_text(transcription: Transcription) -> str:
    return strip_annotations(" ".join(one.text.strip() for one in find_segments_in_audio(transcription)))


def find_segments_in_audio(transcription: Transcription) -> tuple[SpeechSegment, ...]:
    """Segments that begin within the audio. Those the model places after its end are invented."""
    end = transcription.audio_seconds
    return tuple(
        one for one in transcription.segments if one.text.strip() and (not end or one.start_seconds < end)
    )
