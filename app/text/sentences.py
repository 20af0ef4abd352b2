"""Where the sentences of a text end."""

from __future__ import annotations

import re
from functools import cache

from app.core.config_files import CONFIG_DIR
from app.text.folding import plain

_SENTENCE_ENDS = re.compile(r"(?<=[.!])(?<!\b[^\W\d_]\.)(?<!\b[A-Z][a-z]\.)\s+(?=[A-ZÀ-Ý0-9])")
"""Not after a short abbreviation ("e. V."), nor after a question, which the next sentence answers."""
_LETTERS_OF_WORD = 20
"""Characters before a full stop in which its word is looked for; abbreviations are shorter."""


@cache
def load_abbreviations() -> frozenset[str]:
    """Words before a full stop that ends no sentence (``config/abbreviations.txt``), folded."""
    lines = (CONFIG_DIR / "abbreviations.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(plain(word) for line in lines if not line.startswith("#") for word in line.split())


def split_at_sentence_ends(text: str) -> list[str]:
    """The sentences of a text; an abbreviation ("Prof. Hill", "min. 3 years") ends none."""
    parts, start = [], 0
    for found in _SENTENCE_ENDS.finditer(text):
        end = found.start() - 1
        word = text[max(start, end - _LETTERS_OF_WORD) : end].rsplit(maxsplit=1)[-1:]
        if text[end] == "." and word and plain(word[0]) in load_abbreviations():
            continue
        parts.append(text[start : found.start()])
        start = found.end()
    return [*parts, text[start:]]
