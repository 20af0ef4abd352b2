"""Folding: one form for spellings that differ in case, accents, punctuation or spaces."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_STROKED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
"""Letters that Unicode does not decompose and most people type without their stroke."""


def fold(text: str) -> str:
    """``text`` without case and accents: ``Émile`` and ``emile`` are equal."""
    if text.isascii():  # most text is, and has no accents
        return text.lower()
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in folded if not unicodedata.combining(c))


def fold_strokes(text: str) -> str:
    """``fold``, and letters with a stroke as plain letters: ``Łukasz`` and ``lukasz`` are equal."""
    return fold(text).translate(_STROKED)


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """The folded words of ``text``: everything except letters, digits, ``&``, ``+`` and ``#`` is one space.

    Apostrophes are dropped, so that ``don't`` stays one word.
    """
    text = fold(text.replace("’", "'")).replace("'", "")
    return re.sub(r"[^\w&+#]+", " ", text).strip()


def squeeze(text: str) -> str:
    """The folded letters and digits of ``text``, with ``+`` and ``#``, without anything between them."""
    return "".join(c for c in fold(text) if c.isalnum() or c in "+#")


def lower_speech(text: str) -> str:
    """Lower case, straight apostrophes and single spaces; punctuation and accents stay.

    The word lists of the report are written in this form.
    """
    return " ".join(text.lower().replace("’", "'").split())
