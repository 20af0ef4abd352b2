"""The second worker of an engine: it starts with a job, stops when idle, and stays away after the end."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from models.engines.local import BackgroundWorker
from models.engines.queue import JobQueue
from models.ports import EngineUnavailable, Priority
from models.worker import frames
from models.worker.supervisor import Supervisor


class CountingSupervisor:
    """Counts starts and stops, and answers every job."""

    def __init__(self) -> None:
        self.is_running = False
        self.starts = 0

    def start(self) -> None:
        self.starts += not self.is_running
        self.is_running = True

    async def stop(self) -> None:
        self.is_running = False

    async def run(self, header: frames.Header, blob: bytes, *, timeout_seconds: float) -> frames.Header:
        await asyncio.sleep(0)
        if not self.is_running:
            raise EngineUnavailable("stopped")
        return header


def make_worker(*, idle_seconds: float) -> tuple[BackgroundWorker, CountingSupervisor]:
    supervisor = CountingSupervisor()
    queue = JobQueue(limit=4)
    return BackgroundWorker(cast("Supervisor", supervisor), queue, idle_seconds=idle_seconds), supervisor


async def run(worker: BackgroundWorker) -> frames.Header:
    return await worker.run({"n": 1}, b"", priority=Priority.BACKGROUND, timeout_seconds=1.0, on_queue=None)


async def test_it_starts_with_the_first_job_and_stays_for_the_next() -> None:
    worker, supervisor = make_worker(idle_seconds=600)
    assert not supervisor.is_running
    assert await run(worker) == {"n": 1}
    await run(worker)
    assert supervisor.starts == 1
    await worker.stop()


async def test_it_stops_when_it_is_idle_and_starts_again() -> None:
    worker, supervisor = make_worker(idle_seconds=0)
    await run(worker)
    for _ in range(5):
        await asyncio.sleep(0)
    assert not supervisor.is_running
    assert await run(worker) == {"n": 1}
    assert supervisor.starts == 2
    await worker.stop()


async def test_it_takes_no_job_after_the_end() -> None:
    worker, supervisor = make_worker(idle_seconds=600)
    await run(worker)
    await worker.stop()
    with pytest.raises(EngineUnavailable):
        await run(worker)
    assert not supervisor.is_running
    await worker.stop()
