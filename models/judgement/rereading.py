"""The second reading of a sentence that may be a concern: alone with its question, without its neighbors.

In its answer, a harmless sentence next to a concern looks like one too. Alone, a sentence lacks what explains
it. The mean of the log-odds of both readings ranks concerns better than either (docs/judgement.md).
"""

from __future__ import annotations

from torch import Tensor

from models.judgement.labels import CONCERNS, SENTENCE_LABELS

DOUBTFUL = 0.2
"""Minimum probability of any concern for a sentence to be read a second time."""
_COLUMNS = [index for index, label in enumerate(SENTENCE_LABELS) if label in CONCERNS]


def find_doubtful(log_odds: Tensor) -> list[int]:
    """Rows of (sentences, labels) with a probability of any concern of at least DOUBTFUL."""
    none = (1.0 - log_odds[:, _COLUMNS].sigmoid()).prod(1)
    return [row for row, probability in enumerate((1.0 - none).tolist()) if probability >= DOUBTFUL]


def blend(in_answer: Tensor, alone: Tensor) -> Tensor:
    """The log-odds (labels) of a sentence in its answer; those of concerns are the mean of both readings."""
    blended = in_answer.clone()
    blended[_COLUMNS] = (in_answer[_COLUMNS] + alone[_COLUMNS]) / 2
    return blended
