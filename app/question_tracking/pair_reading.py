"""Reads lines beside prepared questions: what asks what, which separate embeddings cannot say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.question_tracking.features import Matrix
from app.question_tracking.spoken import Unit
from models.judgement.asked_encoding import AskedPair
from models.ports import Engines, Priority

MIN_PROBABILITY = 0.01
"""Minimum probability, by the other features, at which a pair is read."""
MAX_READ = 600
"""Maximum number of pairs read at once, the most probable first. Few interviews have more."""
NOT_READ = -6.0
"""Log-odds of the pairs that are not read, and the lowest of all."""
BATCH_PAIRS = 64


async def read_pairs(
    engines: Engines,
    units: Sequence[Unit],
    questions: Sequence[str],
    probabilities: Matrix,
    *,
    priority: Priority,
) -> Matrix:
    """Log-odds (units × questions) that units ask questions, from NOT_READ to -NOT_READ. Raises EngineError.

    ``probabilities`` (units × questions) say which pairs are worth reading.
    """
    order = np.argsort(-probabilities, axis=None, kind="stable")[:MAX_READ]
    places = [
        (row, column)
        for row, column in (divmod(int(place), len(questions)) for place in order)
        if probabilities[row, column] >= MIN_PROBABILITY
    ]
    pairs = [AskedPair(questions[column], units[row].before, units[row].windows[0]) for row, column in places]
    result = np.full(probabilities.shape, NOT_READ)
    found: list[float] = []
    for start in range(0, len(pairs), BATCH_PAIRS):
        found += await engines.judge.read_asked(pairs[start : start + BATCH_PAIRS], priority=priority)
    for place, value in zip(places, found, strict=True):
        result[place] = min(max(value, NOT_READ), -NOT_READ)
    return result
