"""System clock: UTC instants that do not jump when the wall clock is set."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Wall clock at start-up plus the monotonic time since.

    Interview durations are differences of these instants. If an administrator or NTP moves the clock
    by an hour, no interview may become an hour longer. A restart reads the wall clock again.
    """

    def __init__(self) -> None:
        self._wall_at_start = time.time()
        self._monotonic_at_start = time.monotonic()

    def now(self) -> datetime:
        elapsed = time.monotonic() - self._monotonic_at_start
        return datetime.fromtimestamp(self._wall_at_start + elapsed, tz=UTC)


_system = SystemClock()


def utc_now() -> datetime:
    """The current instant, timezone-aware, in UTC."""
    return _system.now()
