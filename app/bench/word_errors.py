"""Word error rate over normalized words: spoken forms are compared, not spellings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import jiwer

FILLED_PAUSES = frozenset({"um", "umm", "uhm", "uh", "uhh", "er", "erm", "hm", "hmm", "mm", "mmm", "mhm"})
_SPOKEN_ALIKE = {
    "mr": "mister",
    "mrs": "missus",
    "ms": "miss",
    "dr": "doctor",
    "prof": "professor",
    "okay": "ok",
    "vs": "versus",
}
_SYMBOLS = {"%": " percent ", "&": " and ", "+": " plus ", "@": " at ", "°": " degrees "}
_CURRENCIES = {"$": "dollars", "£": "pounds", "€": "euros"}

_UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"]
_TEENS += ["eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {word: value for value, word in enumerate(_UNITS + _TEENS)}
_VALUES |= {word: 10 * value for value, word in enumerate(_TENS, start=2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_ORDINALS = {
    "first": "one",
    "second": "two",
    "third": "three",
    "fifth": "five",
    "eighth": "eight",
    "ninth": "nine",
    "twelfth": "twelve",
    **{f"{word}th": word for word in [*_UNITS, *_TEENS, *_SCALES] if f"{word}th" != "eightth"},
    **{f"{word[:-1]}ieth": word for word in _TENS},
}
_DECADES = {f"{word[:-1]}ies": value for word, value in _VALUES.items() if word in _TENS}


def normalize_words(text: str) -> list[str]:
    """Normalize a text to words as they are spoken.

    Lower case, no punctuation or accents; hyphens become spaces; numbers become digits however they
    are written ('eighty-two', '82'; 'twenty twenty-five', '2025'; 'third', '3rd'); filled pauses and
    bracketed remarks are left out; 'Mr.' is 'mister'.
    """
    text = unicodedata.normalize("NFKD", text.lower())
    text = "".join(c for c in text if not unicodedata.combining(c)).replace("\u2019", "'").replace("`", "'")
    text = re.sub(r"\[[^\]]*\]|\([^)]*\)", " ", text)
    for symbol, word in _CURRENCIES.items():
        text = re.sub(
            rf"{re.escape(symbol)}\s*([\d,.]*\d)(\s+(?:thousand|million|billion))?", rf"\1\2 {word}", text
        )
    for symbol, word in _SYMBOLS.items():
        text = text.replace(symbol, word)
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"\b([a-z])\.(?=[a-z]\b)", r"\1", text)
    text = text.replace("'", "")
    text = re.sub(r"(?<=\d)\.(?=\d)", " point ", text)
    # '2tb' is said as two words; '3rd', '80s' and 'web3' are not.
    text = re.sub(r"(?<=\d)(?!(?:st|nd|rd|th|s)\b)(?=[a-z])", " ", text)
    words = re.findall(r"[^\W_]+", text)
    words = [_SPOKEN_ALIKE.get(word, word) for word in words if word not in FILLED_PAUSES]
    return _with_digits(words)


def _with_digits(words: list[str]) -> list[str]:
    result: list[str] = []
    position = 0
    while position < len(words):
        number = _read_number(words, position)
        if number is None:
            result.append(_suffixed(words[position]))
            position += 1
        else:
            spelled, position = number
            result.append(spelled)
    return result


def _suffixed(word: str) -> str:
    return f"{_DECADES[word]}s" if word in _DECADES else word


def _value(word: str) -> int | None:
    if word in _VALUES:
        return _VALUES[word]
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 15 else None


def _split_ordinal(word: str) -> tuple[str, str]:
    """('third' → 'three', 'th'), ('3rd' → '3', 'th'), ('three' → 'three', '')."""
    if word in _ORDINALS:
        return _ORDINALS[word], "th"
    match = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", word)
    return (match[1], "th") if match else (word, "")


def _read_number(words: list[str], start: int) -> tuple[str, int] | None:
    """The number that starts at ``start``, in digits, and the position after it; None if there is none."""
    first, position, suffix = _read_cardinal(words, start)
    if first is None:
        return None
    digits = str(first)
    while not suffix and position < len(words):
        value, after, next_suffix = _read_cardinal(words, position)
        if value is None:
            break
        said_in_pairs = len(digits) == 2 and 13 <= int(digits) <= 20 and 10 <= value <= 99
        said_in_digits = all(len(_spelled_digits(word)) == 1 for word in words[start:after])
        if not said_in_pairs and not said_in_digits:
            break
        digits, position, suffix = f"{digits}{value}", after, next_suffix
    if words[position : position + 1] == ["point"]:
        fraction, after = "", position + 1
        while after < len(words) and (value := _value(words[after])) is not None:
            fraction, after = f"{fraction}{value}", after + 1
        if fraction:
            digits, position = f"{digits}.{fraction}", after
            if words[position : position + 1] and words[position] in _SCALES:
                return f"{float(digits) * _SCALES[words[position]]:.6f}".rstrip("0").rstrip("."), position + 1
    return digits + suffix, position


def _spelled_digits(word: str) -> str:
    value = _value(word)
    return str(value) if value is not None else ""


def _read_cardinal(words: list[str], start: int) -> tuple[int | None, int, str]:
    """Value, position after it, and 'th' for an ordinal, of one number spoken as a unit."""
    total = 0
    group: int | None = None
    position = start
    ended = start
    if words[start] in {"a", "one"} and words[start + 1 : start + 2] and words[start + 1] in _SCALES:
        group, position, ended = 1, start + 1, start + 1
    last = 1_000_000_000_000
    while position < len(words):
        plain, suffix = _split_ordinal(words[position])
        value = _value(plain)
        if plain in _SCALES and group is not None:
            scale = _SCALES[plain]
            if scale == 100:
                group *= 100
            else:
                total, group = total + group * scale, 0
            last = scale
        elif value is not None and (group is None or _continues(group, value, last)):
            group = (group or 0) + value
            last = 10 if value >= 20 and value % 10 == 0 and value < 100 else 1
        elif plain == "and" and last in {100, 1_000, 1_000_000} and position + 1 < len(words):
            following = _value(_split_ordinal(words[position + 1])[0])
            if following is None or group is None or not _continues(group, following, last):
                break
            position += 1
            continue
        else:
            break
        position += 1
        ended = position
        if suffix:
            return total + group, ended, suffix
    return (None, start, "") if group is None else (total + group, ended, "")


def _continues(group: int, value: int, last: int) -> bool:
    """Whether ``value`` can follow the number so far: 'eighty' 'two', 'hundred' 'five'."""
    if last == 10:
        return 1 <= value <= 9 and group % 10 == 0
    return last >= 100 and value < last and (last == 100 or group == 0) and (last != 100 or value < 100)


@dataclass(frozen=True, slots=True)
class WordErrors:
    errors: int
    reference_words: int
    lost_words: int = 0
    """Reference words with no other word in their place."""

    @property
    def rate(self) -> float | None:
        """Errors per reference word; None without reference words."""
        return self.errors / self.reference_words if self.reference_words else None

    def __add__(self, other: WordErrors) -> WordErrors:
        return WordErrors(
            self.errors + other.errors,
            self.reference_words + other.reference_words,
            self.lost_words + other.lost_words,
        )


def count_word_errors(reference: str, hypothesis: str) -> WordErrors:
    """Count substitutions, deletions and insertions between normalized words."""
    expected, heard = normalize_words(reference), normalize_words(hypothesis)
    if not expected or not heard:
        return WordErrors(len(expected) + len(heard), len(expected), lost_words=len(expected))
    output = jiwer.process_words(" ".join(expected), " ".join(heard))
    errors = output.substitutions + output.deletions + output.insertions
    return WordErrors(errors, len(expected), lost_words=output.deletions)


def sum_word_errors(parts: Iterable[WordErrors]) -> WordErrors:
    total = WordErrors(0, 0)
    for part in parts:
        total += part
    return total
