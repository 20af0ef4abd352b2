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
MAX_KEPT = 10_000
BATCH_PAIRS = 64


class KnownPairs:
    """Log-odds of pairs that were read before, so that a running interview reads each line once."""

    def __init__(self) -> None:
        self._log_odds: dict[AskedPair, float] = {}

    async def read(self, engines: Engines, pairs: Sequence[AskedPair], *, priority: Priority) -> list[float]:
        """One value per pair. Raises EngineError."""
        missing = [pair for pair in dict.fromkeys(pairs) if pair not in self._log_odds]
        for start in range(0, len(missing), BATCH_PAIRS):
            batch = missing[start : start + BATCH_PAIRS]
            found = await engines.judge.read_asked(batch, priority=priority)
            self._log_odds.update(zip(batch, found, strict=True))
        values = [self._log_odds[pair] for pair in pairs]
        while len(self._log_odds) > MAX_KEPT:
            del self._log_odds[next(iter(self._log_odds))]
        return values


async def read_pairs(
    engines: Engines,
    units: Sequence[Unit],
    questions: Sequence[str],
    probabilities: Matrix,
    *,
    priority: Priority,
    known: KnownPairs | None = None,
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
    found = await (known or KnownPairs()).read(engines, pairs, priority=priority)
    for place, value in zip(places, found, strict=True):
        result[place] = min(max(value, NOT_READ), -NOT_READ)
    return result
