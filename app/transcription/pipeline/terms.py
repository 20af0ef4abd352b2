"""Corrects misheard terms of the CV and the job description where the score is clear.

Only words that the speech model was unsure of are compared, with each word of the vocabulary hints.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz.distance import OSA

from app.text.folding import fold
from app.text.stemming import stem
from app.transcription.pipeline.decision import Line
from app.transcription.pipeline.words import SpokenWord

MAX_TERMS = 100
MIN_LETTERS = 5
"""Shorter terms resemble too many other words."""
MIN_SCORE = 0.72
MAX_LENGTH_DIFFERENCE = 0.4
"""As a share of the term's letters."""
MIN_LEAD = 0.1
"""How much better the best term must be than the second."""

_SOUNDS = (
    (re.compile(r"sch|sh|ch"), "x"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"th"), "t"),
    (re.compile(r"gh"), ""),
    (re.compile(r"c(?=[eiy])"), "s"),
    (re.compile(r"[cq]|ck"), "k"),
    (re.compile(r"z"), "s"),
    (re.compile(r"w"), "v"),
    (re.compile(r"(?<=.)[aeiouyh]"), ""),
    (re.compile(r"^[aeiouy]"), "a"),
    (re.compile(r"(.)\1+"), r"\1"),
)
"""Spellings that sound alike, and vowels after the first letter, which are the least reliable. Linear."""


@dataclass(frozen=True, slots=True)
class _Term:
    text: str
    letters: str
    sound: str


class Terms:
    """The words of the vocabulary hints of one interview."""

    def __init__(self, hints: str, *, language: str) -> None:
        self._language = language if language in {"en", "de", "fr"} else "en"
        found: dict[str, _Term] = {}
        for text in hints.replace(",", " ").split():
            letters = _letters(text)
            if len(letters) >= MIN_LETTERS and len(found) < MAX_TERMS:
                found.setdefault(letters, _Term(text, letters, _sound(letters)))
        self._terms = list(found.values())

    def correct_line(self, line: Line) -> Line:
        """A shown line with its terms corrected."""
        words = self.correct(line.words) if line.reason is None else line.words
        if words == line.words:
            return line
        return Line(" ".join(word.text for word in words), None, words)

    def correct(self, words: Sequence[SpokenWord]) -> tuple[SpokenWord, ...]:
        """The words, with terms replacing misheard ones; ``heard`` keeps the original."""
        if not self._terms:
            return tuple(words)
        corrected: list[SpokenWord] = []
        position = 0
        while position < len(words):
            word = self._correct_word(words[position])
            pair = None if word else self._correct_pair(words[position : position + 2])
            corrected.append(word or pair or words[position])
            position += 2 if pair else 1
        return tuple(corrected)

    def _correct_word(self, word: SpokenWord) -> SpokenWord | None:
        letters = _letters(word.text)
        if not word.is_uncertain or _is_ordinary(word) or len(letters) < MIN_LETTERS - 1:
            return None
        term = self._find(letters)
        return None if term is None else _replace(word, word.text, term)

    def _correct_pair(self, pair: Sequence[SpokenWord]) -> SpokenWord | None:
        """A term that was heard as two words."""
        if len(pair) < 2 or not any(word.is_uncertain for word in pair) or pair[0].text[-1:] in ".,;:?!":
            return None
        parts = [_letters(word.text) for word in pair]
        letters = "".join(parts)
        term = next((term for term in self._terms if term.letters == letters), None)
        if term is None and not all(_is_ordinary(word) for word in pair):
            term = self._find(letters)
        # A neighbor that adds nothing is a separate word.
        if term is None or any(_score(part, term) >= _score(letters, term) for part in parts):
            return None
        both = replace(
            pair[0],
            text=f"{pair[0].text} {pair[1].text}",
            end_seconds=pair[1].end_seconds,
            confidence=min(word.confidence for word in pair),
        )
        return _replace(both, both.text, term)

    def _find(self, letters: str) -> _Term | None:
        """The term that was meant: similar enough, and clearly more so than any other."""
        scored = sorted((_score(letters, term), term.letters, term) for term in self._terms)
        best_score, _, best = scored[-1]
        lead = best_score - scored[-2][0] if len(scored) > 1 else 1.0
        if best_score < MIN_SCORE or lead < MIN_LEAD or best.letters == letters:
            return None
        # Another form of the same word is not an error: the speaker may have said exactly that.
        if stem(best.letters, self._language) == stem(letters, self._language):
            return None
        return best


def _score(letters: str, term: _Term) -> float:
    """0 to 1: mean similarity of spelling and sound; 0 if the lengths differ too much."""
    if abs(len(letters) - len(term.letters)) > MAX_LENGTH_DIFFERENCE * len(term.letters):
        return 0.0
    spelling = OSA.normalized_similarity(letters, term.letters)
    return float(spelling + OSA.normalized_similarity(_sound(letters), term.sound)) / 2


def _replace(word: SpokenWord, heard: str, term: _Term) -> SpokenWord:
    """The term with the punctuation around what was heard, and its ``'s``."""
    start = next((i for i, c in enumerate(heard) if c.isalnum()), 0)
    end = len(heard) - next((i for i, c in enumerate(reversed(heard)) if c.isalnum()), 0)
    bare = _strip_genitive(heard[start:end])
    end = start + len(bare)
    return replace(word, text=f"{heard[:start]}{term.text}{heard[end:]}", heard=bare)


def _is_ordinary(word: SpokenWord) -> bool:
    return word.pieces <= 1


def _letters(text: str) -> str:
    return "".join(c for c in fold(_strip_genitive(text.rstrip(".,;:!?"))) if c.isalpha())


def _strip_genitive(text: str) -> str:
    return text[:-2] if text.lower().endswith(("'s", "’s")) else text


@lru_cache(maxsize=4096)
def _sound(letters: str) -> str:
    for pattern, sound in _SOUNDS:
        letters = pattern.sub(sound, letters)
    return letters
