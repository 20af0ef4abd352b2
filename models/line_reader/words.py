"""Words of CVs in 21 languages: headings, titles, employers, schools, skills and more."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from models.line_reader.labels import HEADINGS

DATA_DIR = Path(__file__).parent / "data"
Words = dict[str, list[str]]


@cache
def load_words(language: str) -> Words:
    """Lists of words by their key in ``data/<language>.toml``."""
    content = tomllib.loads((DATA_DIR / f"{language}.toml").read_text(encoding="utf-8"))
    return {key: text.split("|") for key, text in content.items()}


@cache
def load_more_words(language: str) -> Words:
    """Longer lists of titles, places, names and endings of employers, from Faker, where it has them."""
    content = tomllib.loads((DATA_DIR / "faker.toml").read_text(encoding="utf-8"))
    return {key: text.split("|") for key, text in content.get(language, {}).items()}


@cache
def list_languages() -> tuple[str, ...]:
    others = ("other", "faker")
    return tuple(sorted(path.stem for path in DATA_DIR.glob("*.toml") if path.stem not in others))


def list_headings() -> Iterator[tuple[str, str]]:
    """Headings of CVs in every language, with the kind of section that they head.

    Those of the whole document, as ``Resume``, have the kind ``document``.
    """
    for language in list_languages():
        words = load_words(language)
        for kind in HEADINGS:
            yield from ((heading, kind) for heading in words[f"h_{kind}"])
        yield from ((title, "document") for title in words["document"])


def list_labels() -> Iterator[str]:
    """Labels of personal details in every language: ``Date of birth``."""
    for language in list_languages():
        yield from load_words(language)["labels"]
