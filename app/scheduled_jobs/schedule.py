"""Schedule of the jobs: intervals and daily times."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.base import BaseTrigger
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger

from app.core.jobs import DailyTime, JobSpec


def make_scheduler(jobs: Sequence[JobSpec], *, run: Callable[[str], Awaitable[None]]) -> AsyncIOScheduler:
    """A scheduler, not started yet, that calls ``run`` with the key of each job that is due."""
    scheduler = AsyncIOScheduler(timezone="UTC")
    for job in jobs:
        if not job.enabled_by_default:
            continue
        scheduler.add_job(
            run,
            make_trigger(job),
            args=[job.key],
            id=job.key,
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )
    return scheduler


def make_trigger(job: JobSpec) -> BaseTrigger:
    """The trigger of a job."""
    if job.daily_at_utc is not None:
        at = job.daily_at_utc
        return CronTrigger(day_of_week=at.weekday, hour=at.hour, minute=at.minute, timezone="UTC")
    return IntervalTrigger(seconds=job.every_seconds, timezone="UTC")


def latest_daily_start(at: DailyTime, *, now: datetime) -> datetime:
    """The latest instant, at or before ``now``, at which a daily or weekly job was due."""
    due = now.astimezone(UTC).replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    if at.weekday is None:
        return due if due <= now else due - timedelta(days=1)
    due -= timedelta(days=(due.weekday() - at.weekday) % 7)
    return due if due <= now else due - timedelta(days=7)
