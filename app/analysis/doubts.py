"""Keeps statements that may contradict the CV from the strengths of a summary.

Answers that may hold a concern are no strengths in the first place (``selection.py``).
"""

from __future__ import annotations

from collections.abc import Sequence

from app.analysis.interview_signs import rate_contradiction
from app.analysis.judging import JudgedAnswer
from app.analysis.prose import Told

QUOTED_CONTRADICTION = 0.0
"""Log-odds of a contradiction to the CV from which a statement is not quoted."""


def quotes_doubtful(told: Told, answers: Sequence[JudgedAnswer]) -> bool:
    """Whether a strength quotes a statement that may contradict the CV."""
    quotes = [piece.quote for piece in told.finding.evidence]
    return any(
        rate_contradiction(answers, at, item) >= QUOTED_CONTRADICTION
        for at, answer in enumerate(answers)
        if told.segment_ids & {line.id for line in answer.exchange.answered}
        for item in answer.counted
        if any(item.sentence.text in quote or quote in item.sentence.text for quote in quotes)
    )
