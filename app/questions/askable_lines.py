"""Whether a line may be asked about at all: no private matter, lost job, notice, advertising or empty phrase.

A logistic model, trained from lines that were written for it (``data/askable.tsv``) and from the labeled
documents of ``line_uses``. It looks at the words of a line, at its document, and at its meaning where the
embeddings engine is there. The words are needed because the embeddings model reads English only.

``python -m tests.tools.train_askable_lines`` trains it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from app.questions import line_uses
from app.questions.line_features import describe_line
from app.questions.line_uses import LineUse
from app.questions.topic_classifier import Vector
from app.questions.trained import digest_training, find_trained
from models.ports import ModelIdentity

EXAMPLES = Path(__file__).with_name("data") / "askable.tsv"
"""Why nobody asks about a line, or ``ask``; ``cv`` or ``job``; language and trade; the line."""
_ASK = "ask"
_JOB = "job"
_UNASKED_USES = frozenset(
    {
        LineUse.PRIVATE,
        LineUse.NOTICE,
        LineUse.BENEFIT,
        LineUse.CONTACT,
        LineUse.INTEREST,
        LineUse.PRAISE,
    }
)
_WEIGHT_OF_SOURCE = 0.3
BY_WORDS = "askable"
BY_MEANING = "askable-by-meaning"


@dataclass(frozen=True, slots=True)
class LabeledLine:
    """A line, whether it may be asked about, and the document or trade that it belongs to."""

    text: str
    is_of_job: bool
    is_askable: bool
    group: str
    reason: str


@lru_cache(maxsize=1)
def load_examples() -> tuple[LabeledLine, ...]:
    """The written lines, then the lines of whole documents, each text once."""
    found: dict[str, LabeledLine] = {}
    for row in EXAMPLES.read_text(encoding="utf-8").splitlines():
        reason, source, group, text = row.split("\t")
        found.setdefault(text, LabeledLine(text, source == _JOB, reason == _ASK, group, reason))
    for line in line_uses.load_examples():
        if line.use.is_suitable or line.use in _UNASKED_USES:
            found.setdefault(
                line.text,
                LabeledLine(line.text, line.place.is_of_job, line.use.is_suitable, line.document, line.use),
            )
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class AskableReader:
    """The probability that a line may be asked about."""

    importance: Vector
    weights: Vector
    """(features,)"""
    bias: Vector
    """(1,)"""

    def read(self, text: str, *, is_of_job: bool, meaning: Sequence[float] | None = None) -> float:
        """A probability. ``meaning`` is given if and only if the model was trained with vectors."""
        row = describe(text, is_of_job=is_of_job, importance=self.importance, meaning=meaning)
        return float(1 / (1 + np.exp(-(row @ self.weights + self.bias[0]))))


def describe(text: str, *, is_of_job: bool, importance: Vector, meaning: Sequence[float] | None) -> Vector:
    """The features of a line: its words, its document, and its meaning."""
    return describe_line(
        text, is_of_job=is_of_job, importance=importance, meaning=meaning, weight_of_source=_WEIGHT_OF_SOURCE
    )


def digest_examples(model: str = "") -> str:
    """Digest of a reader that was trained with the vectors of ``model``; blank for words alone."""
    written = EXAMPLES.read_text(encoding="utf-8")
    return digest_training([(EXAMPLES.name, line_uses.digest_examples(), written)], model=model)


@lru_cache(maxsize=1)
def load_askable_reader() -> AskableReader:
    """The reader by words. Raises LookupError if it was trained from other examples."""
    trained = find_trained(BY_WORDS, digest_examples())
    if trained is None:
        raise LookupError("The reader of askable lines was trained from other examples.")
    return AskableReader(**trained)


@lru_cache(maxsize=1)
def find_askable_reader_by_meaning(model: ModelIdentity) -> AskableReader | None:
    """The reader by words and meaning; None for a model that it did not come trained for."""
    trained = find_trained(BY_MEANING, digest_examples(model.sha256)) if model.sha256 else None
    return AskableReader(**trained) if trained else None
