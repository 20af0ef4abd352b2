"""What a job is and how the in-process scheduler runs it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from apscheduler.schedulers.asyncio import AsyncIOScheduler

log = logging.getLogger("greenroom.jobs")


@dataclass(frozen=True, slots=True)
class JobSpec:
    key: str
    every_seconds: int
    run: Callable[[], Awaitable[None]]


def make_scheduler(jobs: Sequence[JobSpec]) -> AsyncIOScheduler:
    """A scheduler, not yet started, that never runs one job twice at once."""
    scheduler = AsyncIOScheduler(timezone="UTC")
    for job in jobs:
        scheduler.add_job(
            _guarded(job),
            "interval",
            seconds=job.every_seconds,
            id=job.key,
            max_instances=1,
            coalesce=True,
        )
    return scheduler


def _guarded(job: JobSpec) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        try:
            await job.run()
        except Exception:  # the job runner is a boundary: one bad run must not end the schedule
            log.exception("job_failed key=%s", job.key)

    return run
