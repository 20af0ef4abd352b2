"""Recognizes the form in which a practice is admitted in passing: "When it's late, I just sign it".

The candidate says in the first person what they do, when, and why that does no harm. The form says nothing
about the practice, so it only moves the judge's log-odds of a bad one.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.analysis.lexicon import Lexicon
from app.analysis.log_odds import to_log_odds, to_probability
from app.text.folding import lower_speech
from models.judgement.labels import SentenceLabel

PRACTICES = frozenset({SentenceLabel.SHORTCUT, SentenceLabel.WRONG, SentenceLabel.CONDUCT})
WEIGHTS: Mapping[str, float] = {
    "condition": 0.6,
    "reason": 0.55,
    "habit": 0.5,
    "merely": 0.95,
    "omission": 0.25,
    "harmless": 0.5,
}
"""Log-odds of each part of the form.

Half the weights of a logistic model over the 33,705 English sentences of the training data, because the parts
are not independent of what the judge reads. Chosen on twelve interviews (docs/judgement.md).
"""
OFFSET = -0.18
"""Log-odds of a sentence without any part, so that the mean over the training data stays."""


def rate_form(text: str, lexicon: Lexicon) -> float:
    """Log-odds by which the form of a sentence makes a bad practice more probable."""
    spoken = lower_speech(text)
    if lexicon.self_words.search(spoken) is None:
        return OFFSET
    return OFFSET + sum(
        weight for name, weight in WEIGHTS.items() if lexicon.admissions[name].search(spoken) is not None
    )


def weigh_form(labels: Mapping[SentenceLabel, float], form: float) -> dict[SentenceLabel, float]:
    """The probabilities of a sentence, those of bad practices moved by the log-odds of its form."""
    return {label: _move(value, form) if label in PRACTICES else value for label, value in labels.items()}


def _move(probability: float, log_odds: float) -> float:
    return to_probability(to_log_odds(probability) + log_odds)
