"""Numbers, dates and durations as people say them, marked in a sentence.

``mark_values`` turns a sentence into words in lower case in which each value is one token:

- ``#8_8`` a number with its lower and upper bound,
- ``&24228_24239`` a point in time, as months since year 0,
- ``!42_54`` a duration in months, with its rounding.

Patterns are then written on tokens, not on spellings.
"""

from __future__ import annotations

import re
from datetime import date

from app.analysis.consistency.facts import Range
from app.analysis.consistency.spoken_numbers import mark_numbers
from app.analysis.consistency.spoken_times import mark_times
from app.text.folding import fold

_TOKEN = re.compile(
    r"@\d+|[a-z]+\d[a-z0-9]*|\d+(?:[.,]\d+)*(?:k\b)?|[a-z]+(?:'[a-z]+)?[+#]*|[%£$€.,;:?…()\"–—-]"
)
_SHORT_FORMS = (
    (re.compile(r"\b(ca)n't\b|\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"\bi'm\b"), "i am"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ll\b"), " will"),
    (
        re.compile(
            r"\b(i|we|they|he|she)'d (?=(?:never |always |already |only |just |barely |hardly |scarcely ){0,2}"
            r"(?:been|worked|had|left|joined|started|spent|done|come|gone|begun|[a-z]+ed\b))"
        ),
        r"\1 had ",
    ),
    (re.compile(r"\b(i|we|they|he|she)'d\b"), r"\1 would"),
)
_FILLERS = re.compile(r"\b(?:um+|uh+|er+|erm|you know|sort of like|i mean)\b,?")
MAX_SENTENCE_CHARACTERS = 2_000


def expand_short_forms(text: str) -> str:
    """Lower case, straight apostrophes, "I've" as "i have"; fillers removed."""
    text = fold(text[:MAX_SENTENCE_CHARACTERS].replace("’", "'"))
    for pattern, replacement in _SHORT_FORMS:
        text = pattern.sub(replacement, text)
    return _FILLERS.sub(" ", text)


def mark_values(text: str, today: date) -> str:
    """Mark the values of a sentence whose employers may already be marked as ``@0``."""
    # "!" marks durations from here on.
    tokens = _TOKEN.findall(expand_short_forms(text).replace("-", " ").replace("!", "."))
    return mark_times(mark_numbers(tokens), today)


def read_range(token: str) -> Range:
    """The range of a token ``#8_8``, ``&24228_24239`` or ``!42_54``."""
    low, _, high = token[1:].partition("_")
    return Range(float(low), float(high))
