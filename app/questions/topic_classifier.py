"""Text classifiers for forbidden topics, trained from ``config/forbidden-topics.toml``.

Both are linear least-squares classifiers with a penalty, so training is one equation that always gives the
same result. One looks at hashed parts of words and pairs of words and works in every language of the
examples; the other one looks at sentence embeddings. Both come trained (``app.questions.trained``).
"""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.core.config_files import CONFIG_DIR
from app.questions.trained import Arrays, digest_training
from app.text.folding import fold_strokes

Vector = NDArray[np.float32]

_BUCKETS = 8192
_PENALTY = 0.3
_PART_LENGTHS = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Example:
    """A labeled question."""

    text: str
    language: str
    is_forbidden: bool


@lru_cache(maxsize=1)
def _config() -> dict[str, Any]:
    return tomllib.loads((CONFIG_DIR / "forbidden-topics.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def load_examples() -> tuple[Example, ...]:
    """All labeled questions, in the order of the file."""
    return tuple(
        Example(text, language, label == "forbidden")
        for language, lists in _config().items()
        if isinstance(lists, dict)
        for label in ("forbidden", "lawful")
        for text in lists[label]
    )


def digest_examples(*, language: str = "", model: str = "") -> str:
    """Digest of a classifier that was trained from the examples of one language, or of all.

    ``model`` is the ``sha256`` of the model that embedded them; blank for words alone.
    """
    return digest_training(
        [
            (one.text, one.language, str(one.is_forbidden))
            for one in load_examples()
            if language in ("", one.language)
        ],
        model=model,
    )


@lru_cache(maxsize=1)
def load_hard_words() -> tuple[str, ...]:
    """Phrases that are forbidden whatever else a question says, folded."""
    return tuple(" ".join(fold_words(phrase)) for phrase in _config()["hard_words"])


def fold_words(text: str) -> list[str]:
    """The words of ``text`` without case, accents and punctuation."""
    return re.findall(r"\w+", fold_strokes(text))


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights and bias; scores lie around -1 for lawful and around 1 for forbidden."""

    weights: Vector
    bias: float

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> LinearModel:
        """The inverse of ``to_arrays``."""
        return cls(arrays["weights"], float(arrays["bias"][0]))

    def to_arrays(self) -> Arrays:
        return {"weights": self.weights, "bias": np.array([self.bias], dtype=np.float32)}

    @classmethod
    def fit(cls, rows: Vector, labels: Sequence[bool], *, penalty: float) -> LinearModel:
        targets = np.where(np.array(labels), 1.0, -1.0).astype(np.float32)
        weights, bias = fit_ridge(rows, targets, penalty=penalty)
        return cls(weights, float(bias))

    def score(self, row: Vector) -> float:
        return float(row @ self.weights) + self.bias


@dataclass(frozen=True, slots=True)
class WordClassifier:
    """Scores a text by its words, parts of words and neighboring words."""

    importance: Vector
    """Per bucket: rare features count more."""
    model: LinearModel

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> WordClassifier:
        """The inverse of ``to_arrays``."""
        return cls(arrays["importance"], LinearModel.from_arrays(arrays))

    def to_arrays(self) -> Arrays:
        return {"importance": self.importance, **self.model.to_arrays()}

    @classmethod
    def train(cls, examples: Sequence[Example]) -> WordClassifier:
        buckets = [_hash_features(example.text) for example in examples]
        importance = count_importance(buckets, _BUCKETS)
        rows = np.stack([weigh(found, importance) for found in buckets])
        labels = [example.is_forbidden for example in examples]
        return cls(importance, LinearModel.fit(rows, labels, penalty=_PENALTY))

    def score(self, text: str) -> float:
        return self.model.score(weigh(_hash_features(text), self.importance))


def fit_ridge(rows: Vector, targets: Vector, *, penalty: float) -> tuple[Vector, Vector]:
    """Ridge regression in its dual form: one equation of the size of the examples.

    ``rows`` are (examples, features), ``targets`` (examples,) or (examples, outputs). Returns weights
    (features,) or (features, outputs), and the bias of each output.
    """
    products = rows @ rows.T + 1.0
    products[np.diag_indices_from(products)] += penalty
    solution = np.linalg.solve(products, targets)
    return rows.T @ solution, solution.sum(axis=0)


def _hash_features(text: str) -> NDArray[np.int64]:
    """The buckets of the words of ``text``, of their parts, and of pairs of them."""
    hashes = (zlib.crc32(feature.encode()) % _BUCKETS for feature in _features(text))
    return np.unique(np.fromiter(hashes, dtype=np.int64))


def _features(text: str) -> Iterator[str]:
    words = fold_words(text)
    for word in words:
        bounded = f"^{word}$"
        for length in _PART_LENGTHS:
            for start in range(len(bounded) - length + 1):
                yield bounded[start : start + length]
        yield f" {word}"
    sentence = ["^", *words, "$"]
    for first, second in pairwise(sentence):
        yield f"{first} {second}"
    for first, second in zip(sentence, sentence[2:], strict=False):
        yield f"{first} _ {second}"


def count_importance(buckets: Sequence[NDArray[np.int64]], size: int) -> Vector:
    """The importance of each of ``size`` buckets: the fewer texts share it, the higher."""
    counts = np.zeros(size, dtype=np.float32)
    for found in buckets:
        counts[found] += 1
    return np.log((len(buckets) + 1) / (counts + 1)).astype(np.float32)


def weigh(buckets: NDArray[np.int64], importance: Vector) -> Vector:
    """The weighted features of one text, of length 1."""
    row = np.zeros(len(importance), dtype=np.float32)
    row[buckets] = importance[buckets]
    length = float(np.linalg.norm(row))
    return row / length if length else row
