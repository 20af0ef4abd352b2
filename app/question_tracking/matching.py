"""Matches lines of the interviewer to prepared questions, each with a calibrated probability."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import anyio.to_thread
import numpy as np

from app.question_tracking.features import FEATURES, Matrix, Vectors, add_order, build_features
from app.question_tracking.reference import load_reference_texts
from app.question_tracking.spoken import SpokenLine, Unit, list_units
from models.ports import Engines, Priority

WEIGHTS_FILE = Path(__file__).parent / "weights.json"
CONFIDENCE_THRESHOLD = 0.7
"""Probability from which a question is suggested as asked (document 001)."""
MAX_QUESTIONS = 40
MAX_QUESTION_CHARACTERS = 2_000
MAX_KEPT_VECTORS = 5_000
BATCH_SIZE = 64


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic regression over standardized features, and the calibration of its best match per line."""

    means: Matrix
    scales: Matrix
    coefficients: Matrix
    intercept: float
    slope: float
    offset: float

    def probabilities(self, features: Matrix) -> Matrix:
        """Probability of each row of features (… × FEATURES)."""
        logits = ((features - self.means) / self.scales) @ self.coefficients + self.intercept
        result: Matrix = 1.0 / (1.0 + np.exp(-np.clip(self.slope * logits + self.offset, -30.0, 30.0)))
        return result


@cache
def load_weights() -> Weights:
    data = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    assert tuple(data["features"]) == FEATURES
    return Weights(
        means=np.array(data["means"]),
        scales=np.array(data["scales"]),
        coefficients=np.array(data["coefficients"]),
        intercept=data["intercept"],
        slope=data["slope"],
        offset=data["offset"],
    )


@dataclass(frozen=True, slots=True)
class Match:
    """The line that most probably asks a question."""

    question: int
    """Index of the prepared question."""
    unit: Unit
    probability: float


class KnownVectors:
    """Embeddings of texts that were seen before, so that a running interview embeds each line once."""

    def __init__(self) -> None:
        self._vectors: dict[str, list[float]] = {}

    async def embed(self, engines: Engines, texts: Sequence[str], *, priority: Priority) -> Matrix:
        """One row of length 1 per text. Raises EngineError."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        for start in range(0, len(missing), BATCH_SIZE):
            batch = missing[start : start + BATCH_SIZE]
            vectors = await engines.embeddings.embed(batch, priority=priority)
            self._vectors.update(zip(batch, vectors, strict=True))
        rows = np.array([self._vectors[text] for text in texts])
        while len(self._vectors) > MAX_KEPT_VECTORS:
            del self._vectors[next(iter(self._vectors))]
        return rows


async def embed_material(
    engines: Engines,
    units: Sequence[Unit],
    questions: Sequence[str],
    *,
    language: str,
    priority: Priority,
    known: KnownVectors | None = None,
) -> Vectors:
    """Embeddings of units, questions and reference texts. Raises EngineError."""
    known = known or KnownVectors()
    reference = load_reference_texts(language)
    reference_lines = await known.embed(engines, reference.lines, priority=priority)
    reference_questions = await known.embed(engines, reference.questions, priority=priority)
    question_rows = await known.embed(engines, questions, priority=priority)
    texts = [text for unit in units for text in unit.windows]
    rows = await known.embed(engines, texts, priority=priority) if texts else np.zeros((0, 0))
    windows: list[Matrix] = []
    start = 0
    for unit in units:
        windows.append(rows[start : start + len(unit.windows)])
        start += len(unit.windows)
    return Vectors(windows, question_rows, reference_lines, reference_questions)


def choose_matches(
    units: Sequence[Unit],
    features: Matrix,
    rate: Callable[[Matrix], Matrix],
    *,
    refused: Mapping[int, Collection[str]],
) -> list[Match]:
    """The best line of each question, by question; a line counts for one question at most.

    ``rate`` turns features of one unit into probabilities. ``refused`` names, by question, the lines that a
    person has said do not ask it.
    """
    best: dict[int, Match] = {}
    last: int | None = None
    for row, unit in enumerate(units):
        probabilities = rate(add_order(features[row], last=last))
        for question in np.argsort(-probabilities):
            index, probability = int(question), float(probabilities[question])
            if unit.line.id in refused.get(index, ()):
                continue
            if index not in best or probability > best[index].probability:
                best[index] = Match(index, unit, probability)
            if probability >= CONFIDENCE_THRESHOLD:
                last = index
            break
    return [best[index] for index in sorted(best)]


async def match_questions(
    engines: Engines,
    lines: Sequence[SpokenLine],
    questions: Sequence[str],
    *,
    language: str,
    priority: Priority,
    known: KnownVectors | None = None,
    refused: Mapping[int, Collection[str]] | None = None,
) -> list[Match]:
    """The line that most probably asks each question; questions without any line are left out.

    The order of ``questions`` is the order in which they were prepared. Raises EngineError.
    """
    texts = [text[:MAX_QUESTION_CHARACTERS] for text in questions[:MAX_QUESTIONS]]
    units = list_units(lines)
    if not texts or not units:
        return []
    vectors = await embed_material(engines, units, texts, language=language, priority=priority, known=known)

    def choose() -> list[Match]:
        features = build_features(units, texts, vectors, load_reference_texts(language))
        return choose_matches(units, features, load_weights().probabilities, refused=refused or {})

    return await anyio.to_thread.run_sync(choose)
