"""Trains Question Sense on the labeled sessions and writes ``weights.json`` with a card of figures.

    python -m app.question_tracking.training

Training fits a logistic regression over pairs of a unit and a question, and then calibrates the best unit of
each question on folds of sessions that its regression did not read; once with answers, and once for units
that were just spoken. The held-out sessions are only measured.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from app.core.settings import Settings
from app.engines import make_engines_config
from app.question_tracking.features import FEATURES, Matrix, add_order, build_features, to_probabilities
from app.question_tracking.matching import (
    WEIGHTS_FILE,
    Matcher,
    Weights,
    choose_matches,
    embed_material,
    rate_units,
)
from app.question_tracking.measuring import measure_sessions
from app.question_tracking.reference import load_reference_texts
from app.question_tracking.sessions import (
    HELD_OUT_FILE,
    Session,
    choose_questions,
    count_labels,
    misrecognize,
    read_sessions,
    read_training_sessions,
)
from app.question_tracking.spoken import Unit, list_units
from models.ports import Engines, Priority
from models.remembering import remember_results
from models.runtime import build_engines

FOLDS = 5
PARTS = 2
KEPT_OF_FEW = 3
"""One of so many prepared questions is kept in the copies with few questions."""
STEPS = 400
RIDGE = 2.0
CALIBRATION_RIDGE = 0.05
OF_ANSWERS = ("answer_cosine", "answer_margin", "short_reply", "dismissed")
MIN_SCALE = 1e-3
"""A column that varies less is the same for all pairs."""


@dataclass(frozen=True, slots=True)
class Rows:
    """One session: its units, units × questions × FEATURES, and the questions that each unit asks."""

    session: Session
    units: Sequence[Unit]
    features: Matrix
    """Without the order of the questions."""
    labels: tuple[frozenset[int], ...]
    weight: float = 1.0
    """How much the session counts in a fit."""


async def read_rows(engines: Engines, session: Session) -> Rows:
    units: list[Unit] = list_units(session.lines)
    vectors = await embed_material(
        engines,
        units,
        session.questions,
        language=session.language,
        priority=Priority.BACKGROUND,
    )
    features = build_features(units, session.questions, vectors, load_reference_texts(session.language))
    labels = tuple(
        frozenset(
            question for line in range(unit.first, unit.index + 1) for question in session.list_asked(line)
        )
        for unit in units
    )
    return Rows(session, units, features, labels)


def forget_answers(rows: Rows) -> Rows:
    """The same session as if no unit had been answered yet."""
    features = rows.features.copy()
    of_answers = [FEATURES.index(name) for name in OF_ANSWERS]
    features[:, :, of_answers] = 0.0
    return replace(
        rows,
        units=[replace(unit, answer="", has_short_reply=False) for unit in rows.units],
        features=features,
    )


def _only_leads_to_question(rows: Rows, row: int) -> bool:
    """Whether a unit says something first, and the next one asks: it is not an example of either."""
    following = rows.labels[row + 1] if row + 1 < len(rows.labels) else frozenset()
    return (
        bool(rows.labels[row] & following)
        and "?" not in rows.units[row].windows[0]
        and "?" in rows.units[row + 1].windows[0]
    )


def _stack(rows: Sequence[Rows]) -> tuple[Matrix, Matrix, Matrix]:
    """Features, targets and weights of all pairs."""
    pairs: list[Matrix] = []
    targets: list[list[float]] = []
    weights: list[Matrix] = []
    for item in rows:
        last: int | None = None
        for row, (features, labels) in enumerate(zip(item.features, item.labels, strict=True)):
            if _only_leads_to_question(item, row):
                continue
            pairs.append(add_order(features, last=last))
            targets.append([float(column in labels) for column in range(len(features))])
            weights.append(np.full(len(features), item.weight))
            last = max(labels, default=last)
    return (
        np.concatenate(pairs),
        np.concatenate([np.array(one) for one in targets]),
        np.concatenate(weights),
    )


def solve_logistic(pairs: Matrix, targets: Matrix, weights: Matrix, ridge: float) -> Matrix:
    """Logistic regression by Newton's method; the last coefficient is the intercept, without penalty."""
    design = np.column_stack([pairs, np.ones(len(pairs))])
    penalty = np.full(design.shape[1], ridge)
    penalty[-1] = 0.0
    found = np.zeros(design.shape[1])
    for _ in range(STEPS):
        probabilities = to_probabilities(design @ found)
        gradient = design.T @ (weights * (probabilities - targets)) + penalty * found
        spread = weights * probabilities * (1 - probabilities)
        curvature = design.T @ (design * spread[:, None]) + np.diag(penalty + 1e-9)
        step = np.linalg.solve(curvature, gradient)
        found = found - step
        if float(np.abs(step).max()) < 1e-8:
            break
    return found


def _fit(rows: Sequence[Rows]) -> Weights:
    pairs, targets, weights = _stack(rows)
    means, scales = pairs.mean(axis=0), np.where(pairs.std(axis=0) > MIN_SCALE, pairs.std(axis=0), 1.0)
    found = solve_logistic((pairs - means) / scales, targets, weights, RIDGE)
    return Weights(means, scales, found[:-1], float(found[-1]), 1.0, 0.0)


def _calibrate(rows: Sequence[Rows], fold_of: Sequence[int]) -> tuple[float, float]:
    """Slope and offset of the logit of each question's best unit, read by a fit without that session."""
    logits: list[float] = []
    targets: list[float] = []
    counts: list[float] = []
    for fold in range(FOLDS):
        fitted = _fit([item for item, number in zip(rows, fold_of, strict=True) if number != fold])
        for item, number in zip(rows, fold_of, strict=True):
            if number != fold:
                continue
            # Parts of a session, too, because a running interview has not asked most of its questions yet.
            for count in {len(item.units) * part // PARTS for part in range(1, PARTS + 1)} - {0}:
                asked = frozenset().union(*item.labels[:count])
                table = rate_units(
                    item.units[:count], item.features[:count], Matcher(fitted, fitted).rate, refused={}
                )
                for match in choose_matches(item.units[:count], table):
                    value = float(np.clip(match.probability, 1e-9, 1 - 1e-9))
                    logits.append(np.log(value / (1 - value)))
                    targets.append(float(match.question in asked))
                    counts.append(item.weight)
    found = solve_logistic(np.array(logits)[:, None], np.array(targets), np.array(counts), CALIBRATION_RIDGE)
    return float(found[0]), float(found[1])


def fit_matcher(rows: Sequence[Rows], fold_of: Sequence[int]) -> dict[str, object]:
    """Fitted and calibrated weights, as in the file."""
    fitted = _fit(rows)
    slope, offset = _calibrate(rows, fold_of)
    return {
        "means": _round(fitted.means),
        "scales": _round(fitted.scales),
        "coefficients": _round(fitted.coefficients),
        "intercept": round(fitted.intercept, 5),
        "slope": round(slope, 5),
        "offset": round(offset, 5),
    }


def _round(values: Matrix) -> list[float]:
    return [round(float(value), 5) for value in values]


async def train() -> None:
    """Write ``weights.json``."""
    engines = remember_results(build_engines(make_engines_config(Settings())))
    try:
        sessions = read_training_sessions()
        noisy = [misrecognize(item, seed=index) for index, item in enumerate(sessions)]
        few = [
            choose_questions(item, range(index % KEPT_OF_FEW, len(item.questions), KEPT_OF_FEW))
            for index, item in enumerate(sessions)
        ]
        copies = [*sessions, *noisy, *few]
        rows = [await read_rows(engines, item) for item in copies]
        # A session and its copies are in the same fold.
        fold_of = [index % len(sessions) % FOLDS for index in range(len(copies))]
        data: dict[str, object] = {
            "features": list(FEATURES),
            "answered": fit_matcher(rows, fold_of),
            "unanswered": fit_matcher([forget_answers(item) for item in rows], fold_of),
            "embeddings": engines.embeddings.identity.name,
            "data": {
                "training": count_labels(sessions),
                "heldOut": count_labels(read_sessions(HELD_OUT_FILE)),
            },
        }
        WEIGHTS_FILE.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
        held_out = read_sessions(HELD_OUT_FILE)
        for name, measured in (
            ("trainingFigures", sessions),
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
