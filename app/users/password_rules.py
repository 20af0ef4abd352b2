"""Rules for new passwords: no common passwords, and none that repeat the account's own names.

Length is the rule that matters (``MIN_PASSWORD_LENGTH``). These rules refuse passwords that are long but well
known: frequent passwords of published breaches, common words with digits and punctuation around them,
keyboard runs, and the names of the account.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from app.core.config_files import CONFIG_DIR
from app.core.errors import ValidationFailed
from app.core.invalid_values import FieldSentence

_LETTERS = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i"}
"""Common replacements of letters."""
_RUNS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "qazwsxedcrfvtgbyhnujmikolp",
)
_MIN_DISTINCT_CHARACTERS = 4
_MIN_OWN_CHARACTERS = 4
"""Minimum number of characters that remain of a password without known words and runs."""
_MIN_DIGITS = 9
"""Digits outside of runs that are enough on their own: more than two years or a date."""
_MIN_NAME_LENGTH = 4
_RUN_LENGTH = 4


class CommonPassword(ValidationFailed):
    """The password is easy to guess, or repeats a name of the account."""

    def __init__(self, field: str) -> None:
        super().__init__(
            [
                (
                    field,
                    FieldSentence(
                        "This password is easy to guess. Use several unrelated words, or a password manager.",
                        code="PASSWORD_TOO_EASY",
                    ),
                )
            ]
        )


@cache
def load_common_words() -> frozenset[str]:
    lines = (CONFIG_DIR / "common_passwords.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def load_breached_passwords() -> frozenset[str]:
    """The 30,000 most frequent passwords of published breaches, case-folded (from the package zxcvbn)."""
    # Loaded on demand: 13 MiB that only a new password needs.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(word.casefold() for word in FREQUENCY_LISTS["passwords"])


def require_uncommon(password: str, *, field: str, names: Iterable[str | None] = ()) -> None:
    """Raise CommonPassword for a password that is easy to guess.

    ``names`` are words that everybody knows of the account: username, name, email address, product.
    """
    if is_common(password, names=names):
        raise CommonPassword(field)


def is_common(password: str, *, names: Iterable[str | None] = ()) -> bool:
    """Whether ``password`` is in a breach list, or little more than common words, names and runs."""
    text = password.casefold()
    if len(set(text)) < _MIN_DISTINCT_CHARACTERS or text in load_breached_passwords():
        return True
    digits = [character for character in _remove_runs(text) if character.isdigit()]
    if len(digits) >= _MIN_DIGITS and len(set(digits)) > _MIN_DISTINCT_CHARACTERS:
        return False
    known = load_common_words() | {part for name in names for part in _split_name(name)}
    return any(
        len(_remove_known(_remove_runs(variant), known)) < _MIN_OWN_CHARACTERS
        for variant in (text, "".join(_LETTERS.get(character, character) for character in text))
    )


def _split_name(name: str | None) -> set[str]:
    parts = re.split(r"[^\w]+|_", (name or "").casefold())
    return {part for part in parts if len(part) >= _MIN_NAME_LENGTH}


def _remove_runs(text: str) -> str:
    """``text`` without stretches of the alphabet, the digits and the keyboard, in either direction."""
    kept: list[str] = []
    position = 0
    while position < len(text):
        length = _measure_run(text, position)
        if length < _RUN_LENGTH:
            kept.append(text[position])
            length = 1
        position += length
    return "".join(kept)


def _measure_run(text: str, start: int) -> int:
    longest = 0
    for run in _RUNS:
        for direction in (run, run[::-1]):
            length = 1
            while start + length < len(text) and text[start : start + length + 1] in direction:
                length += 1
            longest = max(longest, length if text[start] in direction else 0)
    return longest


def _remove_known(text: str, known: frozenset[str]) -> set[str]:
    """Distinct letters of ``text`` that belong to no known word; digits and punctuation do not count."""
    letters = "".join(character if character.isalpha() else " " for character in text)
    own: set[str] = set()
    for word in letters.split():
        own |= _find_own_letters(word, known)
    return own


def _find_own_letters(word: str, known: frozenset[str]) -> set[str]:
    """Letters of ``word`` that remain without the known words it starts with, longest first."""
    longest = max(map(len, known))
    own: set[str] = set()
    position = 0
    while position < len(word):
        for length in range(min(longest, len(word) - position), 2, -1):
            if word[position : position + length] in known:
                position += length
                break
        else:
            own.add(word[position])
            position += 1
    return own
