"""Words of a text, counted as people count them, and the stems of its content words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from app.text.folding import plain
from app.text.stemming import stem
from app.text.stop_words import load_stop_words

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_INITIALS = re.compile(r"\b[A-Z][A-Z+#]?\b")
"""Names of one or two capitals (``C``, ``C#``, ``AI``), which count although they are short."""
_ORDINARY_INITIALS = frozenset({"A", "I"})


def find_words(text: str) -> Iterator[re.Match[str]]:
    """Matches of the words of ``text``; an apostrophe inside a word belongs to it."""
    return _WORD.finditer(text)


def split_words(text: str) -> list[str]:
    """The words of ``text`` in lower case, with straight apostrophes."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def count_words(text: str) -> int:
    """Number of words in ``text``."""
    return sum(1 for _ in _WORD.finditer(text))


_ELISION = re.compile(r"\b(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’]", re.IGNORECASE)
"""French words that lose their vowel before another: the noun of "l'équipe" is "équipe"."""


@lru_cache(maxsize=8192)
def content_stems(
    text: str, *, ignored: frozenset[str] | None = None, language: str = "en"
) -> frozenset[str]:
    """Stems of the content words of ``text``.

    ``ignored`` words are left out, by default the stop words of ``language``; so are lower-case words of one
    or two letters.
    """
    if language == "fr":
        text = _ELISION.sub(" ", text)
    if ignored is None:
        ignored = load_stop_words(language)
    return frozenset(
        stem(word, language)
        for word in plain(text).split()
        if word not in ignored and (len(word) > 2 or not word.isalpha())
    ) | frozenset(word for word in _INITIALS.findall(text) if word not in _ORDINARY_INITIALS)
