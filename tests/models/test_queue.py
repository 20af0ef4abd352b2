from __future__ import annotations

import asyncio

import pytest

from models.engines.queue import MAX_INTERRUPTIONS, JobQueue
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

    def carry(self, name: str, priority: Priority = Priority.BACKGROUND) -> asyncio.Task[str]:
        self.ends[name] = asyncio.Event()
        return asyncio.create_task(self._carry(name, priority))

    async def _carry(self, name: str, priority: Priority) -> str:
        async def work() -> str:
            self.order.append(name)
            await self.ends[name].wait()
            return f"{name} is done"

        return await self.queue.carry(work, priority=priority)

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


async def test_background_work_gives_way_to_a_person_and_starts_over_in_its_place(jobs: Jobs) -> None:
    background, later = jobs.carry("background"), jobs.carry("later")
    await turn_the_loop()
    person = jobs.carry("person", Priority.INTERACTIVE)
    await turn_the_loop()
    assert jobs.order == ["background", "person"]
    await jobs.end("person")
    assert jobs.order == ["background", "person", "background"]
    await jobs.end("background", "later")
    assert [await task for task in (background, person, later)] == [
        "background is done",
        "person is done",
        "later is done",
    ]


async def test_a_person_does_not_interrupt_a_person(jobs: Jobs) -> None:
    first = jobs.carry("first", Priority.INTERACTIVE)
    await turn_the_loop()
    live = jobs.carry("live", Priority.LIVE_ANALYSIS)
    await turn_the_loop()
    assert jobs.order == ["first"]
    await jobs.end("first", "live")
    await asyncio.gather(first, live)
    assert jobs.order == ["first", "live"]


async def test_background_work_is_not_put_off_for_ever(jobs: Jobs) -> None:
    background = jobs.carry("background")
    people = []
    for number in range(MAX_INTERRUPTIONS + 1):
        await turn_the_loop()
        people.append(jobs.carry(f"person {number}", Priority.INTERACTIVE))
        await turn_the_loop()
        if number < MAX_INTERRUPTIONS:
            await jobs.end(f"person {number}")
    # The last person waits until it is done.
    assert jobs.order[-1] == "background"
    await jobs.end("background", f"person {MAX_INTERRUPTIONS}")
    assert await background == "background is done"
    await asyncio.gather(*people)


async def test_who_gave_way_is_not_turned_away_by_a_full_queue(jobs: Jobs) -> None:
    tasks = [jobs.carry(name) for name in ("a", "b", "c")]
    await turn_the_loop()
    person = jobs.carry("person", Priority.INTERACTIVE)
    await turn_the_loop()
    assert (jobs.queue.running, jobs.queue.queued) == (1, 3)
    await jobs.end("person", "a", "b", "c")
    await asyncio.gather(person, *tasks)
    assert jobs.order == ["a", "person", "a", "b", "c"]


async def test_work_that_fails_tells_why_and_gives_its_turn_back(jobs: Jobs) -> None:
    async def work() -> None:
        raise EngineBusy("too much", retry_after_seconds=1)

    with pytest.raises(EngineBusy):
        await jobs.queue.carry(work, priority=Priority.BACKGROUND)
    assert (jobs.queue.running, jobs.queue.queued) == (0, 0)


async def test_cancelled_background_work_ends_and_gives_its_turn_back(jobs: Jobs) -> None:
    background = jobs.carry("background")
    await turn_the_loop()
    background.cancel()
    await turn_the_loop()
    assert background.cancelled()
    assert (jobs.queue.running, jobs.queue.queued) == (0, 0)


async def test_background_work_waits_a_moment_for_the_next_request_of_a_person() -> None:
    jobs = Jobs(JobQueue(limit=3, pause_seconds=0.05))
    first, background = jobs.carry("first", Priority.INTERACTIVE), jobs.carry("background")
    await turn_the_loop()
    await jobs.end("first")
    assert jobs.order == ["first"]
    second = jobs.carry("second", Priority.INTERACTIVE)
    await turn_the_loop()
    assert jobs.order == ["first", "second"]
    jobs.ends["background"].set()
    await jobs.end("second")
    assert await asyncio.wait_for(background, timeout=10) == "background is done"
    await asyncio.gather(first, second)
