"""Times of HTTP calls to a server of the benchmarks, without any model."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence

import numpy as np

NO_MODELS = {
    f"GREENROOM_{engine}_{key}": value
    for engine in ("LLM", "SPEECH", "EMBEDDINGS")
    for key, value in (("PROVIDER", "openai"), ("BASE_URL", "http://127.0.0.1:9/v1"))
}
"""Addresses that are never called: no model is needed, and none may load during the measurement."""


async def measure(call: Callable[[int], Awaitable[None]], *, calls: int) -> list[float]:
    """Milliseconds of each call."""
    [milliseconds] = await measure_in_turn([call], calls=calls)
    return milliseconds


async def measure_in_turn(
    kinds: Sequence[Callable[[int], Awaitable[None]]], *, calls: int
) -> list[list[float]]:
    """Milliseconds of each call of each kind. They take turns, so that other work slows all of them alike."""
    milliseconds: list[list[float]] = [[] for _ in kinds]
    for turn in range(calls):
        for call, times in zip(kinds, milliseconds, strict=True):
            began = time.perf_counter()
            await call(turn)
            times.append((time.perf_counter() - began) * 1000)
    return milliseconds


def percentiles(milliseconds: Sequence[float]) -> dict[str, float]:
    return {
        "p50_ms": round(float(np.percentile(milliseconds, 50)), 2),
        "p95_ms": round(float(np.percentile(milliseconds, 95)), 2),
        "worst_ms": round(max(milliseconds), 2),
    }
