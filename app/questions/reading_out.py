"""How hard it is to say a line aloud and to take it in: its marks, its abbreviations, and its length."""

from __future__ import annotations

import re

from app.questions.forms import MAX_QUOTED_WORDS

_COST_OF_ASIDE = 0.5
_COST_OF_BREAK = 1.2
_COST_OF_COLUMN = 3.0
_COST_OF_ABBREVIATION = 3.0
_COST_OF_WORD = 0.2
_MAX_EASY_WORDS = 14
_ASIDES = re.compile(r"[;(!•]|\s[-–—]\s|\b(?:my|mein\w?|mon|ma|mes)\b", re.IGNORECASE)
"""Marks of a line that says several things."""
_BREAK = re.compile(r"…|[.:]\s|\)\s[A-ZÀ-Ý]|>>|->|=>|[→⇒➔➜►▶]|\s/\s|[²³]|[$£]\d|\d\s?k?€")
"""A mark after which a line goes on with something else."""
_COLUMNS = re.compile(r"\||\t|_{2}|\.{4}|\s{3}")
"""Marks between columns, whose parts are not one thing."""
_USUAL = re.compile(
    r"\b(?:z\. ?B|e\. ?V|d\. ?h|u\. ?a|a\.m|p\.m|e\.g|i\.e|Dr|St|Nr|No|Mrs?|Ms|Co|Ltd|etc|Mio|vs)\."
)
"""Abbreviations that everybody reads out."""
_UNSPOKEN = re.compile(
    r"\b[^\W\d]{1,8}\.(?=[,;)/-]|\s+\S)|\b(?:[^\W\d]|[b-df-hj-np-tv-xzß]{2,6})\.$|\w/-?(?:r|e|n|s|in|innen)\b|\w[*:_·][^\W\d]|\w\([^()\s]{1,5}\)"
)
"""Abbreviations, and endings for both genders."""


def cost_of_reading_out(line: str) -> float:
    """0 for a short line of words, about 1 for a long or broken one, 3 and more for one of abbreviations."""
    words = len(line.split())
    return (
        _COST_OF_ASIDE * bool(_ASIDES.search(line))
        + _COST_OF_BREAK * bool(_BREAK.search(line))
        + _COST_OF_COLUMN * bool(_COLUMNS.search(line))
        + _COST_OF_ABBREVIATION * bool(_UNSPOKEN.search(_USUAL.sub(" ", line)))
        + _COST_OF_WORD * max(0, words - _MAX_EASY_WORDS)
        + _COST_OF_BREAK * (words > MAX_QUOTED_WORDS)
    )
