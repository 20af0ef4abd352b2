"""Metrics: average precision and F1."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def average_precision(truth: ArrayLike, scores: ArrayLike) -> float:
    """Mean precision at each true item, ranked by score, 0 to 1; equal scores keep their order."""
    order = np.argsort(-np.asarray(scores), kind="stable")
    hits = np.asarray(truth, dtype=float)[order]
    if not hits.any():
        return 0.0
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return float((precision * hits).sum() / hits.sum())


def f1(truth: ArrayLike, found: ArrayLike) -> float:
    """Harmonic mean of precision and recall, 0 to 1."""
    true, positive = np.asarray(truth, dtype=bool), np.asarray(found, dtype=bool)
    total = int(true.sum() + positive.sum())
    return 2.0 * int((true & positive).sum()) / total if total else 0.0
