"""Numbers in a text, in digits or in English words; used to detect invented numbers."""

from __future__ import annotations

import re

from app.text.folding import lower_speech

_UNIT_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TEN_WORDS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_UNITS = {word: value for value, word in enumerate(_UNIT_WORDS)}
_TENS = {word: 10 * value for value, word in enumerate(_TEN_WORDS, start=2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_FOREIGN = re.compile(
    r"\b(?:vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\w{3,9}zehn|(?:\w{3,6}und)?\w{3,5}(?:zig|ßig)"
    r"|\w{0,30}(?:hundert|tausend)|millionen?"
    r"|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante"
    r"|cinquante|soixante|cents|mille)\b"
)
"""German and French number words of at least four that are not English words."""
_DIGITS = re.compile(r"\d[\d.,]*")
_PART = re.compile(r"\d+(?:[.,]\d+)*|[a-z]+")


def _from_digits(text: str) -> float | None:
    """``1,800.5`` → 1800.5; a comma before three digits separates thousands, any other is decimal."""
    cleaned = re.sub(r",(?=\d{3}(?:\D|$))", "", text).replace(",", ".")
    try:
        return float(cleaned)
    except ValueError:
        return None


def _written(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def _read_run(run: list[str]) -> set[str]:
    """Values of adjacent number words: three hundred → 300, twenty ten → 20, 10, 2010."""
    values: list[float] = []
    has_scale = False
    previous = ""
    for part in run:
        small = _UNITS.get(part, _TENS.get(part))
        if part in _SCALES:
            values = [*values[:-1], (values[-1] if values else 1) * _SCALES[part]]
            has_scale = True
        elif small is None:
            values.append(_from_digits(part) or 0)
        elif values and (previous in _SCALES or (previous in _TENS and part in _UNITS and 0 < small < 10)):
            values[-1] += small
        else:
            values.append(small)
        previous = part
    found = {_written(value) for value in values}
    if len(values) == 2 and not has_scale and all(10 <= value < 100 for value in values):
        found.add(_written(values[0] * 100 + values[1]))
    return found


def digit_numbers(text: str) -> set[str]:
    """Every number that is written in digits, without thousands separators: ``1,800.5`` → ``1800.5``."""
    return {match.strip(".,").replace(",", "") for match in _DIGITS.findall(text)}


def number_values(text: str) -> set[str]:
    """Every number in ``text``, spoken or written, as plain digits: "twenty-five" is 25, "three hundred" 300.

    A year spoken as "twenty twenty-two" gives 2022 and its parts. A lone "one" is an ordinary word,
    not a number.
    """
    found: set[str] = set()
    run: list[str] = []
    previous_end = -2
    lowered = text.lower()
    for match in _PART.finditer(lowered):
        part = match.group()
        between = lowered[previous_end : match.start()] if previous_end >= 0 else ""
        is_number = part[0].isdigit() or part in _UNITS or part in _TENS or part in _SCALES
        if part == "and" and run and run[-1] in _SCALES:
            previous_end = match.end()
            continue
        # A comma or a full stop between two numbers separates them ("nine, two hundred").
        if run and (not is_number or any(c not in " -–\n" for c in between)):
            found |= _read_run(run)
            run = []
        if is_number:
            run.append(part)
        previous_end = match.end()
    if run:
        found |= _read_run(run)
    if "1" in found and re.search(r"\b1\b", text) is None:
        found.discard("1")
    return found


def has_number(text: str) -> bool:
    """Whether ``text`` has a number: in digits, or as a word in English, German or French."""
    return bool(digit_numbers(text) or number_values(text)) or _FOREIGN.search(text.lower()) is not None


_PERCENT = re.compile(r"%|\b(?:per ?cent|prozent|pour cent)\b")
_TIME_OF_DAY = re.compile(r"\b[\w:.]{1,12} (?:o['’]clock|uhr(?: \w+)?)\b", re.IGNORECASE)


def has_figure(text: str) -> bool:
    """Whether ``text`` has a number in digits, or a number word from four on.

    Lower number words ("one of them", "two of us") are rarely figures, and times of the day never are. A
    percentage always is one.
    """
    text = _TIME_OF_DAY.sub(" ", text)
    large = number_values(text) - {"1", "2", "3"}
    lowered = text.lower()
    if _FOREIGN.search(lowered) is not None or _PERCENT.search(lowered) is not None:
        return True
    return bool(digit_numbers(text) or large)


_ASKS_FOR_NUMBER = re.compile(
    r"\bhow (?:many|much|long|often|big|large|far|old|fast)\b|\bwhat (?:number|share|percentage|figure)\b"
    r"|\bwie (?:viele?|lange|oft|groß|hoch)\b|\bcombien\b"
)


def asks_for_number(question: str) -> bool:
    """Whether a question in English, German or French asks how much, how many or how long."""
    return _ASKS_FOR_NUMBER.search(lower_speech(question)) is not None
