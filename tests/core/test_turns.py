"""One slow job of a kind at a time for each user."""

from __future__ import annotations

import asyncio

import pytest

from app.core.turns import MAX_WAITING, TooManyAtOnce, Turns


class Job:
    """A job that holds its turn until ``end`` is set."""

    def __init__(self, turns: Turns, user: str, kind: str = "generation") -> None:
        self.began, self.end = asyncio.Event(), asyncio.Event()
        self.task = asyncio.create_task(self._run(turns, kind, user))

    async def _run(self, turns: Turns, kind: str, user: str) -> None:
        async with turns.take(kind, user):
            self.began.set()
            await self.end.wait()


async def let_tasks_run() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_only_the_user_with_a_running_job_waits() -> None:
    turns = Turns()
    first, second, other, another_kind = (
        Job(turns, "alice"),
        Job(turns, "alice"),
        Job(turns, "bob"),
        Job(turns, "alice", "transcription"),
    )
    await let_tasks_run()
    assert [job.began.is_set() for job in (first, second, other, another_kind)] == [True, False, True, True]
    first.end.set()
    await second.began.wait()
    for job in (second, other, another_kind):
        job.end.set()
        await job.task


async def test_only_a_few_jobs_wait_and_a_canceled_one_leaves() -> None:
    turns = Turns()
    jobs = [Job(turns, "alice") for _ in range(MAX_WAITING + 1)]
    await let_tasks_run()
    with pytest.raises(TooManyAtOnce):
        await Job(turns, "alice").task
    jobs[-1].task.cancel()
    await let_tasks_run()
    jobs.append(Job(turns, "alice"))
    for job in jobs:
        job.end.set()
    await asyncio.gather(*(job.task for job in jobs), return_exceptions=True)
    assert jobs[-1].began.is_set()
    assert not turns._locks
