"""Rates how probably a concern is a grave one, to order the concerns of one interview among each other."""

from __future__ import annotations

from app.analysis.log_odds import to_log_odds, to_probability
from app.text.words import count_words

OFFSET = -6.15
CERTAINTY_WEIGHT = 0.35
"""Weight of the log-odds of a concern."""
WORD_WEIGHT = 0.173
"""Weight of a word of the sentence, up to MAX_WORDS.

Who admits a practice in passing tells the occasion and a reason with it. Sentences that only sound like a
concern are shorter. A logistic model over the practices shown in 48 interviews for development
(docs/judgement.md).
"""
MAX_WORDS = 45
_LEAST_CERTAIN = 0.005
RECOGNIZED_WEIGHT = 0.25
"""Weight of the log-odds of a practice by the judge alone, beside those by the heads for whole interviews."""
TOLD_OFFSET = 0.25
"""So that the limits of a summary (``summary.py``) hold for both ways to rate a concern."""
_LEAST_RECOGNIZED = 0.01


def rate_gravity(certainty: float, sentence: str) -> float:
    """Probability, 0 to 1, that a sentence tells a grave practice.

    ``certainty`` is the probability of any concern.
    """
    return to_probability(
        OFFSET
        + CERTAINTY_WEIGHT * to_log_odds(certainty, least=_LEAST_CERTAIN)
        + WORD_WEIGHT * min(count_words(sentence), MAX_WORDS)
    )


def rate_told_gravity(certainty: float, recognized: float) -> float:
    """The same for a concern of any kind that the heads for whole interviews have rated.

    ``certainty`` is its probability by the heads, which know its length; ``recognized`` that of a practice by
    the judge alone.
    """
    return to_probability(
        TOLD_OFFSET
        + to_log_odds(certainty, least=_LEAST_RECOGNIZED)
        + RECOGNIZED_WEIGHT * to_log_odds(recognized, least=_LEAST_RECOGNIZED)
    )
