"""What somebody may have meant whose word begins no word of his records."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

MAX_ALTERNATIVES = 20

Vocabulary = Callable[[str, bool], Iterable[str]]
"""(beginning, from the end): the owner's words that begin so; with True, those that end so, given and
returned from their end."""


def errors_allowed(word: str) -> int:
    """One from four letters, two from eight; none in numbers. A swap of neighbours counts as one."""
    if any(c.isdigit() for c in word):
        return 0
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def similar_words(word: str, vocabulary: Vocabulary) -> list[str]:
    """Words that ``word`` may stand for: those with the fewest errors, else beginnings of words with as
    few (the rest is not typed yet). Empty where there is none."""
    for errors in range(1, errors_allowed(word) + 1):
        # An error in one half leaves the other as it is (less one letter, for a swap in the middle); with
        # two, one of the outer thirds is taken to be right. So only a few words need to be compared.
        piece = max(1, len(word) // 2 - 1) if errors == 1 else len(word) // 3
        beginning_alike = list(vocabulary(word[:piece], False))
        ending_alike = [end[::-1] for end in vocabulary(word[::-1][:piece], True)]
        whole = _nearest(word, {*beginning_alike, *ending_alike}, errors=errors)
        if whole:
            return whole
        lengths = range(len(word) - errors, len(word) + errors + 1)
        begun = _nearest(word, {other[:n] for other in beginning_alike for n in lengths}, errors=errors)
        if begun:
            return begun
    return []


def _nearest(word: str, others: Iterable[str], *, errors: int) -> list[str]:
    choices = [other for other in others if abs(len(other) - len(word)) <= errors]
    ranked = process.extract(
        word, choices, scorer=OSA.distance, score_cutoff=errors, limit=None, processor=None
    )
    ranked.sort(key=lambda choice: (choice[1], choice[0]))
    return [str(choice) for choice, _, _ in ranked[:MAX_ALTERNATIVES]]
