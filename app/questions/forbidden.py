"""Check for topics that must not be asked about in an interview, such as age, family, health or religion.

Three checks use ``config/forbidden-topics.toml``: hard words; a classifier of words and parts of
words for the languages of the examples; and sentence embeddings. When in doubt, and whenever the embeddings
engine fails, a question is refused: that costs one attempt, while a forbidden question costs trust.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from functools import lru_cache
from weakref import WeakKeyDictionary

import numpy as np

from app.questions.forms import list_wordings
from app.questions.languages import is_in_known_language
from app.questions.topic_classifier import (
    LinearModel,
    WordClassifier,
    digest_examples,
    fold_words,
    load_examples,
    load_hard_words,
)
from app.questions.trained import find_trained
from models.ports import EmbeddingsEngine, EngineError, ModelIdentity, Priority

log = logging.getLogger("greenroom.questions")

MAX_SCORE = 0.0
"""Highest score of words and meaning together that is lawful: lawful examples are -1, forbidden ones 1."""
MAX_WORD_SCORE = 0.4
"""Highest score of words alone that may still be lawful, for a question and for each of its clauses."""
MAX_UNCONFIRMED_SCORE = -0.2
"""Highest score of words alone that is lawful when the meaning is unknown."""
_MEANING_WEIGHT = 0.5
MEANING_PENALTY = 1.0
_MIN_CLAUSE_WORDS = 3
_CLAUSE_ENDS = re.compile(r"[,;:.?!¿¡–—“”„«»]")


BY_WORDS = "topics"
BY_MEANING = "topics-by-meaning-{language}"


@lru_cache(maxsize=1)
def _word_classifier() -> WordClassifier:
    trained = find_trained(BY_WORDS, digest_examples())
    return WordClassifier.from_arrays(trained) if trained else WordClassifier.train(load_examples())


@lru_cache(maxsize=1)
def _example_languages() -> frozenset[str]:
    return frozenset(example.language for example in load_examples())


def is_clearly_forbidden(text: str, *, language: str) -> bool:
    """Whether the words of ``text`` or of one clause are enough to refuse it. Needs no engine.

    The words of a text in a language without examples are not judged, except hard words.
    """
    folded = f" {' '.join(fold_words(text))} "
    if any(f" {phrase} " in folded for phrase in load_hard_words()):
        return True
    return _has_judged_words(text, language) and any(
        _word_classifier().score(part) > MAX_WORD_SCORE for part in (text, *_split_clauses(text))
    )


def is_lawful_by_words(text: str, *, language: str) -> bool:
    """Whether the words of ``text`` alone are enough to accept it. Needs no engine.

    Refuses about every second line of a document, most of them lawful: the meaning decides about those.
    """
    if is_clearly_forbidden(text, language=language):
        return False
    return not _has_judged_words(text, language) or _word_classifier().score(text) <= MAX_UNCONFIRMED_SCORE


def _has_judged_words(text: str, language: str) -> bool:
    return language in _example_languages() or is_in_known_language(text)


def _split_clauses(text: str) -> list[str]:
    """The parts of a compound question: one forbidden part is enough.

    Parts that code words itself are lawful. They name nothing ("your CV says", "and how did you do that"), so
    that only the words of a personal question are left for the classifier to judge.
    """
    clauses = [clause for clause in _CLAUSE_ENDS.split(text) if len(clause.split()) >= _MIN_CLAUSE_WORDS]
    if len(clauses) < 2:
        return []
    return [clause for clause in clauses if tuple(fold_words(clause)) not in _list_own_clauses()]


@lru_cache(maxsize=1)
def _list_own_clauses() -> frozenset[tuple[str, ...]]:
    return frozenset(
        tuple(fold_words(clause)) for text in list_wordings() for clause in _CLAUSE_ENDS.split(text)
    )


def load_word_classifier() -> None:
    """Load the classifier of words, unless it is loaded."""
    _word_classifier()


class TopicCheck:
    """All three checks, in the language of one interview."""

    def __init__(self, engine: EmbeddingsEngine, *, language: str, priority: Priority) -> None:
        self._engine = engine
        self._language = language
        self._priority = priority

    async def load(self) -> None:
        """Load the classifiers ahead of the first question; the engine may fail."""
        await asyncio.to_thread(load_word_classifier)
        await self._load_model()

    async def is_forbidden(self, text: str, *, vector: Sequence[float] | None) -> bool:
        """Judge a question by its words and its ``vector``; None if the embeddings engine has failed."""
        model = await self._load_model() if vector is not None else None
        if vector is None or model is None:
            return not is_lawful_by_words(text, language=self._language)
        if is_clearly_forbidden(text, language=self._language):
            return True
        if not _has_judged_words(text, self._language):
            return False
        score = _word_classifier().score(text)
        meaning = model.score(np.asarray(vector, dtype=np.float32))
        return score + _MEANING_WEIGHT * meaning > MAX_SCORE

    async def _load_model(self) -> LinearModel | None:
        """The classifier of vectors; None when the engine fails."""
        language = self._language if self._language in _example_languages() else "en"
        known = _meaning_models.setdefault(self._engine, {})
        key = (self._engine.identity, language)
        if key not in known and (trained := _find_by_meaning(self._engine.identity, language)):
            known[key] = trained
        if key not in known:
            examples = [example for example in load_examples() if example.language == language]
            try:
                vectors = await self._engine.embed(
                    [example.text for example in examples], priority=self._priority
                )
            except EngineError as error:
                log.warning("forbidden_topics_unavailable kind=%s", type(error).__name__)
                return None
            labels = [example.is_forbidden for example in examples]
            rows = np.asarray(vectors, dtype=np.float32)
            known[key] = LinearModel.fit(rows, labels, penalty=MEANING_PENALTY)
        return known[key]


def _find_by_meaning(model: ModelIdentity, language: str) -> LinearModel | None:
    if not model.sha256:
        return None
    digest = digest_examples(language=language, model=model.sha256)
    trained = find_trained(BY_MEANING.format(language=language), digest)
    return LinearModel.from_arrays(trained) if trained else None


_meaning_models: WeakKeyDictionary[EmbeddingsEngine, dict[tuple[ModelIdentity, str], LinearModel]] = (
    WeakKeyDictionary()
)
"""Trained classifiers of vectors, by engine, model and language."""
