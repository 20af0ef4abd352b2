"""Features of a line and a question that follow from the rest of the transcript: rivals and order."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from app.question_tracking.features import Matrix

CONTEXT_FEATURES = (
    "log_odds",
    "asked_by_another_unit",
    "asks_another_question",
    "follows_last",
    "soon_after_last",
    "before_last",
    "leads_to_next",
    "soon_before_next",
    "after_next",
    "share_asked",
    "place_in_set",
)
"""Names of the columns that ``build_context`` returns, in order."""
NEAR = 3
"""Steps between two prepared questions that are asked one soon after the other."""
MAX_CERTAINTY = 0.99


def build_context(log_odds: Matrix) -> Matrix:
    """An array units × questions × CONTEXT_FEATURES from the log odds of each unit and question alone.

    A unit asks one question at most and a question is mostly asked once, so each pair has rivals. Questions
    are mostly asked in the order in which they were prepared, so the units before and after count, too.
    """
    units, questions = log_odds.shape
    chances = 1.0 / (1.0 + np.exp(-np.clip(log_odds, -30.0, 30.0)))
    shares = chances / np.maximum(1.0, chances.sum(axis=1, keepdims=True))
    shares = shares / np.maximum(1.0, shares.sum(axis=0, keepdims=True))
    place = np.arange(questions) / max(1, questions - 1)
    result: Matrix = np.stack(
        [
            log_odds,
            np.log(1.0 - np.minimum(_best_others(shares.T).T, MAX_CERTAINTY)),
            np.log(1.0 - np.minimum(_best_others(shares), MAX_CERTAINTY)),
            *_follow_order(shares, range(units), is_forward=True),
            *_follow_order(shares, range(units - 1, -1, -1), is_forward=False),
            np.full((units, questions), np.minimum(shares.sum(axis=0), 1.0).mean()),
            np.broadcast_to(place, (units, questions)),
        ],
        axis=2,
    )
    return result


def _best_others(values: Matrix) -> Matrix:
    """For each value the best other one of its row; zeros with one column."""
    if values.shape[1] < 2:
        return np.zeros_like(values)
    ordered = np.sort(values, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    result: Matrix = np.where(values >= best, second, best)
    return result


def _follow_order(shares: Matrix, order: Iterable[int], *, is_forward: bool) -> tuple[Matrix, Matrix, Matrix]:
    """How each question lies to the one that is asked last before each unit, or first after it.

    Three matrices units × questions of probabilities: one step on in the prepared order, up to NEAR steps
    on, any step back. Before anything was asked, the first question is one step on.
    """
    units, questions = shares.shape
    steps = np.arange(questions)[None, :] - np.arange(questions)[:, None]
    steps = steps if is_forward else -steps
    next_to = (steps == 1).astype(float)
    near = ((steps > 1) & (steps <= NEAR)).astype(float)
    wrong = (steps < 1).astype(float)
    found = np.zeros((3, units, questions))
    last = np.zeros(questions)
    """Probability that each question is the one that was asked last."""
    nothing_yet = 1.0
    for row in order:
        found[:, row] = last @ next_to, last @ near, last @ wrong
        if is_forward:
            found[0, row, 0] += nothing_yet
        asks = min(MAX_CERTAINTY, float(shares[row].sum()))
        last = last * (1.0 - asks) + shares[row]
        nothing_yet *= 1.0 - asks
    return found[0], found[1], found[2]
