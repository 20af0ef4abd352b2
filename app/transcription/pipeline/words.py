"""Words of a line with their times and confidence, from the tokens that the speech model returns anyway."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.text.words import split_words
from models.ports import SpeechSegment, SpeechToken

UNCERTAIN_CONFIDENCE = 0.5
"""Confidence below which a word may be misheard: the best F1 on three readers of LibriSpeech test-other
(`greenroom bench confidence`)."""
MAX_WORDS = 400
"""More words in one line are not stored: 25 s of speech have a quarter of that."""
_MAX_WORD_LENGTH = 60
_MIN_UNCERTAIN_LETTERS = 4


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """One word of a line: the text between two spaces."""

    text: str
    start_seconds: float
    end_seconds: float
    confidence: float
    """0 to 1: the probability of its least probable token with a letter or digit."""
    pieces: int = 1
    """Tokens with a letter or digit. Speech models write the common words of a language as one token."""
    heard: str | None = None
    """The original output of the speech model, if ``text`` is a term that replaced it."""

    def moved(self, seconds: float) -> SpokenWord:
        """The same word, shifted by ``seconds``."""
        return replace(
            self, start_seconds=self.start_seconds + seconds, end_seconds=self.end_seconds + seconds
        )

    @property
    def is_uncertain(self) -> bool:
        return self.confidence < UNCERTAIN_CONFIDENCE


def read_words(segments: Iterable[SpeechSegment]) -> list[SpokenWord]:
    """The words of some segments, with times as their tokens have them. Segments without tokens have none."""
    return [word for segment in segments for word in _group_tokens(segment.tokens)]


def _group_tokens(tokens: Sequence[SpeechToken]) -> Iterator[SpokenWord]:
    group: list[SpeechToken] = []
    for token in tokens:
        if token.text[:1].isspace() and group:
            yield from _join(group)
            group = []
        group.append(token)
    yield from _join(group)


def _join(tokens: Sequence[SpeechToken]) -> Iterator[SpokenWord]:
    parts = "".join(token.text for token in tokens).split()
    if not parts:
        return
    spoken = [token.probability for token in tokens if any(c.isalnum() for c in token.text)]
    for part in parts:
        yield SpokenWord(
            part,
            tokens[0].start_seconds,
            tokens[-1].end_seconds,
            min(spoken, default=1.0),
            pieces=len(spoken),
        )


def align_words(text: str, words: Sequence[SpokenWord]) -> tuple[SpokenWord, ...]:
    """The words that make up ``text``, one for each of its parts between spaces.

    A text is what the model wrote with some words left out: remarks in brackets, and loops. Returns nothing
    if the two do not fit, or if there are too many words to keep.
    """
    parts = text.split()
    if len(parts) > MAX_WORDS or any(len(part) > _MAX_WORD_LENGTH for part in parts):
        return ()
    rest = iter(words)
    found = [next((word for word in rest if word.text == part), None) for part in parts]
    return tuple(word for word in found if word is not None) if None not in found else ()


def place_words(
    words: Iterable[SpokenWord], *, seconds_at: Callable[[float], float], start: float, end: float
) -> tuple[SpokenWord, ...]:
    """Words with times since the interview's start, within their line from ``start`` to ``end``.

    ``seconds_at`` converts a time in the audio of the line.
    """

    def place(seconds: float) -> float:
        return round(min(max(seconds_at(seconds), start), end), 2)

    return tuple(
        replace(word, start_seconds=place(word.start_seconds), end_seconds=place(word.end_seconds))
        for word in words
    )


def measure_confidence(words: Sequence[SpokenWord]) -> float | None:
    """Mean confidence of the words of a line; None without words."""
    return sum(word.confidence for word in words) / len(words) if words else None


def list_uncertain_words(words: Iterable[SpokenWord]) -> tuple[str, ...]:
    """Words in lower case that may be misheard. Short ones without a digit are left out.

    Otherwise no text could be written, because nearly every text needs 'the' or 'and'.
    """
    uncertain: dict[str, None] = {}
    for word in words:
        if word.is_uncertain:
            for part in split_words(word.text):
                if len(part) >= _MIN_UNCERTAIN_LETTERS or any(c.isdigit() for c in part):
                    uncertain[part] = None
    return tuple(uncertain)
