"""Average precision and F1, against values computed by hand."""

from __future__ import annotations

import pytest

from models.judgement.metrics import average_precision, f1


def test_average_precision_is_the_mean_of_precisions_at_true_items() -> None:
    # True items rank first and third: (1/1 + 2/3) / 2.
    assert average_precision([True, False, True, False], [0.9, 0.8, 0.7, 0.1]) == pytest.approx(5 / 6)
    assert average_precision([False, False], [0.5, 0.4]) == 0.0


def test_f1_counts_both_kinds_of_error() -> None:
    assert f1([True, True, False, False], [True, False, True, False]) == pytest.approx(0.5)
    assert f1([False], [False]) == 0.0
