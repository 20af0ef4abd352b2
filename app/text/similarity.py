"""Similarity of two texts, by the stems of their content words or by their embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet


def jaccard(first: AbstractSet[str], second: AbstractSet[str]) -> float:
    """Shared stems as a share of the stems of both texts together, 0 to 1; 0 if either has none."""
    return len(first & second) / len(first | second) if first and second else 0.0


def covered_share(stems: AbstractSet[str], source: AbstractSet[str]) -> float:
    """Share of ``stems`` that ``source`` contains, 0 to 1; 0 if there are none."""
    return len(stems & source) / len(stems) if stems else 0.0


def cosine(first: Sequence[float], second: Sequence[float]) -> float:
    """Cosine of two vectors of length 1, as embeddings are."""
    return sum(a * b for a, b in zip(first, second, strict=True))
