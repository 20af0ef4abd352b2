"""Decoding queue in front of the speech engine, shared by all live interviews of a server.

Finals run first, in the order in which their utterances ended, then speculative decodes. Interims run
only while nothing else needs the engine, and are cancelled as soon as something does. A final is never
dropped: if the engine fails, it goes to the end of the queue and is tried again.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from enum import IntEnum
from functools import partial

from models.ports import EngineBusy, EngineError, Priority, SpeechEngine, SpeechRequest, Transcription

log = logging.getLogger("greenroom.transcription")

Sleep = Callable[[float], Awaitable[None]]


class DecodePriority(IntEnum):
    """Order among live decodes. To the engine, all of them are ``Priority.LIVE_SPEECH``."""

    FINAL = 0
    SPECULATIVE = 1
    INTERIM = 2


class DecodeTicket:
    """A place in the queue. ``result`` is None if the decode was dropped or cancelled."""

    def __init__(
        self, queue: DecodingQueue, request: SpeechRequest, priority: DecodePriority, order: int
    ) -> None:
        self._queue = queue
        self.request = request
        self.priority = priority
        self.order = order
        self.attempts = 0
        self.task: asyncio.Task[None] | None = None
        self.future: asyncio.Future[Transcription | None] = asyncio.get_running_loop().create_future()

    async def result(self) -> Transcription | None:
        """Wait for the decode. Raises EngineError; for a final, only one that no retry can fix."""
        return await asyncio.shield(self.future)

    def promote(self) -> None:
        """Make a speculative decode the final one: the utterance did end."""
        self.priority = DecodePriority.FINAL
        self._queue.pump()

    def cancel(self) -> None:
        """Withdraw the decode. A running one is stopped if the engine can do that."""
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
        retry_delays_seconds: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0),
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.engine = engine
        self._concurrency = concurrency
        self._retry_delays_seconds = retry_delays_seconds
        self._sleep = sleep
        self._waiting: list[DecodeTicket] = []
        self._running: set[DecodeTicket] = set()
        self._retrying: dict[DecodeTicket, asyncio.Task[None]] = {}
        self._orders = itertools.count()

    @property
    def is_idle(self) -> bool:
        return self.depth == 0

    @property
    def depth(self) -> int:
        """Decodes that wait, run, or wait for another attempt."""
        return len(self._waiting) + len(self._running) + len(self._retrying)

    def submit(self, request: SpeechRequest, priority: DecodePriority) -> DecodeTicket:
        ticket = DecodeTicket(self, request, priority, next(self._orders))
        self._waiting.append(ticket)
        self.pump()
        return ticket

    def discard(self, ticket: DecodeTicket) -> None:
        if ticket in self._waiting:
            self._waiting.remove(ticket)
        retry = self._retrying.pop(ticket, None)
        if retry is not None:
            retry.cancel()
        if ticket.task is not None:
            ticket.task.cancel()

    def pump(self) -> None:
        """Start what may run, by priority. Interims make room for everything else."""
        self._waiting.sort(key=lambda ticket: (ticket.priority, ticket.order))
        if any(ticket.priority < DecodePriority.INTERIM for ticket in self._waiting):
            tickets = (*self._running, *self._waiting)
            for ticket in [one for one in tickets if one.priority is DecodePriority.INTERIM]:
                ticket.cancel()
        while self._waiting and len(self._running) < self._concurrency:
            ticket = self._waiting.pop(0)
            self._running.add(ticket)
            ticket.task = asyncio.create_task(self._decode(ticket))
            # A callback, not a ``finally``: a task that is cancelled before its first step never runs.
            ticket.task.add_done_callback(partial(self._free_place, ticket))

    def _free_place(self, ticket: DecodeTicket, task: asyncio.Task[None]) -> None:
        self._running.discard(ticket)
        ticket.task = None
        if task.cancelled() and not ticket.future.done():  # by the event loop, at server stop
            ticket.future.cancel()
        else:
            self.pump()

    async def _decode(self, ticket: DecodeTicket) -> None:
        try:
            transcription = await self.engine.transcribe(ticket.request, priority=Priority.LIVE_SPEECH)
        except EngineError as error:
            self._fail(ticket, error)
        else:
            if not ticket.future.done():
                ticket.future.set_result(transcription)

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
        # At the end of the queue: audio that always kills the worker must not block the others.
        ticket.order = next(self._orders)
        self._waiting.append(ticket)
        self.pump()
