"""Spelling correction for query words that match no indexed word."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

MAX_ALTERNATIVES = 20

Vocabulary = Callable[[str, bool], Iterable[str]]
"""(beginning, is_backward): the owner's words that begin so; with ``is_backward``, those that end so,
with both the argument and the words reversed."""


def count_allowed_errors(word: str) -> int:
    """One from four letters, two from eight; none in words with digits. A swap of neighbors counts once."""
    if any(c.isdigit() for c in word):
        return 0
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def find_similar_words(word: str, vocabulary: Vocabulary) -> list[str]:
    """Words that ``word`` may be a misspelling of: those with the fewest errors.

    If no whole word is similar, beginnings of words are compared instead, because the rest may not be
    typed yet. Empty if nothing is similar.
    """
    for errors in range(1, count_allowed_errors(word) + 1):
        # One error leaves at least one half unchanged (less one letter, for a swap in the middle); two
        # errors are assumed to leave one outer third unchanged. So few words need to be compared.
        piece = max(1, len(word) // 2 - 1) if errors == 1 else len(word) // 3
        same_beginning = list(vocabulary(word[:piece], False))
        same_ending = [end[::-1] for end in vocabulary(word[::-1][:piece], True)]
        whole = _find_nearest(word, {*same_beginning, *same_ending}, errors=errors)
        if whole:
            return whole
        lengths = range(len(word) - errors, len(word) + errors + 1)
        beginnings = {other[:n] for other in same_beginning for n in lengths}
        begun = _find_nearest(word, beginnings, errors=errors)
        if begun:
            return begun
    return []


def _find_nearest(word: str, others: Iterable[str], *, errors: int) -> list[str]:
    choices = [other for other in others if abs(len(other) - len(word)) <= errors]
    ranked = process.extract(
        word, choices, scorer=OSA.distance, score_cutoff=errors, limit=None, processor=None
    )
    ranked.sort(key=lambda choice: (choice[1], choice[0]))
    return [str(choice) for choice, _, _ in ranked[:MAX_ALTERNATIVES]]
