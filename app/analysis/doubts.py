"""Keeps statements that may contradict the CV, or may be a concern, from the strengths of a summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.analysis.interview_signs import rate_concern, rate_contradiction
from app.analysis.judging import JudgedAnswer
from app.analysis.prose import Told

QUOTED_CONTRADICTION = 0.0
"""Log-odds of a contradiction to the CV from which a statement is not quoted."""
QUOTED_CONCERN = 0.3
"""Probability of a concern from which it is not."""


def quotes_doubtful(told: Told, answers: Sequence[JudgedAnswer]) -> bool:
    """Whether a strength quotes a statement that may be something else."""
    quotes = [piece.quote for piece in told.finding.evidence]
    return any(
        contradiction >= QUOTED_CONTRADICTION or concern >= QUOTED_CONCERN
        for text, contradiction, concern in _rate_statements(told, answers)
        if any(text in quote or quote in text for quote in quotes)
    )


def _rate_statements(told: Told, answers: Sequence[JudgedAnswer]) -> Iterator[tuple[str, float, float]]:
    """The sentences of the answers that a finding quotes; none if the heads have not read them.

    Each with the log-odds of a contradiction and the probability of a concern.
    """
    segments = {piece.segment_id for piece in told.finding.evidence}
    return (
        (item.sentence.text, rate_contradiction(answers, at, item), rate_concern(item))
        for at, answer in enumerate(answers)
        if segments & {line.id for line in answer.exchange.answered}
        for item in answer.counted
        if item.told is not None
    )
