"""Embeddings of any number of texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.ports import Engines, Priority

BATCH_SIZE = 64
"""Texts of one request, so that a request with priority does not wait for all of them."""


async def embed_texts(
    engines: Engines, texts: Sequence[str], *, priority: Callable[[], Priority]
) -> list[list[float]]:
    """One vector of length 1 per text. ``priority`` is read before each request. Raises EngineError."""
    vectors: list[list[float]] = []
    for start in range(0, len(texts), BATCH_SIZE):
        vectors += await engines.embeddings.embed(texts[start : start + BATCH_SIZE], priority=priority())
    return vectors
