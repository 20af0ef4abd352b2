"""Splitting texts and queries into index words, so that spelling variants become the same word."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.text.folding import fold_strokes

MAX_WORD = 40
"""Longer words are truncated to this many characters."""
MAX_QUERY = 500
"""Longer queries match nothing: no record contains that many words."""

_WORD = re.compile(r"[^\W_]+[+#]*")
_JOINED = re.compile(r"(?<![^\W_])[^\W_]++(?:['’.\-_][^\W_]++)+")
"""Jean-Luc, O'Brien, node.js: people also write these without the joining character."""
_ADDRESS_START = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)
_PHONE = re.compile(r"[+(]{0,2}\d[\d\s()./-]{5,}\d")


def split_words(text: str) -> list[str]:
    """The words of ``text`` in order, each truncated to MAX_WORD.

    Words consist of letters and digits; ``+`` and ``#`` at the end of a word (C++, C#) belong to it.
    """
    return [word[:MAX_WORD] for word in _WORD.findall(fold_strokes(text))]


def make_indexed_words(texts: Iterable[str]) -> list[str]:
    """Every word by which a record with these texts can be found, each once.

    Words joined by a hyphen, dot or apostrophe are also indexed as one word, and phone numbers also
    without separators and country code.
    """
    found: dict[str, None] = {}
    for text in (_ADDRESS_START.sub(" ", whole) for whole in texts):
        for word in split_words(text):
            found[word] = None
        for joined in _JOINED.findall(fold_strokes(text)):
            found[re.sub(r"[\W_]", "", joined)[:MAX_WORD]] = None
        for number in _PHONE.findall(text):
            digits = re.sub(r"\D", "", number)[:MAX_WORD]
            for length in (len(digits), 10, 9):
                found[digits[-length:]] = None
    return list(found)


def split_query(text: str) -> list[str] | None:
    """The words of a query, each once; None for a query that cannot match: too long, or without words."""
    if len(text) > MAX_QUERY:
        return None
    number = text.strip()
    if _PHONE.fullmatch(number):
        # A phone number is one word, however its digits are grouped.
        return [re.sub(r"\D", "", number)[:MAX_WORD]]
    return list(dict.fromkeys(split_words(_ADDRESS_START.sub(" ", text)))) or None
