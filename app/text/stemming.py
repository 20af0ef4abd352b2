"""Stems: one form for the inflections of a word, by the Snowball algorithm for each language."""

from __future__ import annotations

from functools import lru_cache
from threading import local

import snowballstemmer

_LANGUAGES = {"en": "english", "de": "german", "fr": "french"}
_stemmers = local()


@lru_cache(maxsize=65536)
def stem(word: str, language: str = "en") -> str:
    """The stem of a lower-case ``word``. ``language`` is ``en``, ``de`` or ``fr``."""
    if not hasattr(_stemmers, language):
        # A stemmer keeps state while it works, so every thread has its own.
        setattr(_stemmers, language, snowballstemmer.stemmer(_LANGUAGES[language]))
    return str(getattr(_stemmers, language).stemWord(word))
