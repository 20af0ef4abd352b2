"""Filler words of spoken language: "um", and phrases such as "you know"."""

from __future__ import annotations

import re

_SOUNDS = {
    "en": r"u+m+|u+h+|e+r+m?|h+m+",
    # "er" and "um" are words in German.
    "de": r"äh+m?|öh+m?|h+m+",
    "fr": r"eu+h+|h+m+",
}
_PHRASES = {
    "en": r"you know|i mean|sort of|kind of|like",
    "de": r"also|na ja|naja|sozusagen|ich sag mal|sagen wir mal|weißt du|wissen sie",
    "fr": r"enfin|bon|ben|du coup|tu sais|vous savez|tu vois|disons",
}
_PATTERNS = {
    language: (
        re.compile(rf"\b(?:{_SOUNDS[language]})\b,?\s*", re.IGNORECASE),
        re.compile(rf"(?<![^\s,])(?:{_PHRASES[language]}),\s*", re.IGNORECASE),
    )
    for language in _SOUNDS
}
_BEFORE_CONTENT = (
    *(
        "a",
        "all",
        "any",
        "as",
        "did",
        "different",
        "do",
        "don't",
        "each",
        "every",
        "if",
        "no",
        "one",
        "right",
    ),
    *("same", "some", "that", "the", "these", "this", "those", "what", "which", "wrong"),
)
_NOT_BEFORE = "".join(rf"(?<!\b{word} )" for word in _BEFORE_CONTENT)
_BARE = re.compile(rf"(?<=[\w,] ){_NOT_BEFORE}(?:you know|i mean|sort of|kind of|yeah,)\s+", re.IGNORECASE)
"""English phrases inside a sentence without a comma: "we sort of moved it", not "this sort of job"."""


def remove_sounds(text: str, *, language: str) -> str:
    """``text`` without the sounds of hesitation."""
    return _PATTERNS[language][0].sub("", text)


def remove_fillers(text: str, *, language: str) -> str:
    """``text`` without the sounds and phrases of hesitation; unchanged if nothing else is in it."""
    sounds, phrases = _PATTERNS[language]
    rest = phrases.sub("", sounds.sub("", text))
    return (_BARE.sub("", rest) if language == "en" else rest).strip() or text
