"""The words that say what an answer is about, to find the line of the CV that it speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import date

from app.analysis.consistency.spoken import mark_values
from app.analysis.consistency.statements import Statement
from app.text.words import content_stems

MAX_EXCHANGES = 3
"""A word in more exchanges says what the interview is about, not which line of the CV is meant."""
_NUMBERED = re.compile(r"\b(level|class|category|cat|grade|part|stage|tier) (?:#(\d+)_\2|([a-e]))(?![\w.])")


def read_words(text: str, today: date) -> frozenset[str]:
    """Stems of the content words, and "level 3" as one word; numbers of fewer than four digits are left out."""
    numbered = {f"{m[1]} {m[2] or m[3]}" for m in _NUMBERED.finditer(mark_values(text, today))}
    words = {word for word in content_stems(text) if not word.isdigit() or len(word) == 4}
    return frozenset(words | numbered)


@dataclass(frozen=True, slots=True)
class TellingWords:
    """The words of each question and statement of an interview, and in how many exchanges each occurs."""

    asked: tuple[frozenset[str], ...]
    """Of the question before each statement."""
    said: tuple[frozenset[str], ...]
    counts: Counter[str]

    @classmethod
    def of(cls, statements: Sequence[Statement], today: date) -> TellingWords:
        asked = tuple(read_words(item.asked, today) for item in statements)
        said = tuple(read_words(item.sentence.text, today) for item in statements)
        by_exchange: dict[int, set[str]] = {}
        for item, question, words in zip(statements, asked, said, strict=True):
            by_exchange.setdefault(item.exchange, set()).update(question, words)
        return cls(asked, said, Counter(word for words in by_exchange.values() for word in words))

    def telling(self, words: Set[str]) -> set[str]:
        """Those of the words that occur in few exchanges."""
        return {word for word in words if 0 < self.counts[word] <= MAX_EXCHANGES}
