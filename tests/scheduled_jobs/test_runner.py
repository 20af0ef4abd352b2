"""Scheduled and manual runs of jobs: recorded, never twice at once, caught up after a stop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from app.core.errors import NotFound
from app.core.jobs import SUNDAY, DailyTime, JobCounts, JobSpec
from app.core.schemas import PageParams
from app.core.state import AppState
from app.scheduled_jobs import repository
from app.scheduled_jobs.errors import JobIsRunning, NoPreview
from app.scheduled_jobs.runner import JobRunner
from app.scheduled_jobs.schedule import latest_daily_start, make_trigger
from app.scheduled_jobs.tables import JobRun, JobRunStatus, JobTrigger
from tests.conftest import FrozenClock


class Script:
    """Work of a job that returns or raises one scripted step per run."""

    def __init__(self, *steps: JobCounts | Exception | None) -> None:
        self.steps = list(steps)
        self.calls = 0

    async def __call__(self) -> JobCounts | None:
        self.calls += 1
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step


class HeldWork:
    """Work that continues until it is released."""

    def __init__(self) -> None:
        self.began = asyncio.Event()
        self.release = asyncio.Event()

    async def __call__(self) -> None:
        self.began.set()
        await self.release.wait()


def frequent(work: Callable[[], Awaitable[JobCounts | None]]) -> JobSpec:
    return JobSpec(key="job", every_seconds=300, run=work)


def heartbeat(work: Callable[[], Awaitable[JobCounts | None]]) -> JobSpec:
    return JobSpec(key="job", every_seconds=2, run=work)


def hourly(work: Callable[[], Awaitable[JobCounts | None]], *, limit: float = 600) -> JobSpec:
    return JobSpec(key="job", every_seconds=3600, run=work, time_limit_seconds=limit)


def list_runs(state: AppState) -> list[JobRun]:
    with state.database.reading() as session:
        return repository.list_runs(session, PageParams(page=1, limit=50))


def statuses(state: AppState) -> list[str]:
    return [run.status for run in list_runs(state)]


def claim(state: AppState, *, started_at: datetime) -> None:
    """Claim a run of the job as another server would."""
    with state.database.transaction() as session:
        run = repository.claim_run(
            session, job_key="job", trigger=JobTrigger.SCHEDULE, now=started_at, time_limit_seconds=60
        )
        assert run is not None


async def test_a_run_is_recorded_with_its_counts(state: AppState, clock: FrozenClock) -> None:
    await JobRunner(state, [hourly(Script(JobCounts(processed=3, errors=1)))]).run_scheduled("job")
    (run,) = list_runs(state)
    assert (run.status, run.trigger) == (JobRunStatus.SUCCESS, JobTrigger.SCHEDULE)
    assert (run.processed_count, run.error_count) == (3, 1)
    assert run.started_at == clock.now()
    assert run.duration_ms is not None


async def test_a_failure_is_recorded_and_the_next_run_continues(state: AppState) -> None:
    runner = JobRunner(state, [hourly(Script(RuntimeError("broken"), None))])
    await runner.run_scheduled("job")
    assert statuses(state) == ["failed"]
    await runner.run_scheduled("job")
    assert sorted(statuses(state)) == ["failed", "success"]


async def test_a_run_that_exceeds_its_time_limit_is_a_timeout(state: AppState) -> None:
    await JobRunner(state, [hourly(HeldWork(), limit=0)]).run_scheduled("job")
    assert statuses(state) == ["timeout"]


async def test_a_timeout_of_the_work_itself_is_a_failure(state: AppState) -> None:
    await JobRunner(state, [hourly(Script(TimeoutError()))]).run_scheduled("job")
    assert statuses(state) == ["failed"]


async def test_a_frequent_job_is_recorded_only_if_it_did_something(state: AppState) -> None:
    work = Script(None, JobCounts(), JobCounts(processed=1), JobCounts(), JobCounts(errors=1))
    runner = JobRunner(state, [frequent(work)])
    counted = []
    for _ in range(5):
        await runner.run_scheduled("job")
        counted.append(len(list_runs(state)))
    assert counted == [0, 0, 1, 1, 2]


async def test_a_continuing_failure_of_a_frequent_job_and_its_end_are_recorded_once(
    state: AppState, clock: FrozenClock
) -> None:
    runner = JobRunner(
        state, [frequent(Script(None, RuntimeError(), RuntimeError(), RuntimeError(), None, None))]
    )
    for _ in range(6):
        clock.advance(seconds=2)
        await runner.run_scheduled("job")
    assert statuses(state) == ["success", "failed"]


async def test_a_heartbeat_is_neither_listed_nor_recorded(state: AppState) -> None:
    work = Script(None, JobCounts(processed=5), RuntimeError(), None)
    runner = JobRunner(state, [heartbeat(work)])
    for _ in range(4):
        await runner.run_scheduled("job")
    assert (work.calls, list_runs(state), list(runner.jobs)) == (4, [], [])
    with pytest.raises(NotFound):
        await runner.run_manually("job", dry_run=False)


async def test_a_continuing_failure_of_a_heartbeat_is_logged_once_and_its_end_too(
    state: AppState, caplog: pytest.LogCaptureFixture
) -> None:
    runner = JobRunner(state, [heartbeat(Script(None, RuntimeError(), RuntimeError(), None, None))])
    for _ in range(5):
        await runner.run_scheduled("job")
    logged = [record.getMessage() for record in caplog.records if record.name == "greenroom.jobs"]
    assert logged == ["job_failed key=job status=failed", "heartbeat_recovered key=job"]


@pytest.mark.parametrize("make", [frequent, hourly])
async def test_a_job_is_never_run_twice_at_once(
    state: AppState, make: Callable[[Callable[[], Awaitable[JobCounts | None]]], JobSpec]
) -> None:
    held = HeldWork()
    runner = JobRunner(state, [make(held)])
    first = asyncio.create_task(runner.run_scheduled("job"))
    await held.began.wait()
    held.began.clear()
    await runner.run_scheduled("job")
    with pytest.raises(JobIsRunning):
        await runner.run_manually("job", dry_run=False)
    assert not held.began.is_set()
    held.release.set()
    await first
    assert (await runner.run_manually("job", dry_run=False)).status == JobRunStatus.SUCCESS


async def test_a_job_that_another_server_runs_is_not_started(state: AppState) -> None:
    work = Script(None)
    claim(state, started_at=state.now())
    runner = JobRunner(state, [hourly(work)])
    await runner.run_scheduled("job")
    with pytest.raises(JobIsRunning):
        await runner.run_manually("job", dry_run=False)
    assert work.calls == 0
    # The refusal has not left the job blocked in this process.
    with state.database.transaction() as session:
        repository.fail_interrupted_runs(session)
    await runner.run_scheduled("job")
    assert work.calls == 1


async def test_a_run_long_past_its_time_limit_does_not_block_the_job(
    state: AppState, clock: FrozenClock
) -> None:
    claim(state, started_at=clock.now())
    work = Script(None)
    runner = JobRunner(state, [hourly(work, limit=60)])
    clock.advance(seconds=100)
    await runner.run_scheduled("job")
    assert (work.calls, statuses(state)) == (0, ["running"])
    clock.advance(seconds=30)
    await runner.run_scheduled("job")
    assert (work.calls, statuses(state)) == (1, ["success", "failed"])


async def test_a_manual_run_is_always_recorded(state: AppState) -> None:
    run = await JobRunner(state, [frequent(Script(None))]).run_manually("job", dry_run=False)
    assert (run.status, run.trigger, run.processed_count) == (JobRunStatus.SUCCESS, JobTrigger.MANUAL, 0)


async def test_a_dry_run_only_counts(state: AppState) -> None:
    work, preview = Script(), Script(JobCounts(processed=7))
    spec = JobSpec(key="job", every_seconds=3600, run=work, preview=preview)
    run = await JobRunner(state, [spec]).run_manually("job", dry_run=True)
    assert (run.trigger, run.processed_count, work.calls) == (JobTrigger.DRY_RUN, 7, 0)


async def test_a_job_without_a_preview_refuses_a_dry_run(state: AppState) -> None:
    work = Script()
    with pytest.raises(NoPreview):
        await JobRunner(state, [hourly(work)]).run_manually("job", dry_run=True)
    with pytest.raises(NotFound):
        await JobRunner(state, [hourly(work)]).run_manually("other", dry_run=False)
    assert (work.calls, list_runs(state)) == (0, [])


async def test_a_run_interrupted_by_a_crash_is_failed_at_the_next_start(state: AppState) -> None:
    claim(state, started_at=state.now())
    runner = JobRunner(state, [hourly(Script())])
    await runner.start()
    await runner.stop()
    assert statuses(state) == ["failed"]


async def test_stopping_ends_a_manual_run(state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.scheduled_jobs.runner.RESPOND_WITHIN_SECONDS", 0)
    runner = JobRunner(state, [hourly(HeldWork())])
    await runner.start()
    assert (await runner.run_manually("job", dry_run=False)).status == JobRunStatus.RUNNING
    await runner.stop()
    await runner.start()
    await runner.stop()
    assert statuses(state) == ["failed"]


@pytest.mark.parametrize(
    ("hours_after_due", "is_caught_up"), [(None, True), (-24, True), (-1, True), (0, False), (5, False)]
)
async def test_a_daily_job_that_was_missed_while_no_server_ran_is_caught_up(
    state: AppState, clock: FrozenClock, hours_after_due: int | None, is_caught_up: bool
) -> None:
    # Half a day away from the real clock, so that only the catch-up run is due soon.
    due = datetime.now(tz=UTC).replace(second=0, microsecond=0) - timedelta(hours=12)
    clock.instant = due + timedelta(hours=8)
    if hours_after_due is not None:
        with state.database.transaction() as session:
            repository.add_finished_run(
                session,
                job_key="job",
                status=JobRunStatus.SUCCESS,
                started_at=due + timedelta(hours=hours_after_due),
                duration_ms=1,
                counts=JobCounts(),
            )
    at = DailyTime(hour=due.hour, minute=due.minute)
    runner = JobRunner(state, [JobSpec(key="job", daily_at_utc=at, run=Script())])
    await runner.start()
    entry = runner._scheduler.get_job("job")
    await runner.stop()
    assert (entry.next_run_time - datetime.now(tz=UTC) < timedelta(hours=1)) is is_caught_up


@pytest.mark.parametrize(
    ("now", "latest"),
    [
        ("2026-03-02T03:29", "2026-03-01T03:30"),
        ("2026-03-02T03:30", "2026-03-02T03:30"),
        ("2026-03-02T23:59", "2026-03-02T03:30"),
    ],
)
def test_the_latest_daily_start_is_today_or_yesterday(now: str, latest: str) -> None:
    found = latest_daily_start(DailyTime(3, 30), now=datetime.fromisoformat(now).replace(tzinfo=UTC))
    assert found == datetime.fromisoformat(latest).replace(tzinfo=UTC)


def test_a_job_has_either_an_interval_or_a_daily_time() -> None:
    with pytest.raises(ValueError, match="either"):
        JobSpec(key="job", run=Script())
    with pytest.raises(ValueError, match="either"):
        JobSpec(key="job", run=Script(), every_seconds=1, daily_at_utc=DailyTime(0, 0))


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-11-22T04:00", "2026-11-22T04:00"),
        ("2026-11-22T03:59", "2026-11-15T04:00"),
        ("2026-11-23T00:00", "2026-11-22T04:00"),
        ("2026-11-28T23:00", "2026-11-22T04:00"),
    ],
)
def test_a_weekly_job_is_due_on_its_weekday(now: str, due: str) -> None:
    at = DailyTime(hour=4, minute=0, weekday=SUNDAY)
    found = latest_daily_start(at, now=datetime.fromisoformat(now).replace(tzinfo=UTC))
    assert found == datetime.fromisoformat(due).replace(tzinfo=UTC)


def test_the_schedule_starts_a_weekly_job_on_its_weekday() -> None:
    trigger = make_trigger(
        JobSpec(key="job", daily_at_utc=DailyTime(hour=4, minute=0, weekday=SUNDAY), run=Script())
    )
    following = trigger.get_next_fire_time(None, datetime(2026, 11, 23, tzinfo=UTC))
    assert following == datetime(2026, 11, 29, 4, 0, tzinfo=UTC)
