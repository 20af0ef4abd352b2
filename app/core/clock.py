"""Clocks: the wall clock for instants, the monotonic clock for durations, and a watch over their difference.

The wall clock may be set by an administrator or by NTP, and a suspended machine wakes up hours later.
Instants that are compared with another clock (tokens, authenticator codes, schedules, emails) must follow it.
Durations must not: an interview must not become an hour longer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import UTC, datetime, timedelta

log = logging.getLogger("greenroom.clock")

Now = Callable[[], datetime]
Monotonic = Callable[[], float]
"""A monotonic clock, in seconds."""

MIN_STEP = timedelta(seconds=2)
"""Smaller differences are NTP corrections and are ignored."""
CHECK_SECONDS = 1.0


def utc_now() -> datetime:
    """The current instant, timezone-aware, in UTC."""
    return datetime.now(tz=UTC)


class SteadyClock:
    """The current instant for things that started earlier, by the monotonic clock.

    The first call for a key determines the elapsed time by the wall clock. From then on, only the monotonic
    clock counts. After a restart, the next call is a first one again.
    """

    def __init__(self, *, now: Now, monotonic: Monotonic) -> None:
        self._now = now
        self._monotonic = monotonic
        self._starts: dict[str, float] = {}

    def now(self, key: str, *, since: datetime) -> datetime:
        """``since`` plus the time that ``key`` has lasted. Callable from any thread."""
        current = self._monotonic()
        lasted = max(0.0, (self._now() - since).total_seconds())
        start = self._starts.setdefault(key, current - lasted)
        return since + timedelta(seconds=current - start)

    def keep_only(self, keys: Collection[str]) -> None:
        """Forget all other keys, whose work has ended."""
        # A copy, because other threads may add keys at the same time.
        for key in set(self._starts.copy()).difference(keys):
            self._starts.pop(key, None)


StepListener = Callable[[timedelta], Awaitable[None]]
"""Called with the size of a step, negative if the wall clock was set back."""


class ClockWatch:
    """Notices steps of the wall clock, and calls its listeners in order."""

    def __init__(self, *, now: Now, monotonic: Monotonic, check_seconds: float = CHECK_SECONDS) -> None:
        self.listeners: list[StepListener] = []
        self._now = now
        self._monotonic = monotonic
        self._check_seconds = check_seconds
        self._seen = (now(), monotonic())
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._seen = (self._now(), self._monotonic())
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def check(self) -> None:
        """Compare both clocks with the previous check, and call the listeners after a step."""
        wall, monotonic = self._now(), self._monotonic()
        step = wall - self._seen[0] - timedelta(seconds=monotonic - self._seen[1])
        self._seen = (wall, monotonic)
        if abs(step) < MIN_STEP:
            return
        log.warning("clock_stepped seconds=%d", step.total_seconds())
        for listener in self.listeners:
            try:
                await listener(step)
            except Exception:  # a boundary: the other listeners must be notified of the step
                log.exception("clock_step_not_followed")

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._check_seconds)
            await self.check()
