"""The kind of a line of a CV or job description, which decides what can be asked about it.

A linear classifier, trained from the examples of ``config/line-kinds.toml``. By itself it looks at words,
parts of words and the form of a line, so that a kind is known without an engine. With the embeddings engine
it also looks at the meaning, which makes it right more often, above all in English. Both come trained; they
are trained at first use where the examples or the embeddings model are other ones.
"""

from __future__ import annotations

import asyncio
import logging
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np

from app.core.config_files import CONFIG_DIR
from app.questions.askable_lines import AskableReader, load_askable_reader
from app.questions.line_features import BUCKETS, hash_features, mark_labels
from app.questions.line_natures import LineNature, NatureClassifier, load_nature_classifier
from app.questions.line_places import Place
from app.questions.line_uses import LineUse, UseClassifier, load_use_classifier
from app.questions.topic_classifier import Vector, count_importance, fit_ridge, weigh
from app.questions.trained import digest_training, find_trained
from models.line_reader.words import load_words
from models.ports import EmbeddingsEngine, EngineError, ModelIdentity, Priority

log = logging.getLogger("greenroom.questions")

_PENALTY = 0.3
_WEIGHT_OF_MEANING = 0.7
"""Length of the vector of a line, whose words have length 1."""
_BATCH = 16
"""Examples embedded at a time. A question waits until those in work are done, so they are few."""


class LineKind(StrEnum):
    """What a line says; the sections of ``config/line-kinds.toml`` explain each."""

    WORK = "work"
    RESULT = "result"
    SKILL = "skill"
    EXPERIENCE = "experience"
    CREDENTIAL = "credential"
    LANGUAGE = "language"
    TRAIT = "trait"
    CONDITION = "condition"
    COMPANY = "company"
    TITLE = "title"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Section:
    """The kinds that lines of one section of a document can have."""

    usual: LineKind
    possible: frozenset[LineKind]
    gain: float = 0.35
    """Of the score of the usual kind; scores lie around -1 and 1."""


_ALIKE = frozenset({LineKind.WORK, LineKind.RESULT})
_KINDS_OF_WORDS = {
    "titles": LineKind.TITLE,
    "skills": LineKind.SKILL,
    "degrees": LineKind.CREDENTIAL,
    "certificates": LineKind.CREDENTIAL,
    "spoken": LineKind.LANGUAGE,
}
"""Words of the line reader that are examples of a kind, too."""


@dataclass(frozen=True, slots=True)
class Example:
    text: str
    language: str
    kind: LineKind


@lru_cache(maxsize=1)
def load_examples() -> tuple[Example, ...]:
    """All labeled lines of the file, and words of the line reader."""
    config = tomllib.loads((CONFIG_DIR / "line-kinds.toml").read_text(encoding="utf-8"))
    return tuple(
        Example(text, language, LineKind(kind))
        for language, kinds in config.items()
        for kind, texts in kinds.items()
        for text in texts
    ) + tuple(
        Example(text, language, kind)
        for language in config
        for key, kind in _KINDS_OF_WORDS.items()
        for text in load_words(language)[key]
    )


@dataclass(frozen=True, slots=True)
class LineClassifier:
    """One score for each kind; the highest one decides."""

    importance: Vector
    weights: Vector
    """(features, kinds)"""
    biases: Vector
    """(kinds,)"""

    @classmethod
    def train(
        cls, examples: Sequence[Example], meanings: Sequence[Sequence[float]] | None = None
    ) -> LineClassifier:
        """Learn from words alone, or from words and ``meanings``, one unit-length vector for each example."""
        features = [hash_features(example.text) for example in examples]
        importance = count_importance(features, BUCKETS)
        rows = np.stack([weigh(found, importance) for found in features])
        if meanings is not None:
            rows = np.hstack([rows, _WEIGHT_OF_MEANING * np.asarray(meanings, dtype=np.float32)])
        targets = mark_labels((example.kind for example in examples), LineKind)
        weights, biases = fit_ridge(rows, targets, penalty=_PENALTY)
        return cls(importance, weights, biases)

    def score(self, text: str, meaning: Sequence[float] | None = None) -> dict[LineKind, float]:
        """For each kind about 1 for a line of that kind, and -1 for another one.

        ``meaning`` is the vector of the line, given if and only if the classifier was trained with vectors.
        """
        row = weigh(hash_features(text), self.importance)
        if meaning is not None:
            row = np.hstack([row, _WEIGHT_OF_MEANING * np.asarray(meaning, dtype=np.float32)])
        return dict(zip(LineKind, (row @ self.weights + self.biases).tolist(), strict=True))


BY_WORDS = "lines"
BY_MEANING = "lines-by-meaning"


def digest_examples(model: str = "") -> str:
    """Digest of a classifier that was trained with the vectors of ``model``; blank for words alone."""
    return digest_training([(one.text, one.language, one.kind) for one in load_examples()], model=model)


@lru_cache(maxsize=1)
def load_classifier() -> LineClassifier:
    """The classifier by words alone."""
    trained = find_trained(BY_WORDS, digest_examples())
    return LineClassifier(**trained) if trained else LineClassifier.train(load_examples())


_classifiers_by_meaning: WeakKeyDictionary[EmbeddingsEngine, dict[ModelIdentity, LineClassifier]] = (
    WeakKeyDictionary()
)


async def load_classifier_by_meaning(engine: EmbeddingsEngine) -> LineClassifier | None:
    """The classifier by words and meaning; None when the engine fails.

    For a model that it did not come trained for, it embeds every example once, which takes seconds, as
    background work.
    """
    known = _classifiers_by_meaning.setdefault(engine, {})
    if engine.identity not in known:
        trained = await asyncio.to_thread(_find_by_meaning, engine.identity)
        if trained is not None:
            return known.setdefault(engine.identity, trained)
        examples = load_examples()
        vectors: list[list[float]] = []
        try:
            for at in range(0, len(examples), _BATCH):
                texts = [example.text for example in examples[at : at + _BATCH]]
                vectors += await engine.embed(texts, priority=Priority.BACKGROUND)
        except EngineError as error:
            log.warning("line_kinds_by_words_only kind=%s", type(error).__name__)
            return None
        known[engine.identity] = await asyncio.to_thread(LineClassifier.train, examples, vectors)
    return known[engine.identity]


def _find_by_meaning(model: ModelIdentity) -> LineClassifier | None:
    trained = find_trained(BY_MEANING, digest_examples(model.sha256)) if model.sha256 else None
    return LineClassifier(**trained) if trained else None


_KINDS_OF_USES = {
    LineUse.DUTY: (LineKind.WORK,),
    LineUse.RESULT: (LineKind.RESULT,),
    LineUse.TOOL: (LineKind.SKILL,),
    LineUse.QUALIFICATION: (LineKind.CREDENTIAL,),
    LineUse.STUDY: (LineKind.CREDENTIAL,),
    LineUse.POSITION: (LineKind.TITLE, LineKind.OTHER),
    LineUse.DEMAND: (LineKind.SKILL, LineKind.EXPERIENCE, LineKind.TRAIT, LineKind.LANGUAGE),
    LineUse.WISH: (LineKind.SKILL, LineKind.EXPERIENCE, LineKind.CREDENTIAL, LineKind.LANGUAGE),
    LineUse.CIRCUMSTANCE: (LineKind.CONDITION,),
    LineUse.BENEFIT: (LineKind.CONDITION,),
    LineUse.COMPANY: (LineKind.COMPANY,),
}
"""Kinds that a line of some use can have."""
_GAIN_OF_USES = 1.5
"""Of the score of a kind, for each use that it fits, times the probability of that use."""


@dataclass(frozen=True, slots=True)
class LineClassifiers:
    """Classifiers of the lines of two documents, by meaning too where the vector of a line is known."""

    by_meaning: LineClassifier | None = None
    meanings: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """By the text of the line."""
    uses_by_meaning: UseClassifier | None = None
    askable_by_meaning: AskableReader | None = None
    natures_by_meaning: NatureClassifier | None = None

    def read(
        self, text: str, section: Section, uses: Mapping[LineUse, float] | None = None
    ) -> tuple[LineKind, float]:
        """The kind of a line, given its section, and by how much its score is ahead of the next kind's.

        Work and its result do not count against each other: what is asked about one suits the other too.
        ``uses`` are the probabilities of the uses of the line.
        """
        meaning = self.meanings.get(text)
        if self.by_meaning is None or meaning is None:
            scores = load_classifier().score(text)
        else:
            scores = self.by_meaning.score(text, meaning)
        scores[section.usual] += section.gain
        for use, share in (uses or {}).items():
            for kind in _KINDS_OF_USES.get(use, ()):
                scores[kind] += _GAIN_OF_USES * share
        first, *others = sorted(section.possible, key=scores.__getitem__, reverse=True)
        second = next(kind for kind in others if not {kind, first} <= _ALIKE)
        return first, scores[first] - scores[second]

    def read_uses(self, text: str, place: Place) -> dict[LineUse, float]:
        """The probabilities of the uses of a line at a place of its document."""
        meaning = self.meanings.get(text)
        if self.uses_by_meaning is None or meaning is None:
            return load_use_classifier().read(text, place)
        return self.uses_by_meaning.read(text, place, meaning)

    def read_askable(self, text: str, *, is_of_job: bool) -> float:
        """The probability that a line may be asked about at all."""
        meaning = self.meanings.get(text)
        if self.askable_by_meaning is None or meaning is None:
            return load_askable_reader().read(text, is_of_job=is_of_job)
        return self.askable_by_meaning.read(text, is_of_job=is_of_job, meaning=meaning)

    def read_natures(self, text: str, *, is_of_job: bool) -> dict[LineNature, float]:
        """The probabilities of what a line is."""
        meaning = self.meanings.get(text)
        if self.natures_by_meaning is None or meaning is None:
            return load_nature_classifier().read(text, is_of_job=is_of_job)
        return self.natures_by_meaning.read(text, is_of_job=is_of_job, meaning=meaning)
