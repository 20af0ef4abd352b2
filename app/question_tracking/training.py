"""Trains Question Sense on the labeled sessions and writes ``weights.json`` with a card of figures.

    python -m app.question_tracking.training

Training fits a logistic regression over pairs of a line and a question, and then calibrates the best pair of
each line on folds of sessions that its regression did not read. The held-out sessions are only measured.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from app.core.settings import Settings
from app.engines import make_engines_config
from app.question_tracking.features import FEATURES, Matrix, add_order, build_features
from app.question_tracking.matching import WEIGHTS_FILE, KnownVectors, Weights, embed_material
from app.question_tracking.measuring import measure_sessions
from app.question_tracking.reference import load_reference_texts
from app.question_tracking.sessions import (
    HELD_OUT_FILE,
    Session,
    count_labels,
    misrecognize,
    read_sessions,
    read_training_sessions,
)
from app.question_tracking.spoken import Unit, list_units
from models.ports import Engines, Priority
from models.runtime import build_engines

FOLDS = 5
STEPS = 400
RIDGE = 2.0
CALIBRATION_RIDGE = 0.05
POSITIVE_WEIGHT = 1.0


@dataclass(frozen=True, slots=True)
class Rows:
    """The pairs of one session: units × questions × FEATURES, and the question that each unit asks."""

    features: Matrix
    labels: tuple[int | None, ...]


async def _read_rows(engines: Engines, session: Session, known: KnownVectors) -> Rows:
    units: list[Unit] = list_units(session.lines)
    vectors = await embed_material(
        engines,
        units,
        session.questions,
        language=session.language,
        priority=Priority.BACKGROUND,
        known=known,
    )
    features = build_features(units, session.questions, vectors, load_reference_texts(session.language))
    last: int | None = None
    labels = tuple(session.labels[unit.index] for unit in units)
    for row, label in enumerate(labels):
        features[row] = add_order(features[row], last=last)
        last = label if label is not None else last
    return Rows(features, labels)


def _stack(rows: Sequence[Rows]) -> tuple[Matrix, Matrix]:
    pairs = np.concatenate([item.features.reshape(-1, len(FEATURES)) for item in rows])
    targets = np.concatenate(
        [
            [float(label == column) for column in range(item.features.shape[1])]
            for item in rows
            for label in item.labels
        ]
    )
    return pairs, targets


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


def _fit(rows: Sequence[Rows]) -> Weights:
    pairs, targets = _stack(rows)
    means, scales = pairs.mean(axis=0), np.maximum(pairs.std(axis=0), 1e-6)
    found = _solve((pairs - means) / scales, targets, RIDGE)
    return Weights(means, scales, found[:-1], float(found[-1]), 1.0, 0.0)


def _calibrate(rows: Sequence[Rows], fold_of: Sequence[int]) -> tuple[float, float]:
    """Slope and offset of the logit of each line's best question, read by a fit without that session."""
    logits: list[float] = []
    targets: list[float] = []
    for fold in range(FOLDS):
        weights = _fit([item for item, number in zip(rows, fold_of, strict=True) if number != fold])
        for item, number in zip(rows, fold_of, strict=True):
            if number != fold:
                continue
            for features, label in zip(item.features, item.labels, strict=True):
                probabilities = weights.probabilities(features)
                best = int(probabilities.argmax())
                value = float(np.clip(probabilities[best], 1e-9, 1 - 1e-9))
                logits.append(np.log(value / (1 - value)))
                targets.append(float(label == best))
    found = _solve(np.array(logits)[:, None], np.array(targets), CALIBRATION_RIDGE)
    return float(found[0]), float(found[1])


def _round(values: Matrix) -> list[float]:
    return [round(float(value), 5) for value in values]


async def train() -> None:
    """Write ``weights.json``."""
    engines = build_engines(make_engines_config(Settings()))
    known = KnownVectors()
    try:
        sessions = read_training_sessions()
        noisy = [misrecognize(item, seed=index) for index, item in enumerate(sessions)]
        both = [*sessions, *noisy]
        rows = [await _read_rows(engines, item, known) for item in both]
        # A session and its noisy copy are in the same fold.
        fold_of = [index % len(sessions) % FOLDS for index in range(len(both))]
        fitted = _fit(rows)
        slope, offset = _calibrate(rows, fold_of)
        data = {
            "features": list(FEATURES),
            "means": _round(fitted.means),
            "scales": _round(fitted.scales),
            "coefficients": _round(fitted.coefficients),
            "intercept": round(fitted.intercept, 5),
            "slope": round(slope, 5),
            "offset": round(offset, 5),
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
