"""Short answers for the speech bench: pieces of real voices between two pauses, each alone in silence."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import jiwer

from app.bench.live_room import ROLES, PlayedInterview
from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Turn, heard_text
from app.bench.speech_noise import pair_voices
from app.bench.speech_player import VoiceRatings
from app.bench.word_errors import count_word_errors, sum_word_errors
from app.text.words import split_words
from app.transcription.pipeline.settings import WINDOW_BYTES, WINDOW_SECONDS, PipelineSettings
from app.transcription.pipeline.words import SpokenWord
from models.ports import SAMPLE_RATE

_MIN_SECONDS = 0.25
_MAX_SECONDS = 1.5
_PAUSE_SECONDS = 0.2
"""Silence before and after a piece; half of it is kept at either side."""
_QUIET_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A spoken word with its time in the recording. A pause before or after it may be included."""

    text: str
    start_seconds: float
    end_seconds: float


Words = Mapping[str, Mapping[str, Sequence[PlacedWord]]]
"""The words that were spoken, by dialogue and role."""


def place_words(reference: str, heard: Sequence[SpokenWord]) -> list[PlacedWord]:
    """The words of a reference, with the times of the words that were heard in their place.

    A word that was not heard at all is left out.
    """
    spoken = split_words(reference)
    pairs = [(text, word) for word in heard for text in split_words(word.text)]
    if not spoken or not pairs:
        return []
    alignment = jiwer.process_words(" ".join(spoken), " ".join(text for text, _ in pairs)).alignments[0]
    placed = []
    for chunk in alignment:
        if chunk.type not in {"equal", "substitute"}:
            continue
        numbers = range(chunk.ref_start_idx, chunk.ref_end_idx)
        for number, at in zip(numbers, range(chunk.hyp_start_idx, chunk.hyp_end_idx), strict=True):
            word = pairs[at][1]
            placed.append(PlacedWord(spoken[number], word.start_seconds, word.end_seconds))
    return placed


def make_short_answers(
    dialogues: Sequence[Dialogue], ratings: VoiceRatings, words: Words, count: int
) -> list[Dialogue]:
    """Interviews whose voices are one short answer each: at most ``count``, spread over all voices.

    Each has one turn for a voice, with its words. Pieces without a word are left out.
    """
    pieces = [
        piece
        for dialogue in dialogues
        for role, pcm in dialogue.voices.items()
        for piece in _cut(pcm, ratings[dialogue.name][role], words[dialogue.name][role])
    ]
    step = max(1.0, len(pieces) / count) if count else 1.0
    chosen = [pieces[int(number * step)] for number in range(min(count, len(pieces)))]
    quiet = bytes(2 * round(_QUIET_SECONDS * SAMPLE_RATE))
    made = pair_voices("short answer", [quiet + pcm + quiet for pcm, _ in chosen])
    texts = [text for _, text in chosen]
    return [
        replace(dialogue, turns=_make_turns(dialogue, texts[number * len(ROLES) :]))
        for number, dialogue in enumerate(made)
    ]


def _make_turns(dialogue: Dialogue, texts: Sequence[str]) -> list[Turn]:
    return [
        Turn(_QUIET_SECONDS, len(dialogue.voices[role]) / 2 / SAMPLE_RATE - _QUIET_SECONDS, role, text)
        for role, text in zip(ROLES, texts, strict=False)
    ]


def measure_short_answers(
    dialogues: Sequence[Dialogue], played: Sequence[PlayedInterview]
) -> dict[str, object]:
    """How many got a line, how many got exactly the right words, and the wrong words of all."""
    answers = [
        (turn.text, heard_text(interview.lines, turn.role))
        for dialogue, interview in zip(dialogues, played, strict=True)
        for turn in dialogue.turns
    ]
    errors = [count_word_errors(*answer) for answer in answers]
    rate = sum_word_errors(errors).rate
    return {
        "short_answers": len(answers),
        "short_answers_with_a_line": sum(bool(heard) for _, heard in answers),
        "short_answers_right": sum(not one.errors for one in errors),
        "short_answers_word_error_rate": None if rate is None else round(rate, 4),
        "short_answers_wrong": [
            list(answer) for answer, one in zip(answers, errors, strict=True) if one.errors
        ],
    }


def _cut(pcm: bytes, ratings: Sequence[float], words: Sequence[PlacedWord]) -> Iterator[tuple[bytes, str]]:
    threshold = PipelineSettings().onset_probability
    pause = round(_PAUSE_SECONDS / WINDOW_SECONDS)
    margin = pause // 2
    voiced = [index for index, rating in enumerate(ratings) if rating >= threshold]
    placed = [(word.text, _find_voice(word, voiced)) for word in words]
    start = 0
    for at in range(1, len(voiced) + 1):
        if at < len(voiced) and voiced[at] - voiced[at - 1] <= pause:
            continue
        first, last = voiced[start], voiced[at - 1]
        if _MIN_SECONDS <= (last - first + 1) * WINDOW_SECONDS <= _MAX_SECONDS and first >= margin:
            text = " ".join(text for text, at in placed if first <= at <= last)
            if text:
                yield pcm[(first - margin) * WINDOW_BYTES : (last + 1 + margin) * WINDOW_BYTES], text
        start = at


def _find_voice(word: PlacedWord, voiced: Sequence[int]) -> float:
    """The middle of a word, as a window: of its voice, because a pause beside it counts for its time too."""
    first, last = (seconds / WINDOW_SECONDS for seconds in (word.start_seconds, word.end_seconds))
    own = voiced[bisect_left(voiced, first) : bisect_left(voiced, last)]
    return sum(own) / len(own) if own else (first + last) / 2
