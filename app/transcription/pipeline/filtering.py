"""What of the decoder's text is no speech: rulings 21 and 27.

The documents drop short text and filler phrases outright, and would so drop 'No.' and 'Thank you.' as
answers. Here text is set aside only when the evidence in the sound is weak too.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from difflib import SequenceMatcher

from app.transcription.pipeline.events import SuppressionReason
from app.transcription.pipeline.settings import PipelineSettings

_ANNOTATION = re.compile(r"\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪+")
"""What whisper writes about sounds that are not words: [BLANK_AUDIO], (music), *coughs*."""
_MAIN_PART = 0.6
"""A text is hardly more than a phrase where the phrase is at least this share of its characters."""
_NOT_A_WORD = re.compile(r"[^\w\s'.-]+")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the sound itself says about an utterance."""

    voice_probability: float
    """Mean voice activity over its voiced windows."""
    voiced_seconds: float
    level: float
    """Root mean square of its voiced windows, in 16-bit units."""
    average_log_probability: float | None = None
    no_speech_probability: float | None = None


def compression_ratio(text: str) -> float:
    """Bytes of the text by bytes of it compressed (as OpenAI's whisper counts it)."""
    data = text.encode()
    return len(data) / len(zlib.compress(data)) if data else 0.0


def is_repetitive(text: str, settings: PipelineSettings) -> bool:
    return compression_ratio(text) > settings.maximum_compression_ratio


def strip_annotations(text: str) -> str:
    """The words alone, without bracketed remarks about sounds."""
    return " ".join(_ANNOTATION.sub(" ", text).split())


def collapse_repetition(text: str, *, keep: int = 2) -> str:
    """A loop of one to twelve words said more than ``keep`` times in a row, said ``keep`` times."""
    words = text.split()
    for size in range(1, 13):
        kept: list[str] = []
        position = 0
        while position < len(words):
            phrase = [word.lower().strip(".,!?") for word in words[position : position + size]]
            end = position + size
            while [w.lower().strip(".,!?") for w in words[end : end + size]] == phrase:
                end += size
            repeats = (end - position) // size
            if repeats > keep and len(phrase) == size:
                kept += words[position : position + size * keep]
                position = end
            else:
                kept.append(words[position])
                position += 1
        words = kept
    return " ".join(words)


def has_clear_voice(evidence: Evidence, settings: PipelineSettings) -> bool:
    """Somebody certainly spoke. Whoever speaks softly into a distant microphone counts too."""
    return (
        evidence.voice_probability >= settings.clear_voice_probability
        and evidence.voiced_seconds >= settings.clear_voice_seconds
    )


def is_filler(text: str, settings: PipelineSettings) -> bool:
    """The text is one of the filler phrases, or hardly more than one."""
    plain = " ".join(_NOT_A_WORD.sub(" ", text.lower()).replace("-", " ").split()).strip(" .")
    if not plain:
        return True
    for phrase in settings.filler_phrases:
        spelled = phrase.replace("-", " ")
        if plain == spelled:
            return True
        if len(spelled) <= settings.minimum_characters:
            continue
        if f" {spelled} " in f" {plain} " and len(spelled) >= _MAIN_PART * len(plain):
            return True
        if SequenceMatcher(None, plain, spelled).ratio() >= settings.filler_similarity:
            return True
    return False


def find_suppression(text: str, evidence: Evidence, settings: PipelineSettings) -> SuppressionReason | None:
    """Why the text must not be shown, or None. A clear voice is never filtered, but for a text
    that holds no word at all."""
    words = strip_annotations(text)
    if not any(character.isalnum() for character in words):
        return SuppressionReason.BLANK_AUDIO
    if has_clear_voice(evidence, settings):
        return None
    if is_repetitive(words, settings):
        return SuppressionReason.REPETITION
    if evidence.level < settings.silence_level:
        return SuppressionReason.SILENT
    if len(words) < settings.minimum_characters:
        return SuppressionReason.TOO_SHORT
    if is_filler(words, settings):
        return SuppressionReason.FILLER
    log_probability = evidence.average_log_probability
    no_speech = evidence.no_speech_probability
    if (
        log_probability is not None
        and log_probability < settings.minimum_log_probability
        and (no_speech is None or no_speech > settings.maximum_no_speech_probability)
    ):
        return SuppressionReason.IMPROBABLE
    return None
