"""Runs the jobs, by the clock and by hand, and keeps a record of it."""

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
from app.scheduled_jobs import repository
from app.scheduled_jobs.errors import JobIsRunning, NoPreview
from app.scheduled_jobs.schedule import latest_daily_start, make_scheduler
from app.scheduled_jobs.tables import JobRun, JobRunStatus, JobTrigger

log = logging.getLogger("greenroom.jobs")

ANSWER_WITHIN_SECONDS = 2.0
"""A run by hand is answered with its outcome when it is over by then, else as running."""
MADE_UP_AFTER = timedelta(minutes=1)
"""After the start, so that people come first."""


@dataclass(frozen=True, slots=True)
class Outcome:
    status: JobRunStatus
    counts: JobCounts
    duration_ms: int


class JobRunner:
    """Never runs one job twice at once: in this process by a set, on the database by its row.

    A job that runs every few seconds has its run recorded only when it worked on something or failed
    (a failure that goes on, once, and then the run that ended it): a table of millions of empty runs
    helps nobody. Every other run, and every one by hand, has its row from the beginning.
    """

    def __init__(self, state: AppState, jobs: Sequence[JobSpec]) -> None:
        self.jobs = {job.key: job for job in jobs}
        self._state = state
        self._database = state.database
        self._running: set[str] = set()
        self._failing: set[str] = set()
        self._by_hand: set[asyncio.Task[None]] = set()
        self._scheduler = make_scheduler(jobs, run=self.run_by_clock)

    async def start(self) -> None:
        """Settle what the last server left behind, and begin to keep time.

        A daily job whose hour passed while no server ran is made up for.
        """
        cut_off = await self._database.run(repository.fail_running)
        if cut_off:
            log.warning("job_runs_cut_off count=%d", cut_off)
        self._scheduler.start()
        for job in self.jobs.values():
            if job.daily_at_utc is None:
                continue
            last = await self._database.read(repository.last_start, job_key=job.key)
            entry = self._scheduler.get_job(job.key)
            is_missed = last is None or last < latest_daily_start(job.daily_at_utc, now=self._state.now())
            if entry is not None and is_missed:
                entry.modify(next_run_time=datetime.now(tz=UTC) + MADE_UP_AFTER)

    async def stop(self) -> None:
        """Begin nothing more; a run by hand that is not over is recorded as failed at the next start."""
        self._scheduler.shutdown(wait=False)
        for task in self._by_hand:
            task.cancel()
        await asyncio.gather(*self._by_hand, return_exceptions=True)

    async def run_by_clock(self, key: str) -> None:
        """One run as the schedule asks for it. Raises nothing: a bad run must not end the schedule."""
        if key in self._running:
            return
        self._running.add(key)
        await self._let_go_after(key, self._run_as_scheduled(self.jobs[key]))

    async def run_by_hand(self, key: str, *, dry_run: bool) -> JobRun:
        """Begin a run now, or only count what it would do. Raises NotFound, NoPreview, JobIsRunning."""
        job = self.jobs.get(key)
        if job is None:
            raise NotFound("There is no such job.")
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
        task = asyncio.create_task(self._let_go_after(key, self._run_claimed(job, run_id=run.id, work=work)))
        self._by_hand.add(task)
        task.add_done_callback(self._by_hand.discard)
        await asyncio.wait({task}, timeout=ANSWER_WITHIN_SECONDS)
        return await self._database.read(repository.get_run, run.id)

    async def _let_go_after(self, key: str, run: Awaitable[None]) -> None:
        try:
            await run
        except Exception:  # the job runner is a boundary; here the record itself could not be written
            log.exception("job_not_recorded key=%s", key)
        finally:
            self._running.discard(key)

    async def _run_as_scheduled(self, job: JobSpec) -> None:
        if job.is_frequent:
            await self._run_and_record_if_telling(job)
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
        outcome = await self._run(job, work=work, is_told=True)
        await self._database.run(
            repository.finish_run,
            run_id=run_id,
            status=outcome.status,
            duration_ms=outcome.duration_ms,
            counts=outcome.counts,
        )

    async def _run_and_record_if_telling(self, job: JobSpec) -> None:
        was_failing = job.key in self._failing
        started_at = self._state.now()
        outcome = await self._run(job, work=job.run, is_told=not was_failing)
        is_failing = outcome.status != JobRunStatus.SUCCESS
        if is_failing:
            self._failing.add(job.key)
        else:
            self._failing.discard(job.key)
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

    async def _run(self, job: JobSpec, *, work: JobWork, is_told: bool) -> Outcome:
        """Run ``work`` within the job's time limit. ``is_told``: a failure is news and goes to the log."""
        began = time.monotonic()
        limit = asyncio.timeout(job.time_limit_seconds)
        counts: JobCounts | None = None
        status = JobRunStatus.SUCCESS
        try:
            async with limit:
                counts = await work()
        except Exception:  # the job runner is a boundary: one bad run must not end the schedule
            status = JobRunStatus.TIMEOUT if limit.expired() else JobRunStatus.FAILED
            if is_told:
                log.exception("job_failed key=%s status=%s", job.key, status)
        duration_ms = round((time.monotonic() - began) * 1000)
        return Outcome(status=status, counts=counts or JobCounts(), duration_ms=duration_ms)
