"""Content words of questions and facts, and the word lists of ``config/questions.toml``."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from app.core.config_files import CONFIG_DIR
from app.text.similarity import jaccard
from app.text.stop_words import load_interview_words
from app.text.words import content_stems


@lru_cache(maxsize=1)
def lists() -> dict[str, Any]:
    """The content of ``config/questions.toml``."""
    return tomllib.loads((CONFIG_DIR / "questions.toml").read_text(encoding="utf-8"))


def language_name(code: str) -> str:
    """The name of a language for prompts, in English, with its form of address; else its code."""
    return str(lists()["languages"]["names"].get(code, code))


def content_words(text: str) -> frozenset[str]:
    """Stems of the words that say what ``text`` is about."""
    return content_stems(text, ignored=load_interview_words())


def similarity(first: str, second: str) -> float:
    """Shared content words as a share of those of both texts together, 0 to 1."""
    return jaccard(content_words(first), content_words(second))
