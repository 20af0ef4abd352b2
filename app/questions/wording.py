"""Content words of questions and facts, and the word lists of ``config/questions.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from app.core.config_files import CONFIG_DIR
from app.text.folding import plain
from app.text.similarity import jaccard
from app.text.stemming import stem
from app.text.stop_words import load_interview_words
from app.text.words import content_stems


@lru_cache(maxsize=1)
def lists() -> dict[str, Any]:
    """The content of ``config/questions.toml``."""
    return tomllib.loads((CONFIG_DIR / "questions.toml").read_text(encoding="utf-8"))


@lru_cache
def list_plain_words(name: str) -> frozenset[str]:
    """The word list with this name, folded like ``plain``."""
    return frozenset(map(plain, lists()[name]))


def matches(name: str, text: str) -> bool:
    """Whether a text matches one of the patterns with this name."""
    return any(re.search(pattern, text.casefold()) for pattern in lists()[name])


def language_name(code: str) -> str:
    """The name of a language for prompts, in English, with its form of address; else its code."""
    return str(lists()["languages"]["names"].get(code, code))


def content_words(text: str) -> frozenset[str]:
    """Stems of the words that say what ``text`` is about."""
    return content_stems(text, ignored=load_interview_words())


_ALSO_PRESENT = frozenset(
    {"found", "ground", "bound", "wound", "saw", "felt", "left", "lent", "shot", "struck"}
)
"""Past forms that are also other words."""


def to_verbs(stems: Iterable[str]) -> frozenset[str]:
    """Stems with those of irregular English past forms as the stem of their verb: ``grew`` as ``grow``."""
    return frozenset(_irregular_verbs().get(one, one) for one in stems)


def is_irregular_past(word: str) -> bool:
    """Whether a word is only the past form of an irregular English verb: ``led``, not ``cut``."""
    return word in _irregular_forms() - lists()["irregular_verbs"].keys() - _ALSO_PRESENT


@lru_cache(maxsize=1)
def _irregular_forms() -> frozenset[str]:
    return frozenset(form for forms in lists()["irregular_verbs"].values() for form in forms.split())


@lru_cache(maxsize=1)
def _irregular_verbs() -> dict[str, str]:
    return {
        stem(form): stem(verb) for verb, forms in lists()["irregular_verbs"].items() for form in forms.split()
    }


def similarity(first: str, second: str) -> float:
    """Shared content words as a share of those of both texts together, 0 to 1."""
    return jaccard(content_words(first), content_words(second))
