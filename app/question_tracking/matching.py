"""Matches lines of the interviewer to prepared questions, each with a calibrated probability."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import anyio.to_thread
import numpy as np

from app.question_tracking import second_reading
from app.question_tracking.features import (
    FEATURES,
    PAIR_FEATURES,
    Matrix,
    Vectors,
    add_order,
    add_pairs,
    build_features,
    to_probabilities,
)
from app.question_tracking.pair_reading import read_pairs
from app.question_tracking.reference import load_reference_texts
from app.question_tracking.reply_reading import read_replies
from app.question_tracking.spoken import SpokenLine, Unit, list_units
from models.ports import ChoiceRequest, EngineError, Engines, Priority
from models.vectors import embed_texts

log = logging.getLogger("greenroom.question_tracking")

WEIGHTS_FILE = Path(__file__).parent / "weights.json"
PAIR_WEIGHTS_FILE = Path(__file__).parent / "pair_weights.json"
PAIR_LANGUAGE = "en"
"""Language in which lines are read beside the questions: that of the network's examples."""
CONFIDENCE_THRESHOLD = 0.7
"""Minimum probability at which a question is suggested as asked, unless the request sets another."""
MAX_QUESTIONS = 40
MAX_QUESTION_CHARACTERS = 2_000
COSINE, DISMISSED = FEATURES.index("cosine"), FEATURES.index("dismissed")
LITERAL_COSINE = 0.8
"""Minimum cosine at which a line counts as the prepared question, in nearly the same words."""


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
        return to_probabilities(self.slope * logits + self.offset)


@dataclass(frozen=True, slots=True)
class Matcher:
    """Weights for units after which the candidate has spoken, and for those that were just spoken."""

    answered: Weights
    unanswered: Weights

    def rate(self, unit: Unit, features: Matrix) -> Matrix:
        """For each question, given the features of one unit (questions × FEATURES)."""
        has_reply = unit.answer or unit.has_short_reply
        return (self.answered if has_reply else self.unanswered).probabilities(features)

    def rate_all(self, units: Sequence[Unit], features: Matrix) -> Matrix:
        """Units × questions, as if each question were the first one asked."""
        rated = [
            self.rate(unit, add_order(rows, last=None)) for unit, rows in zip(units, features, strict=True)
        ]
        return np.stack(rated)


@cache
def load_matcher() -> Matcher:
    """The matcher for FEATURES."""
    return _read_matcher(WEIGHTS_FILE, FEATURES)


@cache
def load_pair_matcher() -> Matcher:
    """The matcher for PAIR_FEATURES."""
    return _read_matcher(PAIR_WEIGHTS_FILE, PAIR_FEATURES)


def _read_matcher(path: Path, features: tuple[str, ...]) -> Matcher:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert tuple(data["features"]) == features
    return Matcher(_read_weights(data["answered"]), _read_weights(data["unanswered"]))


def _read_weights(data: Mapping[str, Any]) -> Weights:
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
    """The unit that most probably asks a question."""

    question: int
    """Index of the prepared question."""
    unit: Unit
    probability: float
    repeats: tuple[Unit, ...] = ()
    """Other units that ask it, too, with a probability of at least CONFIDENCE_THRESHOLD."""
    unread: tuple[ChoiceRequest, ...] = ()
    """What the language model has yet to read, because the matcher leaves the question open."""


async def _embed(engines: Engines, texts: Sequence[str], *, priority: Priority) -> Matrix:
    """One row of length 1 per text."""
    return np.array(await embed_texts(engines, texts, priority=lambda: priority))


async def embed_material(
    engines: Engines,
    units: Sequence[Unit],
    questions: Sequence[str],
    *,
    language: str,
    priority: Priority,
) -> Vectors:
    """Embeddings of units, questions and reference texts. Raises EngineError."""
    reference = load_reference_texts(language)
    reference_lines = await _embed(engines, reference.lines, priority=priority)
    reference_questions = await _embed(engines, reference.questions, priority=priority)
    question_rows = await _embed(engines, questions, priority=priority)
    texts = [text for unit in units for text in unit.windows]
    rows = await _embed(engines, texts, priority=priority) if texts else np.zeros((0, 0))
    windows: list[Matrix] = []
    start = 0
    for unit in units:
        windows.append(rows[start : start + len(unit.windows)])
        start += len(unit.windows)
    answers = np.zeros((len(units), question_rows.shape[1] if len(questions) else 0))
    heard = [index for index, unit in enumerate(units) if unit.answer]
    if heard and len(questions):
        answers[heard] = await _embed(engines, [units[index].answer for index in heard], priority=priority)
    return Vectors(windows, answers, question_rows, reference_lines, reference_questions)


def rate_units(
    units: Sequence[Unit],
    features: Matrix,
    rate: Callable[[Unit, Matrix], Matrix],
    *,
    refused: Mapping[int, Collection[str]],
) -> Matrix:
    """Probabilities (units × questions) that a unit asks a question.

    ``rate`` turns features of one unit into probabilities. ``refused`` names, by question, the lines that a
    person has said do not ask it.
    """
    rows: list[Matrix] = []
    last: int | None = None
    for row, unit in enumerate(units):
        probabilities = rate(unit, add_order(features[row], last=last)).copy()
        # A statement that the candidate only acknowledged announces a later question, unless it asks it.
        is_put_off = (features[row, :, DISMISSED] > 0) & (features[row, :, COSINE] < LITERAL_COSINE)
        probabilities[is_put_off] = 0.0
        probabilities[[question for question, ids in refused.items() if unit.line.id in ids]] = 0.0
        rows.append(probabilities)
        if probabilities.max() >= CONFIDENCE_THRESHOLD:
            last = int(probabilities.argmax())
    return np.stack(rows)


def choose_matches(units: Sequence[Unit], table: Matrix) -> list[Match]:
    """The best unit of each question, by question; a unit counts for one question at most.

    The most probable pairs of ``table`` (units × questions) come first, so a question that two units may ask
    leaves one of them to another question.
    """
    best: dict[int, tuple[Unit, float]] = {}
    repeats: dict[int, list[Unit]] = defaultdict(list)
    taken: set[int] = set()
    for place in np.argsort(-table, axis=None, kind="stable"):
        row, question = divmod(int(place), table.shape[1])
        probability = float(table[row, question])
        if row in taken or probability <= 0.0:
            continue
        if question not in best:
            best[question] = (units[row], probability)
        elif probability >= CONFIDENCE_THRESHOLD:
            repeats[question].append(units[row])
        else:
            continue
        taken.add(row)
    return [Match(index, *best[index], tuple(repeats[index])) for index in sorted(best)]


@dataclass(frozen=True, slots=True)
class Ratings:
    """What the matcher and the judge say about the units of a transcript."""

    units: Sequence[Unit]
    table: Matrix
    """Probabilities (units × questions)."""

    def list_open(self) -> dict[int, list[int]]:
        """By undecided question: the units that may be read beside it once more, the best first."""
        matches = choose_matches(self.units, self.table)
        return second_reading.list_readable(
            self.units,
            self.table,
            probabilities={match.question: match.probability for match in matches},
            taken={
                self.units.index(match.unit): match.question
                for match in matches
                if match.probability >= second_reading.HIGHEST
            },
        )


async def rate_questions(
    engines: Engines,
    lines: Sequence[SpokenLine],
    questions: Sequence[str],
    *,
    language: str,
    priority: Priority,
    refused: Mapping[int, Collection[str]] | None = None,
    reads_replies: bool = True,
) -> Ratings:
    """Ratings of all units of a transcript; there is at least one question and one unit. Raises EngineError.

    English lines are also read beside the questions if the judge is available, and, unless ``reads_replies``
    is false, beside undecided questions once more with their replies.
    """
    units = list_units(lines)
    vectors = await embed_material(engines, units, questions, language=language, priority=priority)

    def build() -> Matrix:
        return build_features(units, questions, vectors, load_reference_texts(language))

    features = await anyio.to_thread.run_sync(build)
    matcher = load_matcher()
    is_read = False
    if _is_english(language):
        probabilities = await anyio.to_thread.run_sync(matcher.rate_all, units, features)
        try:
            log_odds = await read_pairs(engines, units, questions, probabilities, priority=priority)
        except EngineError:
            log.warning("question_pairs_not_read units=%d", len(units))
        else:
            features, matcher = add_pairs(features, log_odds), load_pair_matcher()
            is_read = True

    def rate() -> Matrix:
        return rate_units(units, features, matcher.rate, refused=refused or {})

    ratings = Ratings(units, await anyio.to_thread.run_sync(rate))
    if not is_read or not reads_replies:
        return ratings
    try:
        table = await read_replies(
            engines, units, questions, ratings.table, ratings.list_open(), priority=priority
        )
    except EngineError:
        log.warning("replies_not_read units=%d", len(units))
        return ratings
    return Ratings(units, table)


async def match_questions(
    engines: Engines,
    lines: Sequence[SpokenLine],
    questions: Sequence[str],
    *,
    language: str,
    priority: Priority,
    refused: Mapping[int, Collection[str]] | None = None,
) -> list[Match]:
    """The line that most probably asks each question; questions without any line are left out.

    The order of ``questions`` is the order in which they were prepared. What the language model has read of
    undecided questions counts, in English interviews. Raises EngineError.
    """
    texts = [text[:MAX_QUESTION_CHARACTERS] for text in questions[:MAX_QUESTIONS]]
    if not texts or not list_units(lines):
        return []
    ratings = await rate_questions(
        engines, lines, texts, language=language, priority=priority, refused=refused
    )

    def choose() -> list[Match]:
        fusion = second_reading.find_fusion(engines.llm) if _is_english(language) else None
        if fusion is None:
            return choose_matches(ratings.units, ratings.table)
        table, unread = second_reading.apply_readings(
            fusion, engines.llm, ratings.units, texts, ratings.table, ratings.list_open()
        )
        matches = choose_matches(ratings.units, table)
        return [replace(match, unread=unread.get(match.question, ())) for match in matches]

    return await anyio.to_thread.run_sync(choose)


def _is_english(language: str) -> bool:
    return language.lower().split("-")[0] == PAIR_LANGUAGE
