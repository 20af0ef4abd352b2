"""Steps of the wall clock: sign-in, second factor, scheduled jobs and waiting work go on (fault 19)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from app.core.clock import ClockWatch, SteadyClock, utc_now
from app.core.jobs import JobCounts, JobSpec
from app.core.state import AppState
from app.integrations.email import outbox
from app.integrations.email.smtp import NullTransport
from app.scheduled_jobs.runner import JobRunner
from tests.conftest import FrozenClock, Person
from tests.users.steps import as_bearer, sign_in, turn_on_second_factor

HOURS = pytest.mark.parametrize("hours", [1, -1])


def test_the_clock_follows_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that was suspended, or whose clock was wrong at boot, must not stay behind for good."""
    before = utc_now()
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    assert abs(utc_now() - datetime.now(tz=UTC)) < timedelta(seconds=1)
    assert utc_now() - before < timedelta(seconds=10)


@HOURS
def test_sign_in_works_after_a_step(
    anonymous: TestClient, alice: Person, clock: FrozenClock, hours: float
) -> None:
    """The tokens of the server were dated by a clock that did not follow the step, and then refused."""
    clock.step(hours=hours)
    token = sign_in(anonymous, "alice").json()["token"]
    assert anonymous.get("/api/auth/me", headers=as_bearer(token)).status_code == 200


@HOURS
def test_sessions_survive_a_step(alice: Person, clock: FrozenClock, hours: float) -> None:
    clock.step(hours=hours)
    assert alice.get("/api/auth/me").status_code == 200


@HOURS
def test_the_second_factor_works_after_a_step(
    anonymous: TestClient, alice: Person, state: AppState, clock: FrozenClock, hours: float
) -> None:
    """The codes of an app follow the real time, and so does the challenge after the password.

    A code that was spent before the clock was set back must not make all codes of the next hour used ones.
    """
    totp, _ = turn_on_second_factor(alice, state)
    clock.step(hours=hours)
    challenge = sign_in(anonymous, "alice").json()["challenge"]
    clock.advance(minutes=4)
    body = {"challenge": challenge, "code": totp.at(clock.now())}
    assert anonymous.post("/api/auth/second-factor", json=body).status_code == 200
    again = {"challenge": sign_in(anonymous, "alice").json()["challenge"], "code": totp.at(clock.now())}
    assert anonymous.post("/api/auth/second-factor", json=again).status_code == 401


def test_durations_do_not_follow_a_step(clock: FrozenClock) -> None:
    steady = SteadyClock(now=clock.now, monotonic=clock.monotonic)
    start = clock.now()
    clock.advance(seconds=5)
    assert steady.now("one", since=start) == start + timedelta(seconds=5)
    clock.step(hours=-1)
    clock.advance(seconds=5)
    assert steady.now("one", since=start) == start + timedelta(seconds=10)
    # After a restart only the wall clock is known; nothing lasts less than no time.
    restarted = SteadyClock(now=clock.now, monotonic=clock.monotonic)
    assert restarted.now("one", since=start) == start
    steady.keep_only([])
    assert steady.now("one", since=start) == start


async def test_steps_are_noticed_once_and_small_corrections_are_not(clock: FrozenClock) -> None:
    watch = ClockWatch(now=clock.now, monotonic=clock.monotonic)
    steps: list[timedelta] = []

    async def fail(_step: timedelta) -> None:
        raise ZeroDivisionError

    async def note(step: timedelta) -> None:
        steps.append(step)

    watch.listeners += [fail, note]
    clock.advance(hours=8)
    clock.step(seconds=1.5)
    await watch.check()
    assert steps == []
    for hours in (1, -1):
        clock.step(hours=hours)
        await watch.check()
        await watch.check()
    assert steps == [timedelta(hours=1), timedelta(hours=-1)]


async def test_frequent_jobs_run_after_the_clock_was_set_back(state: AppState) -> None:
    """The scheduler goes by the wall clock: without help, no job would run for an hour."""

    async def work() -> JobCounts | None:
        return None

    runner = JobRunner(state, [JobSpec(key="often", every_seconds=30, run=work)])
    await runner.start()
    try:
        entry = runner._scheduler.get_job("often")
        # As if the clock had been one hour ahead when the next run was planned.
        entry.modify(next_run_time=datetime.now(tz=UTC) + timedelta(hours=1))
        await runner.follow_clock_step(timedelta(hours=-1))
        planned = runner._scheduler.get_job("often").next_run_time
        assert planned - datetime.now(tz=UTC) <= timedelta(seconds=30)
    finally:
        await runner.stop()


async def test_waiting_work_is_due_after_the_clock_was_set_back(state: AppState, clock: FrozenClock) -> None:
    """An item that waits for an instant of the old clock must not wait for the whole step."""
    with state.database.transaction() as session:
        outbox.add_email(
            session, recipient="greta@agency.example", subject="Hello", text="Text", now=clock.now()
        )
    queue = outbox.EmailQueue(state.database, transport=NullTransport(), now=state.now)
    queue.backoff_seconds = (60.0,)
    clock.step(hours=-8)
    assert await queue.claim_next() is None
    await queue.cap_waits()
    clock.advance(seconds=60)
    held = await queue.claim_next()
    assert held is not None
    # The server dies here. The lease of that attempt must not last for the whole step either.
    clock.step(hours=-8)
    await queue.cap_waits()
    clock.advance(seconds=queue.items.lease_seconds or 0)
    again = await queue.claim_next()
    assert again is not None
    assert again.attempt == held.attempt + 1
