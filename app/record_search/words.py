"""Texts as the words that an index holds: what is written differently and meant alike is one word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MAX_WORD = 40
"""Characters; the rest of a longer word tells nothing more."""
MAX_QUERY = 500
"""Characters of a query that is looked up; no record holds so many words as a longer one asks for."""

_FOLDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
"""Letters that Unicode does not decompose and most people type without their stroke."""
_WORD = re.compile(r"[^\W_]+[+#]*")
_JOINED = re.compile(r"[^\W_]+(?:['’.\-_][^\W_]+)+")
"""Jean-Luc, O'Brien, node.js: also written without what joins them."""
_ADDRESS_START = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)
_PHONE = re.compile(r"[+(]{0,2}\d[\d\s()./-]{5,}\d")


def fold(text: str) -> str:
    """Without case and accents: ``Łukasz`` and ``lukasz`` are one."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    # NFKD may bring forth capitals (of signs such as ™), which casefold did not see.
    return plain.casefold().translate(_FOLDED)


def words_of(text: str) -> list[str]:
    """The words of ``text`` in order, each cut to MAX_WORD; everything that is no letter or digit parts
    them, but ``+`` and ``#`` at the end of a word (C++, C#) belong to it."""
    return [word[:MAX_WORD] for word in _WORD.findall(fold(text))]


def indexed_words(texts: Iterable[str]) -> list[str]:
    """Every word that finds a record with these texts, each once: also words joined by a hyphen, dot or
    apostrophe as one, and telephone numbers without their gaps and country code."""
    found: dict[str, None] = {}
    for text in (_ADDRESS_START.sub(" ", whole) for whole in texts):
        for word in words_of(text):
            found[word] = None
        for joined in _JOINED.findall(fold(text)):
            found[re.sub(r"[\W_]", "", joined)[:MAX_WORD]] = None
        for number in _PHONE.findall(text):
            digits = re.sub(r"\D", "", number)[:MAX_WORD]
            for length in (len(digits), 10, 9):
                found[digits[-length:]] = None
    return list(found)


def query_words(text: str) -> list[str] | None:
    """The words that a query asks for, each once; None when no record can have them all: nothing but
    signs, or more than anybody types."""
    if len(text) > MAX_QUERY:
        return None
    number = text.strip()
    if _PHONE.fullmatch(number):
        # A number is one thing, however it is grouped.
        return [re.sub(r"\D", "", number)[:MAX_WORD]]
    return list(dict.fromkeys(words_of(_ADDRESS_START.sub(" ", text)))) or None
