"""Gate for work that yields to live speech: it is closed while a transcript lags."""

from __future__ import annotations

from collections.abc import Callable

MAX_LAG_SECONDS = 3.0
"""Maximum lag of any room's transcript at which work that yields to speech may begin."""


class LagGate:
    """Tells whether live transcription keeps up, so that other inference may begin.

    Ask before each piece of work: a piece that has begun is finished.
    """

    def __init__(self, measure_lag_seconds: Callable[[], float]) -> None:
        self._measure_lag_seconds = measure_lag_seconds

    @property
    def is_open(self) -> bool:
        return self._measure_lag_seconds() <= MAX_LAG_SECONDS


OPEN_GATE = LagGate(lambda: 0.0)
"""For a process without live transcription."""
