"""One queue before the speech engine, shared by all live interviews of a server.

Finals come first, in the order in which their utterances ended; then decodes begun on speculation;
interims only while nobody else wants the engine, and they give way while they run. No final is ever
dropped: when the engine fails, the job goes to the end of the queue and is tried again.
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


class Urgency(IntEnum):
    FINAL = 0
    SPECULATIVE = 1
    INTERIM = 2


class DecodeTicket:
    """A place in the queue. ``result`` is None when the job was dropped or cancelled."""

    def __init__(self, queue: DecodingQueue, request: SpeechRequest, urgency: Urgency, order: int) -> None:
        self._queue = queue
        self.request = request
        self.urgency = urgency
        self.order = order
        self.attempts = 0
        self.task: asyncio.Task[None] | None = None
        self.future: asyncio.Future[Transcription | None] = asyncio.get_running_loop().create_future()

    async def result(self) -> Transcription | None:
        """Wait for the text. Raises EngineError: for a final only one that no retry can mend."""
        return await asyncio.shield(self.future)

    def promote(self) -> None:
        """The utterance did end: the speculation is its final decode."""
        self.urgency = Urgency.FINAL
        self._queue.pump()

    def cancel(self) -> None:
        """Nobody wants the text any more; a running decode is stopped where the engine can."""
        if not self.future.done():
            self.future.set_result(None)
        self._queue.discard(self)


class DecodingQueue:
    """Give every LiveTranscription of a server the same one."""

    def __init__(
        self,
        engine: SpeechEngine,
        *,
        concurrency: int = 1,
        retry_delays: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0),
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.engine = engine
        self._concurrency = concurrency
        self._retry_delays = retry_delays
        self._sleep = sleep
        self._waiting: list[DecodeTicket] = []
        self._running: set[DecodeTicket] = set()
        self._retrying: dict[DecodeTicket, asyncio.Task[None]] = {}
        self._orders = itertools.count()

    @property
    def is_idle(self) -> bool:
        return not self._waiting and not self._running and not self._retrying

    @property
    def depth(self) -> int:
        """Jobs that wait, run or wait for another attempt."""
        return len(self._waiting) + len(self._running) + len(self._retrying)

    def submit(self, request: SpeechRequest, urgency: Urgency) -> DecodeTicket:
        ticket = DecodeTicket(self, request, urgency, next(self._orders))
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
        """Start what may run, the most urgent first; an interim makes room for anything else."""
        self._waiting.sort(key=lambda ticket: (ticket.urgency, ticket.order))
        if any(ticket.urgency < Urgency.INTERIM for ticket in self._waiting):
            for ticket in [t for t in (*self._running, *self._waiting) if t.urgency is Urgency.INTERIM]:
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
        if task.cancelled() and not ticket.future.done():  # by the event loop, as the server ends
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
        if ticket.urgency is not Urgency.FINAL:
            ticket.future.set_result(None)
            return
        if not error.retryable:
            ticket.future.set_exception(error)
            return
        delay = self._retry_delays[min(ticket.attempts, len(self._retry_delays) - 1)]
        if isinstance(error, EngineBusy):
            delay = max(delay, float(error.retry_after_seconds))
        ticket.attempts += 1
        log.warning("transcription_retry error=%s attempt=%d", type(error).__name__, ticket.attempts)
        self._retrying[ticket] = asyncio.create_task(self._requeue(ticket, delay))

    async def _requeue(self, ticket: DecodeTicket, delay: float) -> None:
        await self._sleep(delay)
        self._retrying.pop(ticket, None)
        # A new place at the end: a sound that always kills the worker must not stop the others.
        ticket.order = next(self._orders)
        self._waiting.append(ticket)
        self.pump()
