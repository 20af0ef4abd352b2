"""Runs scheduled jobs, on schedule and manually, and records each run."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from app.core.errors import NotFound
from app.core.jobs import JobCounts, JobSpec, JobWork
from app.core.state import AppState
from app.core.tracing import tracer
from app.scheduled_jobs import repository
from app.scheduled_jobs.errors import JobIsRunning, NoPreview
from app.scheduled_jobs.schedule import latest_daily_start, make_scheduler, make_trigger
from app.scheduled_jobs.tables import JobRun, JobRunStatus, JobTrigger

log = logging.getLogger("greenroom.jobs")

RESPOND_WITHIN_SECONDS = 2.0
"""The response to a manual run contains its outcome if it ends within this time, else ``running``."""
CATCH_UP_DELAY_SECONDS = 60
"""Delay before a missed daily job runs after start-up, so that user requests go first."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended."""

    status: JobRunStatus
    counts: JobCounts
    duration_ms: int


class JobRunner:
    """Runs each job once at a time: a set prevents two runs in this process, the row in the database others.

    A run of a frequent job is recorded only if it processed something or failed; of repeated failures only
    the first is recorded, and then the run that recovered. Thousands of empty runs would hide the others. All
    other runs, and all manual runs, have a row from their start. Heartbeats run on the same schedule without
    records.
    """

    def __init__(self, state: AppState, jobs: Sequence[JobSpec]) -> None:
        self._all = {job.key: job for job in jobs}
        self.jobs = {job.key: job for job in jobs if not job.is_heartbeat}
        """The jobs that an admin sees and can run, by key."""
        self._state = state
        self._database = state.database
        self._running: set[str] = set()
        self._failing: set[str] = set()
        self._manual_runs: set[asyncio.Task[None]] = set()
        self._scheduler = make_scheduler(jobs, run=self.run_scheduled)

    async def start(self) -> None:
        """Start the schedule. In a cluster, one process also calls ``take_over``."""
        if self._state.cluster is None:
            await self._fail_interrupted()
        self._scheduler.start()
        if self._state.cluster is None:
            await self._catch_up()

    async def take_over(self) -> None:
        """Continue after another process has ended: its runs have failed, and daily jobs may be due."""
        await self._fail_interrupted()
        await self._catch_up()

    async def _fail_interrupted(self) -> None:
        interrupted = await self._database.run(repository.fail_interrupted_runs)
        if interrupted:
            log.warning("job_runs_interrupted count=%d", interrupted)

    async def _catch_up(self) -> None:
        """Let a daily job whose time passed while no server was running run after a short delay."""
        for job in self.jobs.values():
            if job.daily_at_utc is None:
                continue
            last = await self._database.read(repository.find_last_start, job_key=job.key)
            entry = self._scheduler.get_job(job.key)
            is_missed = last is None or last < latest_daily_start(job.daily_at_utc, now=self._state.now())
            if entry is not None and is_missed:
                entry.modify(next_run_time=datetime.now(tz=UTC) + timedelta(seconds=CATCH_UP_DELAY_SECONDS))

    async def follow_clock_step(self, step: timedelta) -> None:
        """Keep frequent jobs running after the wall clock, which drives the schedule, was set back.

        Without this, none would run until the clock reaches the time of the last run again.
        """
        if step > timedelta(0):
            return
        for job in self._all.values():
            entry = self._scheduler.get_job(job.key)
            if entry is not None and job.every_seconds is not None:
                self._scheduler.reschedule_job(job.key, trigger=make_trigger(job))

    async def stop(self) -> None:
        """Start no more runs. A manual run in progress is recorded as failed at the next start."""
        self._scheduler.shutdown(wait=False)
        for task in self._manual_runs:
            task.cancel()
        await asyncio.gather(*self._manual_runs, return_exceptions=True)

    async def run_scheduled(self, key: str) -> None:
        """One scheduled run. Raises nothing: a failed run must not end the schedule."""
        if key in self._running or not (self._all[key].in_every_process or self._state.is_background):
            return
        self._running.add(key)
        await self._release_after(key, self._run_and_record(self._all[key]))

    async def run_manually(self, key: str, *, dry_run: bool) -> JobRun:
        """Start a run now, or only count what it would do. Raises NotFound, NoPreview, JobIsRunning."""
        job = self.jobs.get(key)
        if job is None:
            raise NotFound("This job does not exist.")
        work = job.preview if dry_run else job.run
        if work is None:
            raise NoPreview
        if key in self._running:
            raise JobIsRunning
        self._running.add(key)
        trigger = JobTrigger.DRY_RUN if dry_run else JobTrigger.MANUAL
        try:
            run = await self._claim(job, trigger)
            if run is None:
                raise JobIsRunning
        except BaseException:
            self._running.discard(key)
            raise
        task = asyncio.create_task(self._release_after(key, self._run_claimed(job, run_id=run.id, work=work)))
        self._manual_runs.add(task)
        task.add_done_callback(self._manual_runs.discard)
        await asyncio.wait({task}, timeout=RESPOND_WITHIN_SECONDS)
        return await self._database.read(repository.get_run, run.id)

    async def _release_after(self, key: str, run: Awaitable[None]) -> None:
        try:
            await run
        except Exception:  # the job runner is a boundary: here the record itself could not be written
            log.exception("job_not_recorded key=%s", key)
        finally:
            self._running.discard(key)

    async def _run_and_record(self, job: JobSpec) -> None:
        if job.is_heartbeat:
            await self._run_heartbeat(job)
            return
        if job.is_frequent:
            await self._run_and_record_if_notable(job)
            return
        run = await self._claim(job, JobTrigger.SCHEDULE)
        if run is not None:
            await self._run_claimed(job, run_id=run.id, work=job.run)

    async def _claim(self, job: JobSpec, trigger: JobTrigger) -> JobRun | None:
        return await self._database.run(
            repository.claim_run,
            job_key=job.key,
            trigger=trigger,
            now=self._state.now(),
            time_limit_seconds=job.time_limit_seconds,
        )

    async def _run_claimed(self, job: JobSpec, *, run_id: str, work: JobWork) -> None:
        outcome = await self._run(job, work=work, is_logged=True)
        await self._database.run(
            repository.finish_run,
            run_id=run_id,
            status=outcome.status,
            duration_ms=outcome.duration_ms,
            counts=outcome.counts,
        )

    async def _run_heartbeat(self, job: JobSpec) -> None:
        was_failing = job.key in self._failing
        await self._run_noting_failure(job)
        if was_failing and job.key not in self._failing:
            log.warning("heartbeat_recovered key=%s", job.key)

    async def _run_noting_failure(self, job: JobSpec) -> Outcome:
        """Run a job; only the first failure of several in a row is logged."""
        outcome = await self._run(job, work=job.run, is_logged=job.key not in self._failing)
        if outcome.status == JobRunStatus.SUCCESS:
            self._failing.discard(job.key)
        else:
            self._failing.add(job.key)
        return outcome

    async def _run_and_record_if_notable(self, job: JobSpec) -> None:
        was_failing = job.key in self._failing
        started_at = self._state.now()
        outcome = await self._run_noting_failure(job)
        is_failing = outcome.status != JobRunStatus.SUCCESS
        has_worked = outcome.counts.processed > 0 or outcome.counts.errors > 0
        if is_failing == was_failing and not has_worked:
            return
        await self._database.run(
            repository.add_finished_run,
            job_key=job.key,
            status=outcome.status,
            started_at=started_at,
            duration_ms=outcome.duration_ms,
            counts=outcome.counts,
        )

    async def _run(self, job: JobSpec, *, work: JobWork, is_logged: bool) -> Outcome:
        """Run ``work`` within the time limit of the job. ``is_logged``: log a failure, which is new."""
        began = time.monotonic()
        limit = asyncio.timeout(job.time_limit_seconds)
        counts: JobCounts | None = None
        status = JobRunStatus.SUCCESS
        try:
            with tracer.span(f"job {job.key}"):
                async with limit:
                    counts = await work()
        except Exception:  # the job runner is a boundary: a failed run must not end the schedule
            status = JobRunStatus.TIMEOUT if limit.expired() else JobRunStatus.FAILED
            if is_logged:
                log.exception("job_failed key=%s status=%s", job.key, status)
        duration_ms = round((time.monotonic() - began) * 1000)
        return Outcome(status=status, counts=counts or JobCounts(), duration_ms=duration_ms)
