"""Trains Question Sense on the labeled sessions and writes ``weights.json`` with a card of figures.

    python -m app.question_tracking.training

Two logistic regressions read a unit and a question alone: one for units that were answered, one for units
that were just spoken. A third one reads their results for a whole transcript (``context.py``), and the best
unit of each question is calibrated. Each step learns from what the step before it gave for sessions that it
was not fitted to, because a fit is too sure of its own sessions. The held-out sessions are only measured.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain

import numpy as np

from app.core.settings import Settings
from app.engines import make_engines_config
from app.question_tracking.context import CONTEXT_FEATURES, build_context
from app.question_tracking.features import FEATURES, Matrix, Vectors, build_features
from app.question_tracking.matching import (
    WEIGHTS_FILE,
    KnownVectors,
    Matcher,
    Weights,
    choose_matches,
    embed_material,
    is_english,
)
from app.question_tracking.measuring import measure_sessions
from app.question_tracking.reference import load_reference_texts
from app.question_tracking.sessions import (
    HELD_OUT_FILE,
    Session,
    count_labels,
    leave_out_questions,
    misrecognize,
    read_sessions,
    read_training_files,
    read_training_sessions,
)
from app.question_tracking.spoken import Unit, list_units
from models.ports import Engines, Priority
from models.runtime import build_engines

FOLDS = 5
KEPT_OF_FEW = 3
"""One of so many prepared questions is kept in the copies with few questions."""
STEPS = 400
RIDGE = 2.0
CALIBRATION_RIDGE = 0.05
MIN_SCALE = 1e-3
"""A column that varies less is the same for all pairs."""
ANSWER_BEFORE = FEATURES.index("cosine_to_answer_before")


@dataclass(frozen=True, slots=True)
class Rows:
    """A session, or its first half as a running interview has it: the last turn has no reply yet."""

    fold: int
    """A session and its copies are in the same fold."""
    is_english: bool
    units: Sequence[Unit]
    answered: Matrix
    """Units × questions × FEATURES."""
    unanswered: Matrix
    """The same if no unit had been answered yet."""
    labels: tuple[frozenset[int], ...]
    """The questions that each unit asks."""
    is_whole: bool


async def _read_rows(engines: Engines, session: Session, fold: int, known: KnownVectors) -> list[Rows]:
    units: list[Unit] = list_units(session.lines)
    vectors = await embed_material(
        engines,
        units,
        session.questions,
        language=session.language,
        priority=Priority.BACKGROUND,
        known=known,
    )
    half = len(units) // 2
    counts = [len(units), half] if half else [len(units)]
    return [_make_rows(session, fold, units, vectors, count) for count in counts]


def _make_rows(session: Session, fold: int, units: Sequence[Unit], vectors: Vectors, count: int) -> Rows:
    is_whole = count == len(units)
    spoken = list(units[:count])
    if not is_whole:
        reply = spoken[-1].answer, spoken[-1].has_short_reply
        at = count
        while at and (spoken[at - 1].answer, spoken[at - 1].has_short_reply) == reply:
            at -= 1
            spoken[at] = _forget_reply(spoken[at])
    has_answer = np.array([bool(unit.answer) for unit in spoken])
    own = replace(
        vectors,
        windows=vectors.windows[:count],
        answers=np.where(has_answer[:, None], vectors.answers[:count], 0.0),
    )
    build = partial(
        build_features, questions=session.questions, reference=load_reference_texts(session.language)
    )
    answered = build(spoken, vectors=own)
    unanswered = build(
        [_forget_reply(unit) for unit in spoken], vectors=replace(own, answers=np.zeros_like(own.answers))
    )
    unanswered[:, :, ANSWER_BEFORE] = answered[:, :, ANSWER_BEFORE]
    labels = tuple(
        frozenset(
            question for line in range(unit.first, unit.index + 1) for question in session.list_asked(line)
        )
        for unit in spoken
    )
    return Rows(fold, is_english(session.language), spoken, answered, unanswered, labels, is_whole)


def _forget_reply(unit: Unit) -> Unit:
    return replace(unit, answer="", has_short_reply=False)


def _only_leads_to_question(rows: Rows, row: int) -> bool:
    """Whether a unit says something first, and the next one asks: it is no example of either."""
    following = rows.labels[row + 1] if row + 1 < len(rows.labels) else frozenset()
    return (
        bool(rows.labels[row] & following)
        and "?" not in rows.units[row].windows[0]
        and "?" in rows.units[row + 1].windows[0]
    )


def _solve(pairs: Matrix, targets: Matrix, ridge: float) -> Matrix:
    """Logistic regression by Newton's method; the last coefficient is the intercept, without penalty."""
    design = np.column_stack([pairs, np.ones(len(pairs))])
    penalty = np.full(design.shape[1], ridge)
    penalty[-1] = 0.0
    found = np.zeros(design.shape[1])
    for _ in range(STEPS):
        probabilities = 1.0 / (1.0 + np.exp(-np.clip(design @ found, -30.0, 30.0)))
        gradient = design.T @ (probabilities - targets) + penalty * found
        curvature = design.T @ (design * (probabilities * (1 - probabilities))[:, None]) + np.diag(
            penalty + 1e-9
        )
        step = np.linalg.solve(curvature, gradient)
        found = found - step
        if float(np.abs(step).max()) < 1e-8:
            break
    return found


def _fit(rows: Sequence[Rows], tables: Sequence[Matrix]) -> Weights:
    """Fit to ``tables`` (units × questions × features), one for each of ``rows``."""
    pairs: list[Matrix] = []
    targets: list[list[float]] = []
    for item, table in zip(rows, tables, strict=True):
        for row, (features, labels) in enumerate(zip(table, item.labels, strict=True)):
            if not _only_leads_to_question(item, row):
                pairs.append(features)
                targets.append([float(column in labels) for column in range(len(features))])
    stacked = np.concatenate(pairs)
    deviations = stacked.std(axis=0)
    means, scales = stacked.mean(axis=0), np.where(deviations > MIN_SCALE, deviations, 1.0)
    found = _solve((stacked - means) / scales, np.concatenate([np.array(one) for one in targets]), RIDGE)
    return Weights(means, scales, found[:-1], float(found[-1]))


def _fit_alone(rows: Sequence[Rows]) -> tuple[Weights, Weights]:
    """Weights for units with a reply and for units without one."""
    whole = [item for item in rows if item.is_whole]
    return (
        _fit(whole, [item.answered for item in whole]),
        _fit(whole, [item.unanswered for item in whole]),
    )


def _rate_alone(answered: Weights, unanswered: Weights, item: Rows) -> Matrix:
    has_reply = np.array([bool(unit.answer) or unit.has_short_reply for unit in item.units])
    return np.where(
        has_reply[:, None], answered.log_odds(item.answered), unanswered.log_odds(item.unanswered)
    )


def fit_matcher(rows: Sequence[Rows]) -> Matcher:
    """All weights and the calibration."""
    contexts: dict[int, Matrix] = {}
    for fold in range(FOLDS):
        alone = _fit_alone([item for item in rows if item.fold != fold])
        contexts |= {
            at: build_context(_rate_alone(*alone, item)) for at, item in enumerate(rows) if item.fold == fold
        }
    log_odds: list[float] = []
    targets: list[float] = []
    for fold in range(FOLDS):
        others = [at for at, item in enumerate(rows) if item.fold != fold]
        weights = _fit([rows[at] for at in others], [contexts[at] for at in others])
        for at, item in enumerate(rows):
            if item.fold != fold:
                continue
            asked = frozenset().union(*item.labels)
            chances = 1.0 / (1.0 + np.exp(-np.clip(weights.log_odds(contexts[at]), -30.0, 30.0)))
            for match in choose_matches(item.units, item.answered, chances, refused={}):
                value = float(np.clip(match.probability, 1e-9, 1 - 1e-9))
                log_odds.append(np.log(value / (1 - value)))
                targets.append(float(match.question in asked))
    found = _solve(np.array(log_odds)[:, None], np.array(targets), CALIBRATION_RIDGE)
    context = _fit(rows, [contexts[at] for at in range(len(rows))])
    return Matcher(*_fit_alone(rows), context, float(found[0]), float(found[1]))


def _write_matcher(matcher: Matcher) -> dict[str, object]:
    return {
        "answered": _write_weights(matcher.answered),
        "unanswered": _write_weights(matcher.unanswered),
        "context": _write_weights(matcher.context),
        "slope": round(matcher.slope, 5),
        "offset": round(matcher.offset, 5),
    }


def _write_weights(weights: Weights) -> dict[str, object]:
    return {
        "means": _round(weights.means),
        "scales": _round(weights.scales),
        "coefficients": _round(weights.coefficients),
        "intercept": round(weights.intercept, 5),
    }


def _round(values: Matrix) -> list[float]:
    return [round(float(value), 5) for value in values]


async def read_all_rows(engines: Engines, files: Sequence[Sequence[Session]]) -> list[Rows]:
    """Each session as it is, with recognition errors, and with few prepared questions."""
    known = KnownVectors()
    rows: list[Rows] = []
    for index, session in chain.from_iterable(map(enumerate, files)):
        few = range(index % KEPT_OF_FEW, len(session.questions), KEPT_OF_FEW)
        for copy in (
            session,
            misrecognize(session, seed=index),
            leave_out_questions(session, kept=few),
        ):
            rows += await _read_rows(engines, copy, index % FOLDS, known)
    return rows


async def train() -> None:
    """Write ``weights.json``."""
    engines = build_engines(make_engines_config(Settings()))
    try:
        sessions, held_out = read_training_sessions(), read_sessions(HELD_OUT_FILE)
        rows = await read_all_rows(engines, read_training_files())
        data: dict[str, object] = {
            "features": list(FEATURES),
            "contextFeatures": list(CONTEXT_FEATURES),
            "english": _write_matcher(fit_matcher(rows)),
            "otherLanguages": _write_matcher(fit_matcher([item for item in rows if not item.is_english])),
            "embeddings": engines.embeddings.identity.name,
            "data": {"training": count_labels(sessions), "heldOut": count_labels(held_out)},
        }
        WEIGHTS_FILE.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
        for name, measured in (
            ("heldOutFigures", held_out),
            (
                "heldOutMisrecognizedFigures",
                [misrecognize(item, seed=1_000 + index) for index, item in enumerate(held_out)],
            ),
        ):
            data[name] = asdict(await measure_sessions(engines, measured))
        WEIGHTS_FILE.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    finally:
        await engines.stop()


if __name__ == "__main__":
    asyncio.run(train())
