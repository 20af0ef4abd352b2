"""What an interviewer can do with a line: ask about it as a duty, a tool and so on, or leave it out.

A linear classifier, trained from whole documents whose lines were labeled (``data/lines``). It looks at
the words of a line, at its meaning where the embeddings engine is there, and at its place in the document:
what is before and after it, and under which heading. Nobody should ask about a notice, an offer, half a
sentence, or a private matter.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

import numpy as np

from app.questions.line_features import BUCKETS, hash_features, mark_labels, to_probabilities
from app.questions.line_places import DocumentLines, Place, describe_place
from app.questions.topic_classifier import Vector, count_importance, fit_ridge, fold_words, weigh
from app.questions.trained import digest_training, find_trained
from app.text.bullets import without_bullet
from models.ports import ModelIdentity

DATA = Path(__file__).with_name("data") / "lines"
SENTENCES = DATA / "sentences.tsv"
"""Whole sentences of paragraphs whose lines are broken: code, document, and sentence."""
_NEIGHBOR_BUCKETS = 4096
_WORDS_OF_NEIGHBOR = 12
_LETTERS_OF_STEM = 5
_PENALTY = 0.6
_WEIGHT_OF_MEANING = 0.7
_WEIGHT_OF_PLACE = 0.2
_WEIGHT_OF_NEIGHBORS = 0.3
_SHARE_WITHOUT_NEIGHBORS = 3
"""One in three examples is learned once more without its place."""
_SHARPNESS = 4.0
"""Factor before scores are turned into probabilities, chosen by cross-validation."""


class LineUse(StrEnum):
    """What a line is good for; the values are the codes of the labeled documents."""

    DUTY = "D"
    RESULT = "R"
    TOOL = "T"
    QUALIFICATION = "Q"
    STUDY = "U"
    POSITION = "P"
    DEMAND = "E"
    WISH = "W"
    CIRCUMSTANCE = "S"
    HEADING = "h"
    CONTACT = "c"
    INTEREST = "i"
    NOTICE = "n"
    BENEFIT = "b"
    COMPANY = "o"
    PRAISE = "g"
    PRIVATE = "v"
    FRAGMENT = "f"
    NOTHING = "x"

    @property
    def is_suitable(self) -> bool:
        return self.value.isupper()


@dataclass(frozen=True, slots=True)
class LabeledLine:
    """A line of a labeled document, without its bullet."""

    text: str
    place: Place
    use: LineUse
    document: str


@lru_cache(maxsize=1)
def load_examples() -> tuple[LabeledLine, ...]:
    """All labeled lines, and the sentences of paragraphs. Raises ValueError for one without a code."""
    documents = {f"{file.stem} {n}": one for file in sorted(DATA.glob("*.txt")) for n, one in _split(file)}
    lines = [line for name, document in documents.items() for line in _read_lines(name, document)]
    for row in SENTENCES.read_text(encoding="utf-8").splitlines():
        code, name, text = row.split("\t")
        lines.append(LabeledLine(text, documents[name].lines.find(text), LineUse(code), name))
    # Documents with an empty line after each line, and lines that are not found, have no neighbors.
    alone = [replace(one, place=Place(one.place.is_of_job)) for one in lines[::_SHARE_WITHOUT_NEIGHBORS]]
    return (*lines, *alone)


@dataclass(frozen=True, slots=True)
class _LabeledDocument:
    rows: tuple[tuple[str, str], ...]
    """The code and the text of each line."""
    lines: DocumentLines


def _split(file: Path) -> Iterator[tuple[int, _LabeledDocument]]:
    """The documents of one file: ``== cv | trade`` and then ``CODE<tab>text`` for each line."""
    for number, part in enumerate(file.read_text(encoding="utf-8").removeprefix("== ").split("\n== ")):
        head, _, body = part.partition("\n")
        rows = tuple(
            (code.strip(), text) for code, _, text in (row.partition("\t") for row in body.split("\n"))
        )
        lines = DocumentLines("\n".join(text for _, text in rows), is_of_job=head.startswith("job"))
        yield number, _LabeledDocument(rows, lines)


def _read_lines(name: str, document: _LabeledDocument) -> Iterator[LabeledLine]:
    for number, (code, text) in enumerate(document.rows):
        if text.strip():
            yield LabeledLine(without_bullet(text), document.lines.place_line(number), LineUse(code), name)


@dataclass(frozen=True, slots=True)
class UseClassifier:
    """A probability for each use of a line."""

    importance: Vector
    weights: Vector
    """(features, uses)"""
    biases: Vector
    """(uses,)"""

    @classmethod
    def train(
        cls, examples: Sequence[LabeledLine], meanings: Sequence[Sequence[float]] | None = None
    ) -> UseClassifier:
        """Learn from words and places, and from ``meanings``, one unit-length vector for each example."""
        features = [hash_features(example.text) for example in examples]
        importance = count_importance(features, BUCKETS)
        rows = np.stack(
            [
                _describe(example.text, example.place, importance, meanings[number] if meanings else None)
                for number, example in enumerate(examples)
            ]
        )
        targets = mark_labels((example.use for example in examples), LineUse)
        weights, biases = fit_ridge(rows, targets, penalty=_PENALTY)
        return cls(importance, weights, biases)

    def read(self, text: str, place: Place, meaning: Sequence[float] | None = None) -> dict[LineUse, float]:
        """Probabilities of the uses. ``meaning`` is given if and only if it was trained with vectors."""
        scores = _describe(text, place, self.importance, meaning) @ self.weights + self.biases
        return dict(zip(LineUse, to_probabilities(scores, sharpness=_SHARPNESS), strict=True))


BY_WORDS = "uses"
BY_MEANING = "uses-by-meaning"


def digest_examples(model: str = "") -> str:
    """Digest of a classifier that was trained with the vectors of ``model``; blank for words alone."""
    files = [(file.name, "", file.read_text(encoding="utf-8")) for file in sorted(DATA.glob("*.*"))]
    return digest_training(files, model=model)


@lru_cache(maxsize=1)
def load_use_classifier() -> UseClassifier:
    """The classifier by words and places alone."""
    trained = find_trained(BY_WORDS, digest_examples())
    return UseClassifier(**trained) if trained else UseClassifier.train(load_examples())


@lru_cache(maxsize=1)
def find_use_classifier_by_meaning(model: ModelIdentity) -> UseClassifier | None:
    """The classifier by meaning, too; None for a model that it did not come trained for."""
    trained = find_trained(BY_MEANING, digest_examples(model.sha256)) if model.sha256 else None
    return UseClassifier(**trained) if trained else None


def _describe(text: str, place: Place, importance: Vector, meaning: Sequence[float] | None) -> Vector:
    parts = [
        weigh(hash_features(text), importance),
        _WEIGHT_OF_NEIGHBORS * _hash_neighbors(place),
        _WEIGHT_OF_PLACE * np.array(describe_place(text, place), dtype=np.float32),
    ]
    if meaning is not None:
        parts.append(_WEIGHT_OF_MEANING * np.asarray(meaning, dtype=np.float32))
    return np.concatenate(parts)


def _hash_neighbors(place: Place) -> Vector:
    """The words of the heading and of the lines around, of length 1 each."""
    row = np.zeros(_NEIGHBOR_BUCKETS, dtype=np.float32)
    for name, text in (("heading", place.heading), ("before", place.before), ("after", place.after)):
        found = [
            zlib.crc32(f"{name} {part}".encode()) % _NEIGHBOR_BUCKETS
            for word in fold_words(text)[:_WORDS_OF_NEIGHBOR]
            for part in (word, word[:_LETTERS_OF_STEM])
        ]
        if found:
            row[np.unique(found)] += 1 / np.sqrt(len(set(found)))
    return row
