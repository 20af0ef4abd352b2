"""Rates how grave an admitted practice is, to order the concerns of one interview among each other."""

from __future__ import annotations

import math

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
_MOST_CERTAIN = 0.995


def rate_gravity(certainty: float, sentence: str) -> float:
    """Probability, 0 to 1, that a sentence tells a grave practice.

    ``certainty`` is the probability of any concern.
    """
    certainty = min(max(certainty, 1.0 - _MOST_CERTAIN), _MOST_CERTAIN)
    log_odds = (
        OFFSET
        + CERTAINTY_WEIGHT * math.log(certainty / (1.0 - certainty))
        + WORD_WEIGHT * min(count_words(sentence), MAX_WORDS)
    )
    return 1.0 / (1.0 + math.exp(-log_odds))
