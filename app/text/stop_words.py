"""Stop words per language (``config/stop_words.toml``): words that say nothing about a text's subject."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from app.core.config_files import CONFIG_DIR

LANGUAGES = ("en", "de", "fr")


@cache
def _lists() -> dict[str, Any]:
    return tomllib.loads((CONFIG_DIR / "stop_words.toml").read_text(encoding="utf-8"))


def _read(language: str, name: str) -> frozenset[str]:
    return frozenset(_lists()[language][name].split())


@cache
def load_stop_words(language: str = "en") -> frozenset[str]:
    """Words of ``language`` without a meaning of their own, folded."""
    return _read(language, "stop_words")


@cache
def list_small_words() -> frozenset[str]:
    """The stop words of all languages."""
    return frozenset().union(*(load_stop_words(language) for language in LANGUAGES))


@cache
def load_interview_words() -> frozenset[str]:
    """English stop words, and words that every interview question may use."""
    return load_stop_words() | _read("en", "interview_words")


@cache
def load_requirement_words() -> frozenset[str]:
    """Stop words of all languages, and words that qualify a requirement ("solid", "experience")."""
    return frozenset().union(
        *(load_stop_words(language) | _read(language, "requirement_words") for language in LANGUAGES)
    )


@cache
def load_assessment_words() -> frozenset[str]:
    """English words that need no support in the document that a sentence is about."""
    return _read("en", "assessment_words")


@cache
def load_connecting_words() -> frozenset[str]:
    """Words of all languages between the names in a title or employer ("Head of Sales")."""
    return frozenset().union(*(_read(language, "connecting_words") for language in LANGUAGES))


@cache
def load_articles() -> frozenset[str]:
    """The English articles."""
    return _read("en", "articles")


@cache
def load_generic_nouns() -> tuple[frozenset[str], ...]:
    """Groups of nouns, in all languages, that name only a kind of thing ("system", "platform")."""
    return tuple(
        frozenset(group.split()) for language in LANGUAGES for group in _lists()[language]["generic_nouns"]
    )
