"""Detection of decoder output that is not speech: silence, fillers, repetitions, inventions.

Dropping short texts and filler phrases outright would also drop answers such as 'No.' and 'Thank you.'.
So text is suppressed only if the acoustic evidence is weak too.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from difflib import SequenceMatcher

from app.transcription.pipeline.events import SuppressionReason
from app.transcription.pipeline.settings import PipelineSettings

_ANNOTATION = re.compile(r"\[[^\[\]]*\]|\([^()]*\)|\*[^*]*\*|♪+")
"""Whisper's annotations of sounds that are not words: [BLANK_AUDIO], (music), *coughs*."""
_MAIN_PART = 0.6
"""A text is hardly more than a phrase if the phrase makes up at least this share of its characters."""
_NOT_A_WORD = re.compile(r"[^\w\s'.-]+")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Acoustic evidence that an utterance is speech."""

    voice_probability: float
    """Mean voice activity over its voiced windows."""
    voiced_seconds: float
    level: float
    """Root mean square of its voiced windows, in 16-bit units."""
    average_log_probability: float | None = None
    no_speech_probability: float | None = None


def compression_ratio(text: str) -> float:
    """Bytes of the text divided by bytes of it compressed, as OpenAI's whisper computes it."""
    data = text.encode()
    return len(data) / len(zlib.compress(data)) if data else 0.0


def is_repetitive(text: str, settings: PipelineSettings) -> bool:
    return compression_ratio(text) > settings.max_compression_ratio


def strip_annotations(text: str) -> str:
    """The words alone, without bracketed annotations."""
    return " ".join(_ANNOTATION.sub(" ", text).split())


def collapse_repetition(text: str, *, keep: int = 2) -> str:
    """Shorten every loop of one to twelve words to ``keep`` repetitions."""
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
    """Whether there was certainly speech. Soft speech into a distant microphone counts too."""
    if evidence.voice_probability < settings.clear_voice_probability:
        return False
    if (evidence.no_speech_probability or 0.0) > settings.max_no_speech_of_short_voice:
        return evidence.voiced_seconds >= settings.undoubted_voice_seconds
    return evidence.voiced_seconds >= settings.clear_voice_seconds


def is_filler(text: str, settings: PipelineSettings) -> bool:
    """Whether the text is a filler phrase, or hardly more than one."""
    plain = " ".join(_NOT_A_WORD.sub(" ", text.lower()).replace("-", " ").split()).strip(" .")
    if not plain:
        return True
    for phrase in settings.filler_phrases:
        spelled = phrase.replace("-", " ")
        if plain == spelled:
            return True
        if len(spelled) <= settings.min_characters:
            continue
        if f" {spelled} " in f" {plain} " and len(spelled) >= _MAIN_PART * len(plain):
            return True
        if SequenceMatcher(None, plain, spelled).ratio() >= settings.filler_similarity:
            return True
    return False


def find_suppression(text: str, evidence: Evidence, settings: PipelineSettings) -> SuppressionReason | None:
    """The reason to suppress a text, or None. With a clear voice, only text without words is."""
    words = strip_annotations(text)
    if not any(character.isalnum() for character in words):
        return SuppressionReason.BLANK_AUDIO
    if has_clear_voice(evidence, settings):
        return None
    if is_repetitive(words, settings):
        return SuppressionReason.REPETITION
    if evidence.level < settings.silence_level:
        return SuppressionReason.SILENT
    if len(words) < settings.min_characters:
        return SuppressionReason.TOO_SHORT
    if is_filler(words, settings):
        return SuppressionReason.FILLER
    log_probability = evidence.average_log_probability
    no_speech = evidence.no_speech_probability
    if (
        log_probability is not None
        and log_probability < settings.min_log_probability
        and (no_speech is None or no_speech > settings.max_no_speech_probability)
    ):
        return SuppressionReason.IMPROBABLE
    return None
