"""Comparison keys: equal for spellings that a person would call the same text."""

from __future__ import annotations

import re

from app.text.folding import fold

_LEGAL_FORMS = frozenset(
    {"inc", "ltd", "limited", "llc", "llp", "plc", "gmbh", "ag", "corp", "co", "sa", "bv"}
)


def words_key(text: str) -> str:
    """``text`` without case, accents, repeated spaces, and list punctuation at its ends."""
    folded = fold(text)
    return re.sub(r"\s+", " ", folded).strip(" \t.,;:•·*–—-") or folded.strip()


def organization_key(text: str) -> str:
    """The words of an organization's name without case, accents, punctuation and legal form."""
    words = re.findall(r"[\w+#]+", fold(text)[:2_000])
    return " ".join(word for word in words if word not in _LEGAL_FORMS)[:300]
