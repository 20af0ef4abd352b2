"""Lines as an interviewer says them: abbreviations in full, and readers addressed formally.

German advertisements that say "du" are turned to "Sie", and French lists of what "vous" will do get the word
of their heading.
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.questions.wording import lists

_DU = re.compile(r"\b(?:du|dich|dir|dein(?:e[mnrs]?)?)\b", re.IGNORECASE)
_DEIN = re.compile(r"\bdein(e[mnrs]?)?\b", re.IGNORECASE)
_VERB = re.compile(r"(\bdu\s|(?:,|\bund|\boder|\bsowie)\s)([a-zäöüß]{2,}(?:st|[sßxz]t))\b", re.IGNORECASE)
"""A verb after its subject or after another verb."""
_DIPHTHONGS = ("au", "eu", "äu")
_VERB_OF_VOUS = re.compile(r"(?!chez\b|assez\b)[^\W\d_]{2,}ez\s", re.IGNORECASE)


def say_line(line: str, language: str) -> str | None:
    """The line in spoken, formal words of ``language``; None if it addresses the reader informally and
    cannot be turned.
    """
    for written, spoken in lists()["abbreviations"].get(language, {}).items():
        line = re.sub(rf"(?<!\w){re.escape(written)}(?!\w)", spoken, line)
    if language == "de" and _DU.search(line):
        return _turn_du(line)
    if language == "fr" and _VERB_OF_VOUS.match(line):
        return f"vous {line[0].lower()}{line[1:]}"
    return line


def _turn_du(line: str) -> str | None:
    if not re.match(r"du\s", line, re.IGNORECASE):
        return None

    def turn(found: re.Match[str]) -> str:
        return found.group(1) + _to_plural(found.group(2))

    turned = _VERB.sub(turn, line)
    turned = _DEIN.sub(lambda found: f"Ihr{found.group(1) or ''}", turned)
    turned = re.sub(r"\bdich\b", "sich", turned)
    turned = re.sub(r"\bdu\b", "Sie", turned, flags=re.IGNORECASE)
    return None if _DU.search(turned) else turned


def _to_plural(verb: str) -> str:
    """The form after "Sie" of a verb in the form after "du"; other words as they are."""
    if verb in _other_words():
        return verb
    for ending, plural in _strong_verbs():
        if verb.endswith(ending):
            return verb.removesuffix(ending) + plural
    stem = verb.removesuffix("st")
    if verb.endswith(("sst", "ßt", "xt", "zt")) or (stem[-1] in "aeiouäöü" and not _has_vowel_stem(stem)):
        return f"{verb[:-1]}en"  # "löst", "setzt"
    if stem.endswith(("e", "el", "er")) and not stem.endswith("ier"):
        return f"{stem}n"  # "arbeitest", "sammelst", but "studierst"
    return f"{stem}en"


def _has_vowel_stem(stem: str) -> bool:
    """Whether a stem that ends with a vowel is whole: "arbeite", "bau", but not "lö" of "löst"."""
    return stem.endswith(_DIPHTHONGS) or stem.endswith(("te", "de", "ne", "me"))


@lru_cache(maxsize=1)
def _strong_verbs() -> tuple[tuple[str, str], ...]:
    """Forms after "du" and after "Sie", the longest first; other verbs end with them, too."""
    pairs = [pair.split("=") for pair in lists()["german_du"]["strong"].split()]
    return tuple(sorted(((form, plural) for form, plural in pairs), key=lambda pair: -len(pair[0])))


@lru_cache(maxsize=1)
def _other_words() -> frozenset[str]:
    return frozenset(lists()["german_du"]["no_verbs"].split())
