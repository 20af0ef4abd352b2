"""Figures that an engine reports about a job in addition to its result, for the record of usage."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class EngineWork:
    """Figures that an engine reports about a job in addition to its result."""

    input_tokens: int = 0
    duration_ms: int | None = None
    """Time in the engine, without waiting in the queue; None if the engine does not say."""


_work: ContextVar[EngineWork | None] = ContextVar("engine_work", default=None)


@contextmanager
def collecting_work() -> Iterator[EngineWork]:
    """Collect what engines report about the jobs that run inside the block."""
    work = EngineWork()
    token = _work.set(work)
    try:
        yield work
    finally:
        _work.reset(token)


def report_work(*, input_tokens: int, duration_ms: int | None = None) -> None:
    """Report the size of a job whose result does not contain it. Does nothing if nobody collects."""
    work = _work.get()
    if work is not None:
        work.input_tokens += input_tokens
        if duration_ms is not None:
            work.duration_ms = (work.duration_ms or 0) + duration_ms
