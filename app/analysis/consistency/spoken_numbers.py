"""Numbers as people say them, in words or digits, marked as ``#8_8``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

_UNITS = {
    word: value
    for value, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
            "nineteen",
        )
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), start=2
    )
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
FIRST_YEAR = 1950
"""Lowest number that may be a year."""


@dataclass(frozen=True, slots=True)
class _Number:
    value: float
    size: int
    """Number of tokens."""


def mark_numbers(tokens: list[str]) -> str:
    """The tokens of a sentence as text, with its numbers marked."""
    marked: list[str] = []
    index = 0
    while index < len(tokens):
        number = _read_number(tokens, index)
        if number is None:
            marked.append("percent" if tokens[index] == "%" else tokens[index])
            index += 1
        else:
            marked.append(_number_token(number.value, number.value))
            index += number.size
    text = " ".join(marked)
    for pattern, replacement in _NUMBER_FORMS:
        text = pattern.sub(replacement, text)
    return text


def _number_token(low: float, high: float) -> str:
    return f"#{low:g}_{high:g}" if max(abs(low), abs(high)) < 100_000 else f"#{round(low)}_{round(high)}"


def _span(first: str, last: str) -> str:
    low, high = float(first), float(last)
    return _number_token(low, high) if low < high <= 3 * low + 2 else f"#{first}_{first} or #{last}_{last}"


_N = r"#([\d.]+)_[\d.]+"


def _mark_change(match: re.Match[str]) -> str:
    """ "From nine to five days" describes a change: only the second value counts."""
    if float(match[1]) >= FIRST_YEAR and float(match[3]) >= FIRST_YEAR:
        return match.group()
    return f"from ~{match[1]}{match[2] or ''} to #{match[3]}_{match[3]}"


def _join_alternatives(match: re.Match[str]) -> str:
    """ "Three or four" is a range; "2009 to 2012" is two dates."""
    if float(match[1]) >= FIRST_YEAR:
        return match.group()
    return _span(match[1], match[2])


def _join_decimal(match: re.Match[str]) -> str:
    """ "Seven point eight five" is one number."""
    value = float(f"{match[1] or 0}.{match[2]}{match[3] or ''}")
    return _number_token(value, value)


_NUMBER_FORMS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"(?:\bnought|#(\d+)_\d+) point #(\d)_\d(?: #(\d)_\d)?\b"), _join_decimal),
    (re.compile(rf"\bfrom {_N}( [a-z]+)? (?:down |up )?to {_N}"), _mark_change),
    (re.compile(r"\bper cent\b"), "percent"),
    (re.compile(rf"{_N} and a half\b"), lambda m: _number_token(float(m[1]) + 0.5, float(m[1]) + 0.5)),
    (re.compile(r"\b(?:a|#1_1) (year|month) and a half\b"), r"#1.5_1.5 \1s"),
    (re.compile(rf"{_N} (years|months) and a half\b"), lambda m: f"#{float(m[1]) + 0.5:g}_{float(m[1]) + 0.5:g} {m[2]}"),
    (re.compile(r"\bhalf a dozen\b"), "#6_6"),
    (re.compile(r"\b(?:a|#1_1) dozen\b"), "#12_12"),
    (re.compile(r"\b(?:a couple of|a couple) (?=years|months|weeks|people|of )"), "about #2_3 "),
    (re.compile(r"\bhalf a year\b"), "#6_6 months"),
    (re.compile(r"\b(?:a|one) decade\b"), "#10_10 years"),
    (re.compile(rf"{_N} decades\b"), lambda m: f"#{10 * float(m[1]):g}_{10 * float(m[1]):g} years"),
    (re.compile(r"\bby (?:a |about |roughly |almost |nearly |around |over |more than )?half\b"), "by about #50_50 percent"),
    (re.compile(r"\bby (?:about |roughly |almost |nearly |around )?(?:a|#1_1) third\b"), "by about #33_33 percent"),
    (re.compile(r"\bby (?:about |roughly |almost |nearly |around )?(?:a|#1_1) quarter\b"), "by about #25_25 percent"),
    (re.compile(r"\bhalved\b"), "reduced by about #50_50 percent"),
    (
        re.compile(rf"(?:between |from )?{_N} (?:to|or|and|maybe|-|–|—) {_N}(?= (?:percent|years|months|weeks|people))"),
        lambda m: _span(m[1], m[2]),
    ),
    (re.compile(rf"{_N} (?:to|or|maybe) {_N}"), _join_alternatives),
)  # fmt: skip


def _read_number(tokens: list[str], start: int) -> _Number | None:
    """The number, in words or digits, that begins at token ``start``."""
    first = tokens[start]
    if first[0].isdigit():
        return _read_digits(tokens, start)
    if first == "a" and start + 1 < len(tokens) and tokens[start + 1] in _SCALES:
        rest = _read_words(["one", *tokens[start + 1 :]])
        return _Number(rest.value, rest.size) if rest else None
    if first in _UNITS or first in _TENS:
        return _read_words(tokens[start:])
    return None


def _read_digits(tokens: list[str], start: int) -> _Number | None:
    text = tokens[start]
    factor = 1_000 if text.endswith("k") else 1
    text = text.rstrip("k")
    text = re.sub(r",(?=\d{3}(?:\D|$))", "", text).replace(",", ".")
    try:
        value = float(text) * factor
    except ValueError:
        return None
    size = 1
    while start + size < len(tokens) and tokens[start + size] in _SCALES:
        value *= _SCALES[tokens[start + size]]
        size += 1
    return _Number(value, size)


def _read_words(tokens: list[str]) -> _Number | None:
    run = list(
        takewhile(lambda t: t in _UNITS or t in _TENS or t in _SCALES or t in {"and", "oh"}, tokens[:12])
    )
    while run and run[-1] in {"and", "oh"}:
        run.pop()
    year = _read_year(run)
    if year is not None:
        return year
    total, current, size, previous = 0.0, 0.0, 0, ""
    for word in run:
        if word == "and":
            if previous not in _SCALES:
                break
        elif word in _SCALES:
            scale = _SCALES[word]
            if scale == 100:
                current = (current or 1) * 100
            else:
                total, current = total + (current or 1) * scale, 0.0
        elif word == "oh":
            break
        else:
            value = _UNITS.get(word, _TENS.get(word, 0))
            fits = not previous or previous in _SCALES or previous == "and"
            if not fits and not (previous in _TENS and 0 < value < 10):
                break
            current += value
        size += 1
        previous = word
    if tokens[0] == "one" and size == 1:
        # A lone "one" is an ordinary word unless a unit follows.
        return _Number(1, 1) if len(tokens) > 1 and tokens[1] in {"year", "month", "person"} else None
    return _Number(total + current, size) if size else None


def _read_year(run: list[str]) -> _Number | None:
    """ "nineteen ninety-eight", "twenty twenty", "twenty oh nine", "two thousand and nine"."""
    if len(run) >= 2 and run[0] in {"nineteen", "twenty"}:
        century = 1900 if run[0] == "nineteen" else 2000
        if run[1] == "oh" and len(run) >= 3 and run[2] in _UNITS and _UNITS[run[2]] < 10:
            return _Number(century + _UNITS[run[2]], 3)
        if run[1] in _TENS:
            unit = _UNITS.get(run[2], 0) if len(run) >= 3 else 0
            has_unit = 0 < unit < 10
            return _Number(century + _TENS[run[1]] + (unit if has_unit else 0), 3 if has_unit else 2)
        if run[1] in _UNITS and 10 <= _UNITS[run[1]] < 20:
            return _Number(century + _UNITS[run[1]], 2)
    return None
