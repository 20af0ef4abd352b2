"""Workers that run the items of one or more work queues as they become due."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from sqlalchemy import ColumnElement
from sqlalchemy.exc import OperationalError

from app.work_queue.items import Claim
from app.work_queue.queue import AttemptResult, Outcome, WorkQueue

log = logging.getLogger("greenroom.work")

IDLE_SECONDS = 5.0
"""Interval for checking an idle queue: a back-off may have ended, or an item may have become ready."""

_FOLLOW_SECONDS = 1.0
"""How often a process checks whether another one has finished an item."""
_MAX_ABSENCES = 10
"""An item that was absent at this many checks counts as ended.

A caller may wait before the item is queued.
"""


@dataclass(frozen=True, slots=True)
class Source:
    """Source of items for a worker."""

    queue: WorkQueue
    only: ColumnElement[bool] | None = None
    """Restricts the worker to some of the items."""


class Workers:
    """One task per worker. A worker takes from the first of its sources that has an item due.

    Keys of items are unique across the queues of one Workers object, or mean the same record.
    """

    def __init__(
        self,
        workers: Sequence[Sequence[Source]],
        *,
        idle_seconds: float = IDLE_SECONDS,
        is_active: Callable[[], bool] = lambda: True,
    ) -> None:
        """``is_active``: whether this server process works on the items; else another one does."""
        self.is_active = is_active
        self.wake_active: Callable[[], None] = lambda: None
        """Called in a process that is not active when there may be work for the active one."""
        self.cancel_active: Callable[[Collection[str]], None] = lambda _keys: None
        """As ``wake_active``, with the keys of deleted items."""
        self.idle_seconds = idle_seconds
        self._sources = workers
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake_events: list[asyncio.Event] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._running: dict[str, asyncio.Task[AttemptResult]] = {}
        self._waiters: defaultdict[str, list[Future[None]]] = defaultdict(list)

    async def start(self) -> None:
        """Start the workers; if they are active, after ``recover``."""
        if self.is_active():
            await self.recover()
        self._loop = asyncio.get_running_loop()
        self._wake_events = [asyncio.Event() for _ in self._sources]
        self._tasks = [
            asyncio.create_task(self._work(sources, event))
            for sources, event in zip(self._sources, self._wake_events, strict=True)
        ]
        if not self.is_active():
            self._tasks.append(asyncio.create_task(self._follow_active()))

    async def recover(self) -> None:
        """Queue again the items that a dead server had claimed."""
        for queue in self._queues():
            await queue.recover()

    async def follow_clock_step(self, _step: timedelta) -> None:
        """After a step of the wall clock, let no item wait longer than its back-off."""
        for queue in self._queues():
            await queue.cap_waits()
        self._wake()

    async def stop(self) -> None:
        """Stop at once. Running attempts put their items back; waiting callers are cancelled."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        for waiters in self._waiters.values():
            for waiter in waiters:
                waiter.cancel()
        self._waiters.clear()

    def _queues(self) -> Collection[WorkQueue]:
        return dict.fromkeys(source.queue for sources in self._sources for source in sources)

    def wake(self) -> None:
        """Check the queues now. Safe to call from any thread."""
        self.call_soon(self._wake)

    def cancel(self, keys: Collection[str]) -> None:
        """End the work on deleted items and notify their waiters. Safe to call from any thread."""

        def end() -> None:
            if not self.is_active():
                self.cancel_active(keys)
            for key in keys:
                if key in self._running:
                    self._running[key].cancel()
                self._settle(key)

        self.call_soon(end)

    def expect(self, key: str) -> Future[None]:
        """A future that is done once the item has ended, successfully or not, or is gone.

        Call this before queueing the item or checking its state, so that the end cannot be missed.
        """
        waiter: Future[None] = Future()
        self._waiters[key].append(waiter)
        return waiter

    def stop_expecting(self, key: str, waiter: Future[None]) -> None:
        """Withdraw a future returned by ``expect``."""
        waiter.cancel()
        others = [other for other in self._waiters.pop(key, []) if other is not waiter]
        if others:
            self._waiters[key] = others

    def is_expected(self, key: str) -> bool:
        """Whether a caller waits for the end of this item."""
        return bool(self._waiters.get(key))

    def call_soon(self, function: Callable[[], None]) -> None:
        """Call ``function`` on the event loop of the workers, if they have started."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function)

    async def run_next(self, sources: Sequence[Source]) -> bool:
        """Run one attempt of the first source that has an item due; False if none has."""
        for source in sources:
            claim = await source.queue.claim_next(only=source.only, skip=self._running.keys())
            if claim is not None:
                await self._run(source.queue, claim)
                return True
        return False

    def on_settled(self, key: str) -> None:
        """Called when an item has ended, before its waiters are notified. For subclasses."""

    async def _work(self, sources: Sequence[Source], event: asyncio.Event) -> None:
        while True:
            event.clear()
            try:
                has_worked = self.is_active() and await self.run_next(sources)
            except Exception:
                log.exception("worker_error")
                has_worked = False
            if not has_worked:
                # Not wait_for: before Python 3.12 it can lose a cancellation that meets its own timeout.
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.idle_seconds):
                        await event.wait()

    async def _run(self, queue: WorkQueue, claim: Claim) -> None:
        # A task of its own, so that ``cancel`` can end the work on this item alone.
        task = asyncio.create_task(queue.run(claim))
        self._running[claim.key] = task
        try:
            result = await task
        except OperationalError:
            # A full disk or a locked database is not the item's fault: retry until it can be written.
            log.exception("work_not_written queue=%s item=%s", queue.name, claim.key)
            await self._release_when_possible(queue.put_back, claim)
            return
        except Exception as error:
            # The outcome could not be written for another reason. The attempt counts; otherwise it would
            # repeat forever.
            log.exception("work_not_ended queue=%s item=%s", queue.name, claim.key)
            retry = partial(queue.retry_later, error=error, wait_seconds=queue.backoff_seconds[-1])
            await self._release_when_possible(retry, claim)
            return
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is not None and current.cancelling():
                # The workers stop; the cancelled attempt has put its item back.
                raise
            return
        finally:
            self._running.pop(claim.key, None)
        if result.outcome is not Outcome.RETRY:
            self._settle(claim.key)
        # The end of one item may make another one due.
        self._wake()

    async def _release_when_possible(self, release: Callable[[Claim], Awaitable[None]], claim: Claim) -> None:
        """Release the claim as soon as it can be written: until then, nothing else takes the item."""
        while True:
            await asyncio.sleep(self.idle_seconds)
            try:
                await release(claim)
            except Exception:  # a boundary: an item that stays claimed would never end
                log.exception("work_not_released item=%s", claim.key)
            else:
                return

    async def _follow_active(self) -> None:
        """Notify callers of the items that another process has ended."""
        absences: dict[str, int] = {}
        while True:
            await asyncio.sleep(_FOLLOW_SECONDS)
            awaited = set() if self.is_active() else self._waiters.keys() - self._running.keys()
            still_open: set[str] = set()
            try:
                for queue in self._queues() if awaited else ():
                    still_open.update(await queue.database.read(queue.items.list_open, keys=awaited))
            except OperationalError:
                continue
            absences = {
                key: _MAX_ABSENCES if key in still_open else absences.get(key, 0) + 1 for key in awaited
            }
            for key, number in absences.items():
                if number > _MAX_ABSENCES:
                    self._settle(key)

    def _wake(self) -> None:
        if not self.is_active():
            self.wake_active()
        for event in self._wake_events:
            event.set()

    def _settle(self, key: str) -> None:
        self.on_settled(key)
        for waiter in self._waiters.pop(key, []):
            if not waiter.done():
                waiter.set_result(None)
