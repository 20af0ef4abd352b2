"""Workers of the work queues: waking, notifying waiting callers, surviving errors, stopping."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from app.core.state import AppState
from app.integrations.email.tables import OutgoingEmail
from app.work_queue.items import Claim
from app.work_queue.queue import AttemptFailed
from app.work_queue.workers import Source, Workers
from tests.work_queue.scripted_queue import ScriptedQueue, add_email, read_email


@asynccontextmanager
async def running(*workers: list[Source], idle_seconds: float = 60.0) -> AsyncIterator[Workers]:
    """Workers that only look at their queue again when they are woken."""
    started = Workers(workers, idle_seconds=idle_seconds)
    await started.start()
    yield started
    await started.stop()


async def hang(_claim: Claim) -> None:
    await asyncio.Event().wait()


async def test_a_woken_worker_runs_the_item_and_notifies_the_waiting_caller(state: AppState) -> None:
    queue = ScriptedQueue(state)
    async with asyncio.timeout(60), running([Source(queue)]) as workers:
        await queue.was_empty.wait()
        key = add_email(state)
        done = workers.expect(key)
        assert workers.is_expected(key)
        workers.wake()
        await asyncio.wrap_future(done)
        assert not workers.is_expected(key)
    assert read_email(state, key).sent_at == state.now()


async def test_a_caller_is_notified_of_a_failure_but_not_of_a_retry(state: AppState) -> None:
    queue = ScriptedQueue(state)
    queue.backoff_seconds = (0.0,)
    outcomes = iter([True, False])

    async def fail(_claim: Claim) -> None:
        raise AttemptFailed(RuntimeError("away"), retryable=next(outcomes))

    queue.script = fail
    async with asyncio.timeout(60), running([Source(queue)]) as workers:
        key = add_email(state)
        done = workers.expect(key)
        workers.wake()
        await asyncio.wrap_future(done)
    assert (read_email(state, key).attempts, read_email(state, key).failed_at) == (2, state.now())


async def test_a_caller_that_gave_up_waiting_is_forgotten(state: AppState) -> None:
    async with running([Source(ScriptedQueue(state))]) as workers:
        waiter, other = workers.expect("key"), workers.expect("key")
        workers.stop_expecting("key", waiter)
        assert waiter.cancelled()
        assert workers.is_expected("key")
        workers.stop_expecting("key", other)
        assert not workers.is_expected("key")


async def test_stopping_puts_items_back_and_cancels_waiting_callers(state: AppState) -> None:
    queue = ScriptedQueue(state)
    queue.script = hang
    key = add_email(state)
    async with asyncio.timeout(60), running([Source(queue)]) as workers:
        done = workers.expect(key)
        await queue.began.wait()
    assert done.cancelled()
    assert (read_email(state, key).attempts, read_email(state, key).claim_id) == (0, None)


async def test_cancelling_an_item_ends_its_attempt_and_no_other(state: AppState) -> None:
    queue = ScriptedQueue(state)
    queue.script = hang
    key = add_email(state)
    async with asyncio.timeout(60), running([Source(queue)]) as workers:
        done = workers.expect(key)
        await queue.began.wait()
        queue.script = None
        with state.database.transaction() as session:
            session.delete(session.get_one(OutgoingEmail, key))
        other = add_email(state, "Next")
        other_done = workers.expect(other)
        workers.cancel([key])
        await asyncio.wrap_future(done)
        await asyncio.wrap_future(other_done)
    assert queue.attempted == [key, other]


async def test_a_worker_waits_while_the_disk_is_full(state: AppState) -> None:
    queue = ScriptedQueue(state)
    failures = iter([True, False])

    async def fill_disk(_claim: Claim) -> None:
        if next(failures):
            raise OperationalError("UPDATE", {}, Exception("database or disk is full"))

    queue.script = fill_disk
    async with asyncio.timeout(60), running([Source(queue)], idle_seconds=0.01) as workers:
        key = add_email(state)
        done = workers.expect(key)
        workers.wake()
        await asyncio.wrap_future(done)
    assert (read_email(state, key).attempts, read_email(state, key).sent_at) == (1, state.now())


async def test_an_item_whose_failure_cannot_be_written_is_attempted_again(state: AppState) -> None:
    """An unforeseen error ends the attempt, and another one prevents that from being written.

    The item must not stay claimed for ever, and its waiting caller must be notified of the end.
    """

    class BrokenQueue(ScriptedQueue):
        failures = iter([True])

        async def give_up(self, claim: Claim, error: Exception) -> None:
            if next(self.failures, False):
                raise RuntimeError("another bug")
            await super().give_up(claim, error)

    queue = BrokenQueue(state)
    queue.backoff_seconds = (0.0,)

    async def fail(_claim: Claim) -> None:
        raise ZeroDivisionError

    queue.script = fail
    async with asyncio.timeout(60), running([Source(queue)], idle_seconds=0.01) as workers:
        key = add_email(state)
        done = workers.expect(key)
        workers.wake()
        await asyncio.wrap_future(done)
    assert (read_email(state, key).attempts, read_email(state, key).failed_at) == (2, state.now())


async def test_an_item_whose_claim_cannot_be_released_is_released_later(state: AppState) -> None:
    class BrokenQueue(ScriptedQueue):
        failures = iter([True, True])

        async def put_back(self, claim: Claim) -> None:
            if next(self.failures, False):
                raise RuntimeError("a bug")
            await super().put_back(claim)

    queue, first = BrokenQueue(state), iter([True])

    async def fill_disk(_claim: Claim) -> None:
        if next(first, False):
            raise OperationalError("UPDATE", {}, Exception("database or disk is full"))

    queue.script = fill_disk
    async with asyncio.timeout(60), running([Source(queue)], idle_seconds=0.01) as workers:
        key = add_email(state)
        done = workers.expect(key)
        workers.wake()
        await asyncio.wrap_future(done)
    assert read_email(state, key).sent_at == state.now()


async def test_a_worker_survives_an_error_of_its_queue(
    state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = ScriptedQueue(state)
    claim_next, failures = queue.claim_next, iter([True])

    async def fail_once(**kwargs: Any) -> Claim | None:
        if next(failures, False):
            raise RuntimeError("a bug")
        return await claim_next(**kwargs)

    monkeypatch.setattr(queue, "claim_next", fail_once)
    async with asyncio.timeout(60), running([Source(queue)], idle_seconds=0.01) as workers:
        await asyncio.wrap_future(workers.expect(add_email(state)))


async def test_sources_are_served_in_order_and_a_restricted_one_only_its_items(
    state: AppState,
) -> None:
    first, second = ScriptedQueue(state), ScriptedQueue(state)
    urgent = OutgoingEmail.subject == "Urgent"
    workers = Workers([])
    sources = (Source(first, only=urgent), Source(second))
    normal, special = add_email(state, "Normal"), add_email(state, "Urgent")
    assert await workers.run_next(sources)
    assert (first.attempted, second.attempted) == ([special], [])
    assert not await workers.run_next(sources[:1])
    assert await workers.run_next(sources)
    assert second.attempted == [normal]
    assert not await workers.run_next(sources)
