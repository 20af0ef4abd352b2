"""Sentence-end check: how long to wait for the speaker, depending on how finished the text reads."""

from __future__ import annotations

from enum import StrEnum

from app.transcription.pipeline.decision import average_log_probability, join_text
from app.transcription.pipeline.settings import PipelineSettings
from models.ports import Transcription

_FINISHED = (".", "?", "!", "。", "？", "！", "؟", "।")
_TRAILING_OFF = ("...", "…", ",", ";", ":", "-", "–", "—", "、", "，")
_OPEN_WORDS = """
and but or because so that which the a an of to with for if when while um uh er
und aber oder weil dass denn der die das ein eine mit für wenn während äh ähm
et mais ou parce que donc le la les un une de du des avec pour si quand euh
"""
"""English, German, French: conjunctions, articles, prepositions and fillers that no sentence ends with."""
_LEADS_ON = frozenset(_OPEN_WORDS.split())
_MIN_LOG_PROBABILITY = -0.5
"""Below it, the punctuation is as doubtful as the words."""


class SentenceEnd(StrEnum):
    FINISHED = "finished"
    OPEN = "open"
    UNKNOWN = "unknown"


def judge_end(transcription: Transcription) -> SentenceEnd:
    """How the text of an utterance so far ends."""
    text = join_text(transcription).rstrip("\"'”’») ")
    log_probability = average_log_probability(transcription)
    if not text or log_probability is None or log_probability < _MIN_LOG_PROBABILITY:
        return SentenceEnd.UNKNOWN
    last = text.split()[-1].strip(".,;:…-–—").lower()
    if text.endswith(_TRAILING_OFF) or last in _LEADS_ON:
        return SentenceEnd.OPEN
    return SentenceEnd.FINISHED if text.endswith(_FINISHED) else SentenceEnd.UNKNOWN


def choose_end_silence(end: SentenceEnd, settings: PipelineSettings) -> float:
    """Silence in seconds that ends an utterance whose text ends like this."""
    match end:
        case SentenceEnd.FINISHED:
            return settings.finished_silence_seconds
        case SentenceEnd.OPEN:
            return settings.open_silence_seconds
        case SentenceEnd.UNKNOWN:
            return settings.end_silence_seconds
