"""The job queue in front of an engine: priorities, limits, interruption and cancellation."""

from __future__ import annotations

import asyncio

import pytest

from models.engines.queue import MAX_INTERRUPTIONS, JobQueue
from models.ports import EngineBusy, Priority, working_for


class Jobs:
    """Jobs that hold the engine until ``end`` is called, and a record of their order."""

    def __init__(self, queue: JobQueue) -> None:
        self.queue = queue
        self.order: list[str] = []
        self.positions: dict[str, list[int]] = {}
        self.ends: dict[str, asyncio.Event] = {}

    def add(self, name: str, priority: Priority = Priority.BACKGROUND) -> asyncio.Task[None]:
        self.ends[name] = asyncio.Event()
        self.positions[name] = []
        return asyncio.create_task(self._run(name, priority))

    async def _run(self, name: str, priority: Priority) -> None:
        async with self.queue.turn(priority, self.positions[name].append):
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
            await let_tasks_run()


async def let_tasks_run() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def jobs() -> Jobs:
    return Jobs(JobQueue(limit=3))


async def test_a_more_urgent_job_overtakes_waiting_jobs(jobs: Jobs) -> None:
    tasks = [jobs.add("running"), jobs.add("later"), jobs.add("request", Priority.INTERACTIVE)]
    await let_tasks_run()
    tasks.append(jobs.add("room", Priority.LIVE_SPEECH))
    await let_tasks_run()
    await jobs.end("running", "room", "request", "later")
    await asyncio.gather(*tasks)
    assert jobs.order == ["running", "room", "request", "later"]


async def test_jobs_of_one_priority_run_in_order_of_arrival(jobs: Jobs) -> None:
    tasks = [jobs.add(name) for name in ("a", "b", "c")]
    await let_tasks_run()
    await jobs.end("a", "b", "c")
    await asyncio.gather(*tasks)
    assert jobs.order == ["a", "b", "c"]


async def test_a_waiting_job_is_notified_of_its_queue_position(jobs: Jobs) -> None:
    tasks = [jobs.add(name) for name in ("a", "b", "c")]
    await let_tasks_run()
    await jobs.end("a", "b", "c")
    await asyncio.gather(*tasks)
    assert jobs.positions == {"a": [0], "b": [1, 0], "c": [2, 1, 0]}


async def test_a_full_queue_refuses_jobs_with_a_retry_delay(jobs: Jobs) -> None:
    tasks = [jobs.add(name) for name in ("a", "b", "c", "d")]
    await let_tasks_run()
    with pytest.raises(EngineBusy) as refused:
        await jobs.add("e")
    assert refused.value.retry_after_seconds >= 1
    await jobs.end("a", "b", "c", "d")
    await asyncio.gather(*tasks)


async def test_live_speech_displaces_background_work_from_a_full_queue(jobs: Jobs) -> None:
    tasks = [jobs.add(name) for name in ("a", "b", "c", "d")]
    await let_tasks_run()
    live = jobs.add("live", Priority.LIVE_SPEECH)
    with pytest.raises(EngineBusy):
        await tasks[3]
    await jobs.end("a", "live", "b", "c")
    await asyncio.gather(live, *tasks[:3])
    assert jobs.order == ["a", "live", "b", "c"]


async def test_a_canceled_waiting_job_leaves_the_queue(jobs: Jobs) -> None:
    running, waiting, last = jobs.add("a"), jobs.add("b"), jobs.add("c")
    await let_tasks_run()
    waiting.cancel()
    await let_tasks_run()
    assert jobs.queue.queued == 1
    await jobs.end("a", "c")
    await asyncio.gather(running, last)
    assert jobs.order == ["a", "c"]


async def test_a_canceled_running_job_frees_the_engine(jobs: Jobs) -> None:
    running, waiting = jobs.add("a"), jobs.add("b")
    await let_tasks_run()
    running.cancel()
    await let_tasks_run()
    assert jobs.order == ["a", "b"]
    await jobs.end("b")
    await waiting
    assert (jobs.queue.running, jobs.queue.queued) == (0, 0)


async def test_a_turn_granted_to_a_canceled_job_passes_to_the_next(jobs: Jobs) -> None:
    running, waiting, last = jobs.add("a"), jobs.add("b"), jobs.add("c")
    await let_tasks_run()
    running.cancel()
    waiting.cancel()
    await let_tasks_run()
    await jobs.end("c")
    await last
    assert (jobs.queue.running, jobs.queue.queued) == (0, 0)


async def test_as_many_jobs_run_at_once_as_the_concurrency_allows() -> None:
    jobs = Jobs(JobQueue(limit=3, concurrency=2))
    tasks = [jobs.add(name) for name in ("a", "b", "c")]
    await let_tasks_run()
    assert jobs.order == ["a", "b"]
    await jobs.end("a", "b", "c")
    await asyncio.gather(*tasks)


async def test_interrupted_background_work_restarts_at_its_place_in_the_queue(jobs: Jobs) -> None:
    background, later = jobs.carry("background"), jobs.carry("later")
    await let_tasks_run()
    request = jobs.carry("request", Priority.INTERACTIVE)
    await let_tasks_run()
    assert jobs.order == ["background", "request"]
    await jobs.end("request")
    assert jobs.order == ["background", "request", "background"]
    await jobs.end("background", "later")
    assert [await task for task in (background, request, later)] == [
        "background is done",
        "request is done",
        "later is done",
    ]


async def test_interactive_work_is_not_interrupted(jobs: Jobs) -> None:
    first = jobs.carry("first", Priority.INTERACTIVE)
    await let_tasks_run()
    live = jobs.carry("live", Priority.LIVE_ANALYSIS)
    await let_tasks_run()
    assert jobs.order == ["first"]
    await jobs.end("first", "live")
    await asyncio.gather(first, live)
    assert jobs.order == ["first", "live"]


async def test_live_analysis_is_interrupted_by_people_only(jobs: Jobs) -> None:
    live = jobs.carry("live", Priority.LIVE_ANALYSIS)
    await let_tasks_run()
    background = jobs.carry("background")
    await let_tasks_run()
    request = jobs.carry("request", Priority.INTERACTIVE)
    await let_tasks_run()
    assert jobs.order == ["live", "request"]
    await jobs.end("request", "live", "background")
    await asyncio.gather(live, background, request)
    assert jobs.order == ["live", "request", "live", "background"]


async def test_background_work_is_interrupted_by_live_analysis(jobs: Jobs) -> None:
    background = jobs.carry("background")
    await let_tasks_run()
    live = jobs.carry("live", Priority.LIVE_ANALYSIS)
    await let_tasks_run()
    await jobs.end("live", "background")
    await asyncio.gather(live, background)
    assert jobs.order == ["background", "live", "background"]


async def test_background_work_is_interrupted_only_so_many_times(jobs: Jobs) -> None:
    background = jobs.carry("background")
    requests = []
    for number in range(MAX_INTERRUPTIONS + 1):
        await let_tasks_run()
        requests.append(jobs.carry(f"request {number}", Priority.INTERACTIVE))
        await let_tasks_run()
        if number < MAX_INTERRUPTIONS:
            await jobs.end(f"request {number}")
    # The last request waits until the background work is done.
    assert jobs.order[-1] == "background"
    await jobs.end("background", f"request {MAX_INTERRUPTIONS}")
    assert await background == "background is done"
    await asyncio.gather(*requests)


async def test_interrupted_work_is_kept_even_in_a_full_queue(jobs: Jobs) -> None:
    tasks = [jobs.carry(name) for name in ("a", "b", "c")]
    await let_tasks_run()
    request = jobs.carry("request", Priority.INTERACTIVE)
    await let_tasks_run()
    assert (jobs.queue.running, jobs.queue.queued) == (1, 3)
    await jobs.end("request", "a", "b", "c")
    await asyncio.gather(request, *tasks)
    assert jobs.order == ["a", "request", "a", "b", "c"]


async def test_failed_work_raises_its_error_and_frees_the_engine(jobs: Jobs) -> None:
    async def work() -> None:
        raise EngineBusy("too much", retry_after_seconds=1)

    with pytest.raises(EngineBusy):
        await jobs.queue.carry(work, priority=Priority.BACKGROUND)
    assert (jobs.queue.running, jobs.queue.queued) == (0, 0)


async def test_canceled_background_work_frees_the_engine(jobs: Jobs) -> None:
    background = jobs.carry("background")
    await let_tasks_run()
    background.cancel()
    await let_tasks_run()
    assert background.cancelled()
    assert (jobs.queue.running, jobs.queue.queued) == (0, 0)


async def test_background_work_pauses_after_an_interactive_request() -> None:
    jobs = Jobs(JobQueue(limit=3, pause_seconds=0.05))
    first, background = jobs.carry("first", Priority.INTERACTIVE), jobs.carry("background")
    await let_tasks_run()
    await jobs.end("first")
    assert jobs.order == ["first"]
    second = jobs.carry("second", Priority.INTERACTIVE)
    await let_tasks_run()
    assert jobs.order == ["first", "second"]
    jobs.ends["background"].set()
    await jobs.end("second")
    assert await asyncio.wait_for(background, timeout=10) == "background is done"
    await asyncio.gather(first, second)


async def test_live_analysis_pauses_after_an_interactive_request() -> None:
    jobs = Jobs(JobQueue(limit=3, pause_seconds=0.05))
    first, live = jobs.carry("first", Priority.INTERACTIVE), jobs.carry("live", Priority.LIVE_ANALYSIS)
    await let_tasks_run()
    await jobs.end("first")
    second = jobs.carry("second", Priority.INTERACTIVE)
    await let_tasks_run()
    assert jobs.order == ["first", "second"]
    jobs.ends["live"].set()
    await jobs.end("second")
    assert await asyncio.wait_for(live, timeout=10) == "live is done"
    await asyncio.gather(first, second)


def add_for(
    jobs: Jobs, owner: str, name: str, priority: Priority = Priority.BACKGROUND
) -> asyncio.Task[None]:
    """Add a job of a user."""
    with working_for(owner):
        return jobs.add(name, priority)


async def test_users_take_turns(jobs: Jobs) -> None:
    """One recruiter's pile of work must not make all others wait for its end."""
    tasks = [add_for(jobs, "alice", name) for name in ("alice 1", "alice 2", "alice 3")]
    await let_tasks_run()
    tasks.append(add_for(jobs, "bob", "bob 1"))
    await let_tasks_run()
    await jobs.end("alice 1", "bob 1", "alice 2", "alice 3")
    await asyncio.gather(*tasks)
    assert jobs.order == ["alice 1", "bob 1", "alice 2", "alice 3"]


async def test_a_pile_of_one_user_does_not_close_the_queue_to_others(jobs: Jobs) -> None:
    pile = [add_for(jobs, "alice", f"alice {number}") for number in range(4)]
    await let_tasks_run()
    with pytest.raises(EngineBusy):
        await add_for(jobs, "alice", "alice 4")
    bob = add_for(jobs, "bob", "bob")
    await let_tasks_run()
    with pytest.raises(EngineBusy):
        await pile[3]
    await jobs.end("alice 0", "bob", "alice 1", "alice 2")
    await asyncio.gather(*pile[:3], bob)
    assert jobs.order == ["alice 0", "bob", "alice 1", "alice 2"]


async def test_a_more_urgent_job_goes_before_any_turn(jobs: Jobs) -> None:
    tasks = [add_for(jobs, "alice", "running"), add_for(jobs, "bob", "bob")]
    await let_tasks_run()
    tasks.append(add_for(jobs, "alice", "urgent", Priority.INTERACTIVE))
    await let_tasks_run()
    await jobs.end("running", "urgent", "bob")
    await asyncio.gather(*tasks)
    assert jobs.order == ["running", "urgent", "bob"]
