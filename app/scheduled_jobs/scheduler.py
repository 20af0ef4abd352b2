"""The in-process scheduler."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from app.core.jobs import JobSpec

log = logging.getLogger("greenroom.jobs")


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
            misfire_grace_time=None,
        )
    return scheduler


def _guarded(job: JobSpec) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        try:
            await job.run()
        except Exception:  # the job runner is a boundary: one bad run must not end the schedule
            log.exception("job_failed key=%s", job.key)

    return run
