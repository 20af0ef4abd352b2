"""Decoding queue in front of the speech engine, shared by all live interviews of a server.

Finals run first, the earliest deadline first over all rooms (``scheduling``), then speculative decodes. What
one speaker said is decoded in order. A started decode cannot be stopped, so a speculation is admitted while
the engine is busy only if the speaker's pauses usually end an utterance, and interims run only while nothing
else needs the engine, within a budget of the whole server. When finals are late, interims stop first, then
windows become narrower. A final is never dropped: if the engine fails, it goes to the end of the queue and is
tried again.
"""

from __future__ import annotations

import asyncio
import contextvars
import itertools
import logging
from collections.abc import Awaitable, Callable, Hashable
from enum import IntEnum
from functools import partial

from app.transcription.pipeline.scheduling import (
    TARGET_SECONDS,
    Deadlines,
    EndLikelihood,
    InterimBudget,
    Overload,
    lower_effort,
    measure_overload,
    predict_lateness,
)
from app.transcription.pipeline.settings import INTERIM_SHARE
from models.ports import Effort, EngineBusy, EngineError, Priority, SpeechEngine, SpeechRequest, Transcription

log = logging.getLogger("greenroom.transcription")

Sleep = Callable[[float], Awaitable[None]]
BuildRequest = Callable[[], Awaitable[SpeechRequest]]
"""Builds the request when its turn comes, so that waiting decodes need not keep their audio in memory."""


def hold(request: SpeechRequest) -> BuildRequest:
    """A request that is already built, for decodes that wait only briefly."""

    async def build() -> SpeechRequest:
        return request

    return build


class DecodePriority(IntEnum):
    """Order among live decodes. To the engine, all of them are ``Priority.LIVE_SPEECH``."""

    FINAL = 0
    SPECULATIVE = 1
    INTERIM = 2


class DecodeTicket:
    """A place in the queue. ``result`` is None if the decode was dropped or cancelled."""

    def __init__(
        self,
        queue: DecodingQueue,
        build: BuildRequest,
        priority: DecodePriority,
        *,
        source: Hashable,
        room: Hashable,
        order: int,
        deadline: float,
    ) -> None:
        self._queue = queue
        self.build = build
        self.priority = priority
        self.source = source
        self.room = room
        self.order = order
        self.deadline = deadline
        """Time of the event loop by which it should be done."""
        self.attempts = 0
        self.context = contextvars.copy_context()
        """The decode is metered for the interview that requested it, regardless of which one starts it."""
        self.task: asyncio.Task[None] | None = None
        self.future: asyncio.Future[Transcription | None] = asyncio.get_running_loop().create_future()

    async def result(self) -> Transcription | None:
        """Wait for the decode. Raises EngineError; for a final, only one that no retry can fix."""
        return await asyncio.shield(self.future)

    def promote(self) -> None:
        """Promote a speculative decode to the final one, because the utterance has ended."""
        self.priority = DecodePriority.FINAL
        self._queue.promote(self)

    def cancel(self) -> None:
        """Withdraw the decode. A running one is stopped if the engine can do that."""
        if self.priority is DecodePriority.SPECULATIVE:
            self._queue.record_wrong_speculation(self)
        if not self.future.done():
            self.future.set_result(None)
        self._queue.discard(self)


class DecodingQueue:
    """One per server: every LiveTranscription uses the same queue."""

    def __init__(
        self,
        engine: SpeechEngine,
        *,
        concurrency: int = 1,
        interim_share: float = INTERIM_SHARE,
        retry_delays_seconds: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0),
        sleep: Sleep = asyncio.sleep,
        min_overload: Overload = Overload.NONE,
    ) -> None:
        """``min_overload``: how far the queue degrades without being late, for measurements."""
        self.engine = engine
        self._concurrency = concurrency
        self._retry_delays_seconds = retry_delays_seconds
        self._sleep = sleep
        self._waiting: list[DecodeTicket] = []
        self._running: set[DecodeTicket] = set()
        self._retrying: dict[DecodeTicket, asyncio.Task[None]] = {}
        self._orders = itertools.count()
        self._deadlines = Deadlines()
        self._ends = EndLikelihood()
        self._interims = InterimBudget(interim_share)
        self._min_overload = min_overload

    @property
    def is_idle(self) -> bool:
        return self.depth == 0

    @property
    def depth(self) -> int:
        """Decodes that wait, run, or wait for another attempt."""
        return len(self._waiting) + len(self._running) + len(self._retrying)

    @property
    def overload(self) -> Overload:
        """By how late finals, and speculations that have begun, are going to be."""
        waiting = (one for one in self._waiting if one.priority is DecodePriority.FINAL)
        running = (one for one in self._running if one.priority < DecodePriority.INTERIM)
        late_seconds = predict_lateness(
            [one.deadline for one in (*running, *sorted(waiting, key=self._rank))],
            now=asyncio.get_running_loop().time(),
            decode_seconds=self._deadlines.decode_seconds,
        )
        return max(self._min_overload, measure_overload(late_seconds))

    def admits_interim(self, source: Hashable, *, is_hurried: bool = False) -> bool:
        """Whether an interim of this speaker may be submitted now."""
        is_free = self.is_idle and self.overload is Overload.NONE
        return is_free and self._interims.admit(
            source, asyncio.get_running_loop().time(), is_hurried=is_hurried
        )

    def submit(
        self, build: BuildRequest, priority: DecodePriority, *, source: Hashable = None, room: Hashable = None
    ) -> DecodeTicket:
        """Queue a decode of a speaker (``source``) in a room. Rooms are served alike.

        A speculation that is not admitted has no result; the following final is submitted separately.
        """
        now = asyncio.get_running_loop().time()
        room = source if room is None else room
        is_final = priority is DecodePriority.FINAL
        deadline = self._deadlines.assign(room, now) if is_final else now + TARGET_SECONDS
        ticket = DecodeTicket(
            self, build, priority, source=source, room=room, order=next(self._orders), deadline=deadline
        )
        if priority is DecodePriority.SPECULATIVE and not self._admits_speculation(source):
            ticket.future.set_result(None)
            return ticket
        self._waiting.append(ticket)
        self.pump()
        return ticket

    def promote(self, ticket: DecodeTicket) -> None:
        """Give a correct speculation the deadline of a final."""
        self._ends.record(ticket.source, ended=True)
        ticket.deadline = self._deadlines.assign(ticket.room, asyncio.get_running_loop().time())
        self.pump()

    def record_wrong_speculation(self, ticket: DecodeTicket) -> None:
        """Remember that this speaker continued after a pause."""
        self._ends.record(ticket.source, ended=False)

    def _admits_speculation(self, source: Hashable) -> bool:
        needed = [one for one in (*self._waiting, *self._running) if one.priority < DecodePriority.INTERIM]
        return not needed or self._ends.is_likely(source)

    def discard(self, ticket: DecodeTicket) -> None:
        if ticket in self._waiting:
            self._waiting.remove(ticket)
        retry = self._retrying.pop(ticket, None)
        if retry is not None:
            retry.cancel()
        if ticket.task is not None:
            ticket.task.cancel()

    def pump(self) -> None:
        """Start what may run, by priority and deadline. Interims make room for everything else."""
        if any(ticket.priority < DecodePriority.INTERIM for ticket in self._waiting):
            tickets = (*self._running, *self._waiting)
            for ticket in [one for one in tickets if one.priority is DecodePriority.INTERIM]:
                ticket.cancel()
        while self._waiting and len(self._running) < self._concurrency:
            ticket = min(self._waiting, key=self._rank)
            self._waiting.remove(ticket)
            self._running.add(ticket)
            ticket.task = asyncio.create_task(self._decode(ticket), context=ticket.context)
            # A callback, not a ``finally``: a task that is cancelled before its first step never runs.
            ticket.task.add_done_callback(partial(self._free_place, ticket))

    @staticmethod
    def _rank(ticket: DecodeTicket) -> tuple[int, float, int]:
        return ticket.priority, ticket.deadline, ticket.order

    def _free_place(self, ticket: DecodeTicket, task: asyncio.Task[None]) -> None:
        self._running.discard(ticket)
        ticket.task = None
        if task.cancelled() and not ticket.future.done():  # cancelled by the event loop, at server stop
            ticket.future.cancel()
            return
        if not task.cancelled() and (error := task.exception()) is not None and not ticket.future.done():
            ticket.future.set_exception(error)
        self.pump()

    async def _decode(self, ticket: DecodeTicket) -> None:
        loop = asyncio.get_running_loop()
        try:
            request = await ticket.build()
            request = lower_effort(request, self.overload)
            started = loop.time()
            transcription = await self.engine.transcribe(request, priority=Priority.LIVE_SPEECH)
        except EngineError as error:
            self._fail(ticket, error)
        else:
            self._record_decode(ticket, request.effort, loop.time(), loop.time() - started)
            if not ticket.future.done():
                ticket.future.set_result(transcription)

    def _record_decode(self, ticket: DecodeTicket, effort: Effort, now: float, seconds: float) -> None:
        if ticket.priority is DecodePriority.INTERIM:
            self._interims.record(now, seconds)
        else:
            self._deadlines.record_decode(seconds, effort)
            self._deadlines.forget(now)

    def _fail(self, ticket: DecodeTicket, error: EngineError) -> None:
        if ticket.future.done():
            return
        if ticket.priority is not DecodePriority.FINAL:
            ticket.future.set_result(None)
            return
        if not error.retryable:
            ticket.future.set_exception(error)
            return
        delays = self._retry_delays_seconds
        delay_seconds = delays[min(ticket.attempts, len(delays) - 1)]
        if isinstance(error, EngineBusy):
            delay_seconds = max(delay_seconds, float(error.retry_after_seconds))
        ticket.attempts += 1
        log.warning("transcription_retry error=%s attempt=%d", type(error).__name__, ticket.attempts)
        self._retrying[ticket] = asyncio.create_task(self._requeue(ticket, delay_seconds))

    async def _requeue(self, ticket: DecodeTicket, delay_seconds: float) -> None:
        await self._sleep(delay_seconds)
        self._retrying.pop(ticket, None)
        # Moved to the end of the queue, because audio that always kills the worker must not block the others.
        ticket.order = next(self._orders)
        ticket.deadline = self._deadlines.assign(ticket.room, asyncio.get_running_loop().time())
        self._waiting.append(ticket)
        self.pump()
