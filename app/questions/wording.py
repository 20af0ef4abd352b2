"""Content words: what of a text says what it is about."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

from app.core.config_files import CONFIG_DIR
from app.documents.parsing.wording import plain

_ENDINGS = re.compile(
    r"(?:ational|ations?|ingly|ments?|ness|ings?|edly|ities|ity|ives?|ers?|ies|ied|ed|es|s|e|y)$"
)


@lru_cache(maxsize=1)
def lists() -> dict[str, Any]:
    """The content of ``config/questions.toml``."""
    return tomllib.loads((CONFIG_DIR / "questions.toml").read_text(encoding="utf-8"))


def language_name(code: str) -> str:
    """What a prompt calls a language, with its form of address: in English, or by its code."""
    return str(lists()["languages"]["names"].get(code, code))


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    return frozenset(lists()["stop_words"].split())


def stem(word: str) -> str:
    """A crude common form of the forms of an English word; short words and numbers stay."""
    if len(word) <= 4 or not word.isalpha():
        return word
    return _ENDINGS.sub("", word) if len(_ENDINGS.sub("", word)) >= 3 else word


@lru_cache(maxsize=4096)
def content_words(text: str) -> frozenset[str]:
    """The stems of the words that say what ``text`` is about."""
    words = re.split(r"[\s/]+", plain(text.replace("-", " ")))
    return frozenset(
        stem(word) for word in words if word not in _stop_words() and (len(word) > 2 or not word.isalpha())
    ) | frozenset(w for w in re.findall(r"\b[A-Z][A-Z+#]?\b", text) if w not in {"A", "I"})


def overlap(first: str, second: str) -> float:
    """Shared content words as a share of both together (Jaccard), 0 to 1."""
    a, b = content_words(first), content_words(second)
    return len(a & b) / len(a | b) if a and b else 0.0
