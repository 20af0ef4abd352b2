"""Bounded priority queue in front of an engine."""

from __future__ import annotations

import asyncio
import bisect
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from models.ports import EngineBusy, Priority, QueueListener, get_work_owner

MAX_INTERRUPTIONS = 3
"""A job that was interrupted this often is allowed to finish, no matter how busy the server is."""

FIRST_ESTIMATE_SECONDS = 5.0
MAX_RETRY_AFTER_SECONDS = 600
_NEWEST_SHARE = 0.3

T = TypeVar("T")


@dataclass(order=True)
class _Waiter:
    priority: Priority
    round: int
    """Number of jobs of the same owner and priority ahead of it when it arrived."""
    order: int
    owner: str | None = field(compare=False)
    turn: asyncio.Future[None] = field(compare=False)
    on_queue: QueueListener | None = field(compare=False)
    announced: int | None = field(default=None, compare=False)

    def report(self, ahead: int) -> None:
        if self.on_queue is not None and self.announced != ahead:
            self.announced = ahead
            self.on_queue(ahead)


class JobQueue:
    """Jobs by priority; then the owners take turns; then by arrival.

    A full queue rejects the newcomer, unless a less urgent job is waiting, or one of an owner who has more
    jobs in the queue: then that one is rejected, so that background work never starves a live room, and one
    user's jobs never starve another user. Running live analysis and background work is interrupted by more
    urgent jobs (``carry``).

    An interactive request is often followed by another one at once (the next question of a set), which the
    model's cache then serves best. So less urgent work starts only after ``pause_seconds`` without an
    interactive request, and background work only after the same time without live analysis.
    """

    def __init__(self, *, limit: int, concurrency: int = 1, pause_seconds: float = 0.0) -> None:
        self._limit = limit
        self._concurrency = concurrency
        self._pause_seconds = pause_seconds
        self._pause: asyncio.TimerHandle | None = None
        self._pause_priority = Priority.INTERACTIVE
        """The pause delays jobs that are less urgent than this."""
        self._waiting: list[_Waiter] = []
        self._interruptible: list[tuple[Priority, asyncio.Future[None]]] = []
        self._arrivals = count()
        self._running_owners: Counter[tuple[str, Priority]] = Counter()
        self._job_seconds = FIRST_ESTIMATE_SECONDS
        self.running = 0

    @property
    def queued(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, priority: Priority, on_queue: QueueListener | None = None) -> AsyncIterator[None]:
        """Wait for a turn and hold it. Raises EngineBusy. A cancelled waiter leaves the queue."""
        waiter = self._make_waiter(priority, next(self._arrivals), on_queue)
        await self._enter(waiter)
        async with self._hold(waiter):
            yield

    async def carry(
        self,
        work: Callable[[], Coroutine[Any, Any, T]],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> T:
        """Run ``work`` in its turn and return its result. Raises EngineBusy and the errors of ``work``.

        Live analysis and background work is cancelled when more urgent work arrives; it keeps its place and
        starts over.
        """
        order = next(self._arrivals)
        interruptions = 0
        while True:
            waiter = self._make_waiter(priority, order, on_queue)
            await self._enter(waiter)
            async with self._hold(waiter):
                if priority < Priority.LIVE_ANALYSIS or interruptions == MAX_INTERRUPTIONS:
                    return await work()
                task = asyncio.create_task(work())
                if await self._is_finished(task, priority):
                    return task.result()
            interruptions += 1

    async def _is_finished(self, task: asyncio.Task[Any], priority: Priority) -> bool:
        """Wait for the task, which ends in either case; False when it was interrupted."""
        interrupt = _new_future()
        self._interruptible.append((priority, interrupt))
        if self._waiting and self._waiting[0].priority < priority:
            # More urgent work arrived between the start of this turn and now.
            interrupt.set_result(None)
        try:
            await asyncio.wait((task, interrupt), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._interruptible.remove((priority, interrupt))
            task.cancel()
            await asyncio.wait((task,))
        return not task.cancelled()

    def _make_waiter(self, priority: Priority, order: int, on_queue: QueueListener | None) -> _Waiter:
        owner = get_work_owner()
        ahead = 0
        if owner is not None:
            ahead = self._running_owners[owner, priority] + sum(
                other.owner == owner and other.priority == priority for other in self._waiting
            )
        return _Waiter(priority, ahead, order, owner, _new_future(), on_queue)

    @asynccontextmanager
    async def _hold(self, waiter: _Waiter) -> AsyncIterator[None]:
        started, priority = time.monotonic(), waiter.priority
        key = None if waiter.owner is None else (waiter.owner, priority)
        if key is not None:
            self._running_owners[key] += 1
        try:
            yield
        finally:
            if key is not None:
                self._running_owners[key] -= 1
                if not self._running_owners[key]:
                    del self._running_owners[key]
            elapsed = time.monotonic() - started
            self._job_seconds += _NEWEST_SHARE * (elapsed - self._job_seconds)
            self.running -= 1
            if priority < Priority.BACKGROUND and self._pause_seconds:
                self._begin_pause(priority)
            self._admit()

    def _begin_pause(self, priority: Priority) -> None:
        self._pause_priority = max(priority, Priority.INTERACTIVE)
        if self._pause is not None:
            self._pause.cancel()
        self._pause = asyncio.get_running_loop().call_later(self._pause_seconds, self._end_pause)

    def _end_pause(self) -> None:
        self._pause = None
        self._admit()

    def retry_after_seconds(self) -> int:
        """Estimate from recent job times when a place will be free."""
        ahead = (self.running + self.queued) / self._concurrency
        return min(max(1, math.ceil(ahead * self._job_seconds)), MAX_RETRY_AFTER_SECONDS)

    async def _enter(self, waiter: _Waiter) -> None:
        turn = waiter.turn
        if self.running >= self._concurrency and self.queued >= self._limit:
            self._make_room(waiter)
        bisect.insort(self._waiting, waiter)
        self._admit()
        if not turn.done():
            self._interrupt_for(waiter.priority)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                # The turn was granted at the moment of the cancellation: pass it on.
                self.running -= 1
            elif waiter in self._waiting:
                self._waiting.remove(waiter)
            self._admit()
            raise

    def _interrupt_for(self, priority: Priority) -> None:
        """Interrupt the least urgent job that is less urgent than ``priority``."""
        running = [item for item in self._interruptible if item[0] > priority and not item[1].done()]
        if running:
            max(running, key=lambda item: item[0])[1].set_result(None)

    def _make_room(self, newcomer: _Waiter) -> None:
        busy = EngineBusy(
            "The model has too much work waiting. Try again in a moment.",
            retry_after_seconds=self.retry_after_seconds(),
        )
        last = self._waiting[-1] if self._waiting else None
        if last is None or (last.priority, last.round) <= (newcomer.priority, newcomer.round):
            raise busy
        self._waiting.pop().turn.set_exception(busy)

    def _admit(self) -> None:
        while self._waiting and self.running < self._concurrency:
            if self._pause is not None and self._waiting[0].priority > self._pause_priority:
                break
            waiter = self._waiting.pop(0)
            if waiter.turn.done():
                # Cancelled just now; its task has not run yet to leave the queue itself.
                continue
            self.running += 1
            waiter.report(0)
            waiter.turn.set_result(None)
        for place, waiter in enumerate(self._waiting):
            waiter.report(self.running + place)


def _new_future() -> asyncio.Future[None]:
    return asyncio.get_running_loop().create_future()
