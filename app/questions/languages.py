"""Language of a text, judged by the most frequent words of the languages in ``config/questions.toml``."""

from __future__ import annotations

import re
from functools import lru_cache

from app.questions.wording import lists

_MIN_FREQUENT_WORDS = 2


@lru_cache(maxsize=1)
def _frequent_words() -> dict[str, frozenset[str]]:
    return {
        language: frozenset(words.split())
        for language, words in lists()["languages"].items()
        if isinstance(words, str)
    }


def _count_frequent_words(text: str) -> dict[str, int]:
    words = re.findall(r"\w+", text.casefold())
    return {
        language: sum(word in frequent for word in words) for language, frequent in _frequent_words().items()
    }


def is_in_language(text: str, language: str) -> bool:
    """Whether no other known language has more frequent words in ``text``; True for an unknown language."""
    if language not in _frequent_words():
        return True
    counts = _count_frequent_words(text)
    if language != "en" and counts[language] <= counts["en"]:
        # The prompt is English: a small model falls back to it around the words it was given.
        return False
    return counts[language] == max(counts.values())


def is_in_known_language(text: str) -> bool:
    """Whether ``text`` has enough frequent words of one of the known languages."""
    return max(_count_frequent_words(text).values()) >= _MIN_FREQUENT_WORDS
