"""Second reading of possible concerns: which sentences are read again, and how both readings are combined."""

from __future__ import annotations

import math

import torch

from models.judgement.labels import CONCERNS, SENTENCE_LABELS, SentenceLabel
from models.judgement.rereading import DOUBTFUL, blend, find_doubtful

UNLIKELY = -6.0


def _make_row(**log_odds: float) -> list[float]:
    return [log_odds.get(label.value, UNLIKELY) for label in SENTENCE_LABELS]


def _to_log_odds(probability: float) -> float:
    return math.log(probability / (1 - probability))


def test_sentences_that_may_be_a_concern_are_doubtful() -> None:
    rows = [
        _make_row(result=4.0),
        _make_row(shortcut=_to_log_odds(DOUBTFUL + 0.01)),
        _make_row(generic=4.0, evasion=4.0),
        _make_row(gap=_to_log_odds(DOUBTFUL - 0.05)),
    ]
    assert find_doubtful(torch.tensor(rows)) == [1]


def test_concerns_of_several_kinds_add_up() -> None:
    each = _to_log_odds(DOUBTFUL * 0.7)
    assert find_doubtful(torch.tensor([_make_row(wrong=each, conduct=each)])) == [0]


def test_only_concerns_take_the_mean_of_both_readings() -> None:
    in_answer, alone = torch.full((len(SENTENCE_LABELS),), 2.0), torch.full((len(SENTENCE_LABELS),), -1.0)
    blended = dict(zip(SENTENCE_LABELS, blend(in_answer, alone).tolist(), strict=True))
    assert {blended[label] for label in CONCERNS} == {0.5}
    assert {blended[label] for label in set(SentenceLabel) - CONCERNS} == {2.0}
    assert in_answer.tolist() == [2.0] * len(SENTENCE_LABELS)
