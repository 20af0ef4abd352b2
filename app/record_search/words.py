"""Splitting texts and queries into index words, so that spelling variants become the same word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MAX_WORD = 40
"""Longer words are truncated to this many characters."""
MAX_QUERY = 500
"""Longer queries match nothing: no record contains that many words."""

_FOLDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
"""Letters that Unicode does not decompose, and how most people type them."""
_WORD = re.compile(r"[^\W_]+[+#]*")
_JOINED = re.compile(r"[^\W_]+(?:['’.\-_][^\W_]+)+")
"""Jean-Luc, O'Brien, node.js: people also write these without the joining character."""
_ADDRESS_START = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)
_PHONE = re.compile(r"[+(]{0,2}\d[\d\s()./-]{5,}\d")


def fold(text: str) -> str:
    """Without case and accents: ``Łukasz`` and ``lukasz`` are one."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    # NFKD may bring forth capitals (of signs such as ™), which casefold did not see.
    return plain.casefold().translate(_FOLDED)


def split_words(text: str) -> list[str]:
    """The words of ``text`` in order, each truncated to MAX_WORD.

    Words consist of letters and digits; ``+`` and ``#`` at the end of a word (C++, C#) belong to it.
    """
    return [word[:MAX_WORD] for word in _WORD.findall(fold(text))]


def make_indexed_words(texts: Iterable[str]) -> list[str]:
    """Every word by which a record with these texts can be found, each once.

    Words joined by a hyphen, dot or apostrophe are also indexed as one word, and phone numbers also
    without separators and country code.
    """
    found: dict[str, None] = {}
    for text in (_ADDRESS_START.sub(" ", whole) for whole in texts):
        for word in split_words(text):
            found[word] = None
        for joined in _JOINED.findall(fold(text)):
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
