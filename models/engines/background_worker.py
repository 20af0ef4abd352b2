"""A second worker of an engine, for work that nobody waits for."""

from __future__ import annotations

import asyncio

from models.engines.queue import JobQueue
from models.ports import Priority, QueueListener
from models.worker import frames
from models.worker.supervisor import Supervisor

IDLE_SECONDS = 600.0
"""The worker stops after this long without a job."""


class BackgroundWorker:
    """A second worker of an engine, with low processor priority. It starts with a job and stops when idle."""

    def __init__(
        self, supervisor: Supervisor, queue: JobQueue, *, idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self._supervisor = supervisor
        self._queue = queue
        self._idle_seconds = idle_seconds
        self._idle: asyncio.Task[None] | None = None
        self._is_stopped = False

    async def run(
        self,
        header: frames.Header,
        blob: bytes,
        *,
        priority: Priority,
        timeout_seconds: float,
        on_queue: QueueListener | None,
    ) -> frames.Header:
        """Run one job in its turn. Raises EngineBusy, EngineUnavailable, EngineTimeout."""
        async with self._queue.turn(priority, on_queue):
            self._cancel_stop()
            if not self._is_stopped:
                self._supervisor.start()
            try:
                return await self._supervisor.run(header, blob, timeout_seconds=timeout_seconds)
            finally:
                self._idle = asyncio.create_task(self._stop_when_idle(), name="stop-background-worker")

    async def stop(self) -> None:
        """Stop permanently."""
        self._is_stopped = True
        self._cancel_stop()
        await self._supervisor.stop()

    def _cancel_stop(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    async def _stop_when_idle(self) -> None:
        await asyncio.sleep(self._idle_seconds)
        await self._supervisor.stop()
