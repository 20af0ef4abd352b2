"""What the classifiers of lines share: the features of a line, their targets and their probabilities."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.questions.topic_classifier import Vector, fold_words, weigh

BUCKETS = 16384
_YEAR = re.compile(r"(?:19|20)\d\d")


@lru_cache(maxsize=1024)
def hash_features(text: str) -> NDArray[np.int64]:
    """The buckets of the features of one line, which several classifiers read one after the other."""
    buckets = np.unique(np.array([zlib.crc32(one.encode()) % BUCKETS for one in _features(text)]))
    buckets.flags.writeable = False
    return buckets


def describe_line(
    text: str,
    *,
    is_of_job: bool,
    importance: Vector,
    meaning: Sequence[float] | None,
    weight_of_source: float,
    weight_of_meaning: float = 1.0,
) -> Vector:
    """One row of features: the words of a line, its document, and its unit-length ``meaning``, if any."""
    source = weight_of_source * np.array([is_of_job, not is_of_job], dtype=np.float32)
    parts = [weigh(hash_features(text), importance), source]
    if meaning is not None:
        parts.append(weight_of_meaning * np.asarray(meaning, dtype=np.float32))
    return np.concatenate(parts)


def mark_labels(labels: Iterable[StrEnum], kinds: type[StrEnum]) -> Vector:
    """Targets (labels, kinds): 1 for the kind of each label, -1 for the others."""
    return np.array(
        [[1.0 if label is kind else -1.0 for kind in kinds] for label in labels], dtype=np.float32
    )


def to_probabilities(scores: Vector, *, sharpness: float) -> list[float]:
    """Probabilities that sum to 1. A higher ``sharpness`` prefers the highest score more."""
    exponents = np.exp(sharpness * (scores - scores.max()))
    shares: list[float] = (exponents / exponents.sum()).tolist()
    return shares


def _features(text: str) -> Iterator[str]:
    """Words, their parts and endings, pairs of words, and the form of a line; years and numbers as such."""
    words = ["#year" if _YEAR.fullmatch(w) else "#number" if w[0].isdigit() else w for w in fold_words(text)]
    for word in words:
        yield f" {word}"
        yield from (f"-{word[-length:]}" for length in (2, 3, 4) if len(word) > length)
        if word[0] != "#":
            bounded = f"^{word}$"
            for length in (2, 3, 4):
                yield from (bounded[at : at + length] for at in range(len(bounded) - length + 1))
    for first, second in pairwise(["^", *words, "$"]):
        yield f"{first} {second}"
    for name, word in (("first", words[0]), ("last", words[-1])) if words else ():
        yield from (f"{name} {part}" for part in (word, word[-2:], word[-3:]))
    yield from _describe_form(text, numbers=sum(word[0] == "#" for word in words))


def _describe_form(text: str, *, numbers: int) -> Iterator[str]:
    words = text.split()
    capitals = sum(word[:1].isupper() for word in words[1:])
    yield f"@words {min(len(words), 3) if len(words) < 4 else 5 if len(words) < 7 else 8}"
    yield f"@numbers {min(3, numbers)}"
    yield f"@commas {min(3, text.count(','))}"
    yield f"@colon {':' in text}"
    yield f"@brackets {'(' in text}"
    yield f"@capitals {min(3, capitals)}"
    yield f"@capital share {round(4 * capitals / max(1, len(words) - 1))}"
    yield f"@start {'digit' if text[:1].isdigit() else 'capital' if text[:1].isupper() else 'small'}"
    yield f"@end {text[-1:] if not text[-1:].isalnum() else 'word'}"
    yield f"@shape {''.join(_shape(word) for word in words[:4])}"
    yield f"@final shape {''.join(_shape(word) for word in words[-3:])}"


def _shape(word: str) -> str:
    if word[0].isdigit():
        return "9"
    if word.isupper():
        return "U"
    return "C" if word[0].isupper() else "l"
