"""Turns a line of a CV, or an earlier statement, and a statement into the token ids that the comparer reads.

    [CLS] line [SEP] question [SEP] statement [SEP]

Numbers in words become digits, and a range of years is followed by its length, so that the network compares
figures instead of calculating them. The line has token type 0, the rest token type 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from models.judgement.encoding import Tokenizer

MAX_LINE_TOKENS = 80
MAX_QUESTION_TOKENS = 32
MAX_STATEMENT_TOKENS = 96
_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NUMBERS = {word: value for value, word in enumerate(_UNITS)} | {
    word: 20 + 10 * index for index, word in enumerate(_TENS)
}
_NUMBER_WORDS = re.compile(
    r"\b(?:(" + "|".join(_TENS) + r")[ -](" + "|".join(_UNITS[1:10]) + r")|(" + "|".join(_NUMBERS) + r"))\b",
    re.IGNORECASE,
)
_YEARS = re.compile(
    r"\b((?:19|20)\d\d)\s{0,2}(?:–|—|-|to|until)\s{0,2}(?:[A-Za-z]{3,9}\.?\s)?((?:19|20)\d\d)\b"
)


class Relation(StrEnum):
    """How a statement relates to a line."""

    AGREES = "agrees"
    CONTRADICTS = "contradicts"
    UNRELATED = "unrelated"


RELATIONS = tuple(Relation)


@dataclass(frozen=True, slots=True)
class ClaimPair:
    """A line of the CV, or an earlier statement, paired with a statement."""

    line: str
    question: str
    """The question that the statement answers; may be empty."""
    statement: str


@dataclass(frozen=True, slots=True)
class EncodedPair:
    ids: tuple[int, ...]
    types: tuple[int, ...]


def _to_digits(match: re.Match[str]) -> str:
    tens, unit, single = match.groups()
    if single:
        # "one" is rarely a number ("the one who …").
        return single if single.lower() == "one" else str(_NUMBERS[single.lower()])
    return str(_NUMBERS[tens.lower()] + _NUMBERS[unit.lower()])


def _add_length(match: re.Match[str]) -> str:
    years = int(match.group(2)) - int(match.group(1))
    return f"{match.group()} ({years} years)" if 0 < years <= 50 else match.group()


def normalize(text: str) -> str:
    """The text with digits for numbers, and the length after each range of years."""
    return _YEARS.sub(_add_length, _NUMBER_WORDS.sub(_to_digits, text))


def encode_pair(tokenizer: Tokenizer, pair: ClaimPair) -> EncodedPair:
    def tokens(text: str) -> list[int]:
        return tokenizer.encode(normalize(text), add_special_tokens=False)

    separator = tokenizer.sep_token_id
    line = [tokenizer.cls_token_id, *tokens(pair.line)[:MAX_LINE_TOKENS], separator]
    said = [*tokens(pair.question)[-MAX_QUESTION_TOKENS:], separator]
    said += [*tokens(pair.statement)[:MAX_STATEMENT_TOKENS], separator]
    return EncodedPair((*line, *said), (0,) * len(line) + (1,) * len(said))
