"""The bounded queue in front of an engine: who is next, who waits, who is turned away."""

from __future__ import annotations

import asyncio
import bisect
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

from models.ports import EngineBusy, Priority, QueueListener

FIRST_ESTIMATE_SECONDS = 5.0
LONGEST_RETRY_SECONDS = 600
_NEWEST_SHARE = 0.3


@dataclass(order=True)
class _Waiter:
    priority: Priority
    order: int
    turn: asyncio.Future[None] = field(compare=False)
    on_queue: QueueListener | None = field(compare=False)
    announced: int | None = field(default=None, compare=False)

    def tell(self, ahead: int) -> None:
        if self.on_queue is not None and self.announced != ahead:
            self.announced = ahead
            self.on_queue(ahead)


class JobQueue:
    """First by priority, then by arrival.

    A full queue refuses the newcomer, unless somebody less urgent waits: then that one is turned away, so
    that a live room never starves behind background work.
    """

    def __init__(self, *, limit: int, concurrency: int = 1) -> None:
        self._limit = limit
        self._concurrency = concurrency
        self._waiting: list[_Waiter] = []
        self._arrivals = count()
        self._job_seconds = FIRST_ESTIMATE_SECONDS
        self.running = 0

    @property
    def queued(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, priority: Priority, on_queue: QueueListener | None = None) -> AsyncIterator[None]:
        """Wait for the turn and hold it. Raises EngineBusy. A cancelled waiter leaves the queue."""
        await self._enter(priority, on_queue)
        started = time.monotonic()
        try:
            yield
        finally:
            elapsed = time.monotonic() - started
            self._job_seconds += _NEWEST_SHARE * (elapsed - self._job_seconds)
            self.running -= 1
            self._admit()

    def retry_after_seconds(self) -> int:
        """When a place is likely to be free, from recent job times."""
        ahead = (self.running + self.queued) / self._concurrency
        return min(max(1, math.ceil(ahead * self._job_seconds)), LONGEST_RETRY_SECONDS)

    async def _enter(self, priority: Priority, on_queue: QueueListener | None) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiter = _Waiter(priority, next(self._arrivals), turn, on_queue)
        if self.running >= self._concurrency and self.queued >= self._limit:
            self._make_room(waiter)
        bisect.insort(self._waiting, waiter)
        self._admit()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                # The turn came in the same moment as the cancel: pass it on.
                self.running -= 1
            elif waiter in self._waiting:
                self._waiting.remove(waiter)
            self._admit()
            raise

    def _make_room(self, newcomer: _Waiter) -> None:
        busy = EngineBusy(
            "The model has more work waiting than it may accept; try again in a moment.",
            retry_after_seconds=self.retry_after_seconds(),
        )
        if not self._waiting or self._waiting[-1].priority <= newcomer.priority:
            raise busy
        self._waiting.pop().turn.set_exception(busy)

    def _admit(self) -> None:
        while self._waiting and self.running < self._concurrency:
            waiter = self._waiting.pop(0)
            if waiter.turn.done():
                # Cancelled in this very moment; its task has not run yet to leave by itself.
                continue
            self.running += 1
            waiter.tell(0)
            waiter.turn.set_result(None)
        for place, waiter in enumerate(self._waiting):
            waiter.tell(self.running + place)
