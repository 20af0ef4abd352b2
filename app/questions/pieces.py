"""The lines of a document as they are asked about: one thing each, without bullets and capitals."""

from __future__ import annotations

import re
from collections.abc import Container

from app.questions.titles import without_capitals
from app.text.bullets import is_bullet, without_bullet
from app.text.sentences import split_at_sentence_ends
from app.text.stop_words import list_small_words

_MIN_SHOUTED_WORDS = 3
_MAX_LETTERS_OF_AN_ACRONYM = 5
_ENDS_OF_LINES = (".", "!", "?", ":", ";")
_MIN_WIDTH = 60
_NUMERAL = re.compile(r"^\(?(?:[ivx]{1,5}|[a-z])\)\s+|^[A-Z]\.\s+(?=[A-Z][a-z]+\s[a-z])")
"""The Roman numeral or letter of an item of a list, but not the initial of a name."""
_COLUMNS = re.compile(r"\t|\s{4,}")
"""What separates the columns of a line."""
_SEPARATE = re.compile(r";\s+")
_MIN_WORDS_OF_HALF = 3


def split_sentences(text: str) -> list[str]:
    """The sentences of 5 to 45 words."""
    return [s.strip() for s in split_at_sentence_ends(text) if 5 <= len(s.split()) <= 45]


def split_line(text: str) -> list[str]:
    """The parts of a list with semicolons, or the sentences of a text: a question is about one thing."""
    parts = [part.strip() for part in _SEPARATE.split(text) if part.strip()]
    if len(parts) > 2 or _are_halves(parts):
        return parts
    sentences = split_sentences(text)
    return sentences if len(sentences) > 1 or (sentences and len(text) > 180) else [text]


def _are_halves(parts: list[str]) -> bool:
    """Whether the parts are two things of some words each, and the second one depends on none before it."""
    return (
        len(parts) == 2
        and parts[1].split()[0].casefold() not in list_small_words()
        and all(
            len(part.split()) >= _MIN_WORDS_OF_HALF and part.count("(") == part.count(")") for part in parts
        )
    )


def tidy_line(text: str, words: Container[str] = ()) -> str:
    """A line without its bullet or numeral, and in small letters if it is all in capitals.

    Of several columns, the longest one, because the others are dates and places. ``words`` are those that the
    documents write in small letters.
    """
    line = max(_COLUMNS.split(text.strip()), key=len).strip()
    line = _NUMERAL.sub("", without_bullet(line), count=1)
    return without_capitals(line, "fr", words) if is_shouted(line) else line


def is_shouted(text: str) -> bool:
    """Whether a line is all in capitals, and more than an acronym or two."""
    words = text.split()
    is_long = len(words) >= _MIN_SHOUTED_WORDS or all(
        len(word) > _MAX_LETTERS_OF_AN_ACRONYM for word in words
    )
    return text.isupper() and is_long


def list_loose_lines(text: str) -> list[str]:
    """The sentences of a text without sections, and its other lines of some length."""
    joined: list[str] = []
    for line in text.split("\n"):
        if joined and _goes_on(joined[-1], line):
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line.strip())
    lines = [part for line in joined for part in split_at_sentence_ends(without_bullet(line).strip())]
    return [
        line for line in lines if 5 <= len(line.split()) <= 45 and "@" not in line and "linkedin" not in line
    ]


def _goes_on(text: str, line: str) -> bool:
    """Whether ``line`` goes on with a sentence that is broken at the width of the page."""
    if not text or not line.strip() or text.endswith(_ENDS_OF_LINES) or is_bullet(line):
        return False
    is_wrapped = len(text) >= _MIN_WIDTH and line.strip()[0].islower()
    return is_wrapped or text.rsplit(maxsplit=1)[-1].casefold() in list_small_words()
