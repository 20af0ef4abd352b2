"""What a line is: a task, work with others, a rule of the house and so on, which decides what suits it.

The kind of a line (``line_kinds``) decides the form of its question. Not every ask of a form suits every
line of that kind: nobody asks with whom one counted stock, how one learned to be punctual, or what one likes
about the hours. A linear classifier of words, meaning and document tells such lines apart. It was trained
from lines written for it (``data/natures.tsv``) and from the labeled documents of ``line_uses``.

``python -m tests.tools.train_line_natures`` trains it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

import numpy as np

from app.questions import line_uses
from app.questions.line_features import (
    BUCKETS,
    describe_line,
    hash_features,
    mark_labels,
    to_probabilities,
)
from app.questions.line_uses import LineUse
from app.questions.topic_classifier import Vector, count_importance, fit_ridge
from app.questions.trained import digest_training, find_trained
from app.questions.wording import list_plain_words
from app.text.folding import plain
from models.ports import ModelIdentity

EXAMPLES = Path(__file__).with_name("data") / "natures.tsv"
"""The nature of a line; ``cv`` or ``job``; its language; the line."""
_JOB = "job"
_WEIGHT_OF_SOURCE = 0.5
_WEIGHT_OF_MEANING = 0.7
_PENALTY = 0.4
_SHARE_OF_DOCUMENTS = 3
"""One in so many lines of the documents is learned, so that those written for this count."""
_SHARPNESS = 4.0
"""Factor before scores are turned into probabilities, chosen by cross-validation."""
BY_WORDS = "natures"
BY_MEANING = "natures-by-meaning"


class LineNature(StrEnum):
    """What a line says; the values are those of the examples."""

    TASK = "task"
    """Done alone or with others, as far as the line says."""
    JOINT = "joint"
    """Done with colleagues, customers or partners that the line names."""
    LEAD = "lead"
    """People led, trained or planned for."""
    SKILL = "skill"
    """A tool, a field of knowledge, or an ability that is learned."""
    RESULT = "result"
    POST = "post"
    QUALIFICATION = "qualification"
    """A certificate, a course, or years of experience."""
    ATTITUDE = "attitude"
    CONDITION = "condition"
    """Hours, pay, equipment, physical demands, and what the employer grants."""
    FIGURE = "figure"
    """The age, size or legal form of an employer."""
    BUSINESS = "business"
    """What an employer does, and how people work there."""
    RULE = "rule"
    EVENT = "event"
    """A break, a move, a closure, or what it did to a person."""
    MISTAKE = "mistake"
    HOBBY = "hobby"


UNASKED = frozenset(
    {LineNature.CONDITION, LineNature.FIGURE, LineNature.RULE, LineNature.EVENT, LineNature.HOBBY}
)
"""Lines that nobody asks about in an interview."""
_NATURES_OF_USES = {
    LineUse.DUTY: LineNature.TASK,
    LineUse.RESULT: LineNature.RESULT,
    LineUse.TOOL: LineNature.SKILL,
    LineUse.QUALIFICATION: LineNature.QUALIFICATION,
    LineUse.STUDY: LineNature.QUALIFICATION,
    LineUse.POSITION: LineNature.POST,
    LineUse.CIRCUMSTANCE: LineNature.CONDITION,
    LineUse.BENEFIT: LineNature.CONDITION,
    LineUse.INTEREST: LineNature.HOBBY,
    LineUse.PRIVATE: LineNature.EVENT,
}
"""What the lines of the documents teach, too; a duty only if it names no people."""


@dataclass(frozen=True, slots=True)
class NaturalLine:
    """A line of one document, with its nature."""

    text: str
    is_of_job: bool
    nature: LineNature


@lru_cache(maxsize=1)
def load_examples() -> tuple[NaturalLine, ...]:
    """The written lines, then one in three of those of the documents, each text once."""
    found: dict[str, NaturalLine] = {}
    for row in EXAMPLES.read_text(encoding="utf-8").splitlines():
        nature, source, _, text = row.split("\t")
        found.setdefault(text, NaturalLine(text, source == _JOB, LineNature(nature)))
    people = list_plain_words("people_words")
    for line in line_uses.load_examples():
        taught = _NATURES_OF_USES.get(line.use)
        names_people = not people.isdisjoint(plain(line.text).split())
        is_drawn = zlib.crc32(line.text.encode()) % _SHARE_OF_DOCUMENTS == 0
        if is_drawn and taught and not (taught is LineNature.TASK and names_people):
            found.setdefault(line.text, NaturalLine(line.text, line.place.is_of_job, taught))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class NatureClassifier:
    """One score for each nature, as probabilities."""

    importance: Vector
    weights: Vector
    """(features, natures)"""
    biases: Vector
    """(natures,)"""

    @classmethod
    def train(
        cls, examples: Sequence[NaturalLine], meanings: Sequence[Sequence[float]] | None = None
    ) -> NatureClassifier:
        """Learn from words alone, or from words and ``meanings``, one unit-length vector for each example."""
        importance = count_importance([hash_features(one.text) for one in examples], BUCKETS)
        rows = np.stack(
            [
                _describe(one.text, one.is_of_job, importance, meanings[number] if meanings else None)
                for number, one in enumerate(examples)
            ]
        )
        targets = mark_labels((one.nature for one in examples), LineNature)
        weights, biases = fit_ridge(rows, targets, penalty=_PENALTY)
        return cls(importance, weights, biases)

    def read(
        self, text: str, *, is_of_job: bool, meaning: Sequence[float] | None = None
    ) -> dict[LineNature, float]:
        """Probabilities. ``meaning`` is given if and only if the classifier was trained with vectors."""
        scores = _describe(text, is_of_job, self.importance, meaning) @ self.weights + self.biases
        return dict(zip(LineNature, to_probabilities(scores, sharpness=_SHARPNESS), strict=True))


def _describe(text: str, is_of_job: bool, importance: Vector, meaning: Sequence[float] | None) -> Vector:
    return describe_line(
        text,
        is_of_job=is_of_job,
        importance=importance,
        meaning=meaning,
        weight_of_source=_WEIGHT_OF_SOURCE,
        weight_of_meaning=_WEIGHT_OF_MEANING,
    )


def digest_examples(model: str = "") -> str:
    """Digest of a classifier that was trained with the vectors of ``model``; blank for words alone."""
    return digest_training(
        [(one.text, str(one.is_of_job), one.nature) for one in load_examples()], model=model
    )


@lru_cache(maxsize=1)
def load_nature_classifier() -> NatureClassifier:
    """The classifier by words. Raises LookupError if it was trained from other examples."""
    trained = find_trained(BY_WORDS, digest_examples())
    if trained is None:
        raise LookupError("The classifier of natures was trained from other examples.")
    return NatureClassifier(**trained)


@lru_cache(maxsize=1)
def find_nature_classifier_by_meaning(model: ModelIdentity) -> NatureClassifier | None:
    """The classifier by words and meaning; None for a model that it did not come trained for."""
    trained = find_trained(BY_MEANING, digest_examples(model.sha256)) if model.sha256 else None
    return NatureClassifier(**trained) if trained else None
