"""Spoken languages among the items of a list, by the words of ``config/documents.toml``."""

from __future__ import annotations

import re
from functools import lru_cache

from app.documents.parsing.wording import word_lists
from app.text.folding import plain

_ITEMS = re.compile(r"[,;|•·、，；]")


def is_language(text: str) -> bool:
    """Whether an item is a spoken language, perhaps with its level: ``Welsh speaker``, ``English C1``."""
    languages, levels = _words()
    words = plain(text).split()
    # Two languages without a separator are something else: "French polish".
    return sum(word in languages for word in words) == 1 and all(w in languages or w in levels for w in words)


def mostly_languages(text: str) -> bool:
    """Whether half of the items of ``text`` or more begin with a spoken language."""
    items = [plain(item).split() for item in _ITEMS.split(text)]
    firsts = [words[0] for words in items if words]
    return 2 * sum(first in _words()[0] for first in firsts) >= len(firsts)


@lru_cache(maxsize=1)
def _words() -> tuple[frozenset[str], frozenset[str]]:
    words = word_lists()["words"]
    return frozenset(map(plain, words["spoken_languages"])), frozenset(map(plain, words["language_levels"]))
