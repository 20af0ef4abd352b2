from __future__ import annotations

import asyncio

import pytest

from models.engines.queue import JobQueue
from models.ports import EngineBusy, Priority


class Jobs:
    """Jobs that hold their turn until they are told to end, and a record of who had it when."""

    def __init__(self, queue: JobQueue) -> None:
        self.queue = queue
        self.order: list[str] = []
        self.places: dict[str, list[int]] = {}
        self.ends: dict[str, asyncio.Event] = {}

    def add(self, name: str, priority: Priority = Priority.BACKGROUND) -> asyncio.Task[None]:
        self.ends[name] = asyncio.Event()
        self.places[name] = []
        return asyncio.create_task(self._run(name, priority))

    async def _run(self, name: str, priority: Priority) -> None:
        async with self.queue.turn(priority, self.places[name].append):
            self.order.append(name)
            await self.ends[name].wait()

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
            await turn_the_loop()


async def turn_the_loop() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def jobs() -> Jobs:
    return Jobs(JobQueue(limit=3))


async def test_a_more_urgent_job_overtakes_those_that_wait(jobs: Jobs) -> None:
    tasks = [jobs.add("running"), jobs.add("later"), jobs.add("person", Priority.INTERACTIVE)]
    await turn_the_loop()
    tasks.append(jobs.add("room", Priority.LIVE_SPEECH))
    await turn_the_loop()
    await jobs.end("running", "room", "person", "later")
    await asyncio.gather(*tasks)
    assert jobs.order == ["running", "room", "person", "later"]


async def test_equals_are_served_in_the_order_of_arrival(jobs: Jobs) -> None:
    tasks = [jobs.add(name) for name in ("a", "b", "c")]
    await turn_the_loop()
    await jobs.end("a", "b", "c")
    await asyncio.gather(*tasks)
    assert jobs.order == ["a", "b", "c"]


async def test_one_waiting_is_told_how_many_are_ahead(jobs: Jobs) -> None:
    tasks = [jobs.add(name) for name in ("a", "b", "c")]
    await turn_the_loop()
    await jobs.end("a", "b", "c")
    await asyncio.gather(*tasks)
    assert jobs.places == {"a": [0], "b": [1, 0], "c": [2, 1, 0]}


async def test_a_full_queue_refuses_and_says_when_to_come_back(jobs: Jobs) -> None:
    tasks = [jobs.add(name) for name in ("a", "b", "c", "d")]
    await turn_the_loop()
    with pytest.raises(EngineBusy) as refused:
        await jobs.add("e")
    assert refused.value.retry_after_seconds >= 1
    await jobs.end("a", "b", "c", "d")
    await asyncio.gather(*tasks)


async def test_a_live_sentence_takes_the_place_of_background_work(jobs: Jobs) -> None:
    tasks = [jobs.add(name) for name in ("a", "b", "c", "d")]
    await turn_the_loop()
    live = jobs.add("live", Priority.LIVE_SPEECH)
    with pytest.raises(EngineBusy):
        await tasks[3]
    await jobs.end("a", "live", "b", "c")
    await asyncio.gather(live, *tasks[:3])
    assert jobs.order == ["a", "live", "b", "c"]


async def test_a_cancelled_waiter_leaves_the_queue(jobs: Jobs) -> None:
    running, waiting, last = jobs.add("a"), jobs.add("b"), jobs.add("c")
    await turn_the_loop()
    waiting.cancel()
    await turn_the_loop()
    assert jobs.queue.queued == 1
    await jobs.end("a", "c")
    await asyncio.gather(running, last)
    assert jobs.order == ["a", "c"]


async def test_a_cancelled_job_gives_its_turn_back(jobs: Jobs) -> None:
    running, waiting = jobs.add("a"), jobs.add("b")
    await turn_the_loop()
    running.cancel()
    await turn_the_loop()
    assert jobs.order == ["a", "b"]
    await jobs.end("b")
    await waiting
    assert (jobs.queue.running, jobs.queue.queued) == (0, 0)


async def test_a_turn_that_comes_with_the_cancel_is_passed_on(jobs: Jobs) -> None:
    running, waiting, last = jobs.add("a"), jobs.add("b"), jobs.add("c")
    await turn_the_loop()
    running.cancel()
    waiting.cancel()
    await turn_the_loop()
    await jobs.end("c")
    await last
    assert (jobs.queue.running, jobs.queue.queued) == (0, 0)


async def test_as_many_run_at_once_as_a_remote_server_takes() -> None:
    jobs = Jobs(JobQueue(limit=3, concurrency=2))
    tasks = [jobs.add(name) for name in ("a", "b", "c")]
    await turn_the_loop()
    assert jobs.order == ["a", "b"]
    await jobs.end("a", "b", "c")
    await asyncio.gather(*tasks)
