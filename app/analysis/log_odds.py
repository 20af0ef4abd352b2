"""Log-odds of probabilities, and back."""

from __future__ import annotations

import math

LEAST = 0.001


def to_log_odds(probability: float, *, least: float = LEAST) -> float:
    """Log-odds of a probability, which counts as ``least`` at least and as ``1 - least`` at most."""
    probability = min(max(probability, least), 1.0 - least)
    return math.log(probability / (1.0 - probability))


def to_probability(log_odds: float) -> float:
    """The probability, 0 to 1, with these log-odds."""
    return 1.0 / (1.0 + math.exp(-log_odds))
