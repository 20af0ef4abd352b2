"""Time, so that tests can hold it still."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Wall-clock instants that do not jump when the machine's clock is set while the server runs.

    Durations of interviews are differences of these instants, so an administrator (or NTP) moving
    the clock by an hour must not make anybody's interview an hour longer: the instant is the wall
    clock at start-up plus the monotonic time since. A restart takes the wall clock anew.
    """

    def __init__(self) -> None:
        self._wall_at_start = time.time()
        self._monotonic_at_start = time.monotonic()

    def now(self) -> datetime:
        elapsed = time.monotonic() - self._monotonic_at_start
        return datetime.fromtimestamp(self._wall_at_start + elapsed, tz=UTC)


_system = SystemClock()


def utc_now() -> datetime:
    """The instant of the system clock, aware, in UTC."""
    return _system.now()
