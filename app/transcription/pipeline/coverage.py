"""Coverage check: voice that no word of a decode accounts for is decoded again, alone and once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.text.words import split_words
from app.transcription.pipeline.decision import (
    Line,
    average_log_probability,
    find_segments_in_audio,
    join_text,
)
from app.transcription.pipeline.events import SuppressionReason
from app.transcription.pipeline.filtering import Evidence, find_suppression, is_filler, is_repetitive
from app.transcription.pipeline.segmentation import Span, Stretch
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.pipeline.words import SpokenWord, align_words, measure_confidence, read_words
from models.ports import SAMPLE_RATE, Transcription

MAX_PLACES = 3
"""Maximum number of unheard places per utterance that are decoded again."""
MARGIN_SECONDS = 0.2
"""Audio on either side of an unheard stretch that is decoded with it. Word times are no more exact."""
_WORD_SECONDS = 0.4
_LETTER_SECONDS = 0.08
"""Longest duration of a word, by its letters.

Aligned times run to the next word, even across unheard voice.
"""


@dataclass(frozen=True, slots=True)
class Unheard:
    """Voice without a word, in seconds of the utterance's audio."""

    start_seconds: float
    end_seconds: float
    stretch: Stretch

    @property
    def cut_seconds(self) -> float:
        """Where its audio with the margins begins."""
        return max(0.0, self.start_seconds - MARGIN_SECONDS)

    def cut(self, pcm: bytes) -> bytes:
        """Its audio with the margins."""
        first = round(self.cut_seconds * SAMPLE_RATE)
        last = round((self.end_seconds + MARGIN_SECONDS) * SAMPLE_RATE)
        return pcm[first * 2 : last * 2]


def list_unheard(span: Span, line: Line, settings: PipelineSettings) -> list[Unheard]:
    """The unheard places of an ended utterance; none if the times of its words are unknown."""
    if line.reason is SuppressionReason.BLANK_AUDIO or (line.words and line.reason is None):
        return find_unheard(span.stretches, line.words, start_sample=span.start_sample, settings=settings)
    return []


def complete_line(
    line: Line, place: Unheard, transcription: Transcription, settings: PipelineSettings
) -> Line:
    """The line with the words of an unheard place, if its decode is accepted."""
    words = line.words if line.reason is None else ()
    found = accept_recovered(place, transcription, words=words, settings=settings)
    if not found:
        return line
    place_in_line = sum(word.start_seconds < found[0].start_seconds for word in words)
    together = (*words[:place_in_line], *found, *words[place_in_line:])
    return Line(" ".join(word.text for word in together), None, together)


def find_unheard(
    stretches: Iterable[Stretch],
    words: Iterable[SpokenWord],
    *,
    start_sample: int,
    settings: PipelineSettings,
) -> list[Unheard]:
    """The places of at least ``unheard_seconds`` of voice that no word covers, in order.

    ``start_sample`` is where the audio begins; times of words count from there.
    """
    covers = sorted(_cover(word) for word in words)
    found = []
    for stretch in stretches:
        position = (stretch.start_sample - start_sample) / SAMPLE_RATE
        end = (stretch.end_sample - start_sample) / SAMPLE_RATE
        for cover_start, cover_end in [*covers, (end, end)]:
            if min(cover_start, end) - position >= settings.unheard_seconds:
                found.append(Unheard(position, min(cover_start, end), stretch))
            position = max(position, cover_end)
    return found


def _cover(word: SpokenWord) -> tuple[float, float]:
    longest = _WORD_SECONDS + _LETTER_SECONDS * len(word.text)
    end = min(word.end_seconds, word.start_seconds + longest)
    return word.start_seconds - MARGIN_SECONDS, end + MARGIN_SECONDS


def accept_recovered(
    place: Unheard,
    transcription: Transcription,
    *,
    words: Sequence[SpokenWord],
    settings: PipelineSettings,
) -> list[SpokenWord]:
    """The words that the decode of an unheard place adds to ``words``; none unless they are certain.

    For a short noise, the model often writes a phrase that it has learned, so a filler phrase is no evidence
    here, however clear the voice.
    """
    text = join_text(transcription)
    found = align_words(text, read_words(find_segments_in_audio(transcription)))
    log_probability = average_log_probability(transcription)
    if (
        not found
        or log_probability is None
        or log_probability < settings.min_log_probability
        or (measure_confidence(found) or 0.0) < settings.recovered_confidence
        or is_repetitive(text, settings)
        or is_filler(text, settings)
        or find_suppression(text, _measure(place, transcription, log_probability), settings) is not None
    ):
        return []
    placed = [word.moved(place.cut_seconds) for word in found]
    return _drop_neighbors(placed, words, place)


def _measure(place: Unheard, transcription: Transcription, log_probability: float) -> Evidence:
    voice = place.stretch.voice
    return Evidence(
        voice_probability=voice.probability,
        voiced_seconds=place.end_seconds - place.start_seconds,
        level=voice.level,
        average_log_probability=log_probability,
        no_speech_probability=max(one.no_speech_probability for one in find_segments_in_audio(transcription)),
    )


def _drop_neighbors(
    found: Sequence[SpokenWord], words: Sequence[SpokenWord], place: Unheard
) -> list[SpokenWord]:
    """Without the words around the place that are heard again in its margins."""
    middle = (place.start_seconds + place.end_seconds) / 2
    before = [_plain(word) for word in words if word.start_seconds < middle]
    after = [_plain(word) for word in words if word.start_seconds >= middle]
    plain = [_plain(word) for word in found]
    first = max(
        (n for n in range(1, len(plain) + 1) if before[-n:] == plain[:n]),
        default=0,
    )
    last = max((n for n in range(1, len(plain) - first + 1) if after[:n] == plain[-n:]), default=0)
    return list(found[first : len(found) - last])


def _plain(word: SpokenWord) -> list[str]:
    return split_words(word.text)
