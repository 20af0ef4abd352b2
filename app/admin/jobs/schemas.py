"""Requests and responses of scheduled jobs."""

from __future__ import annotations

from app.core.jobs import JobSpec
from app.core.schemas import ApiSchema, Identified, UtcTime
from app.scheduled_jobs.tables import JobRunStatus, JobTrigger


class Interval(ApiSchema):
    every_ms: int


class TimeOfDay(ApiSchema):
    hour: int
    minute: int


class Daily(ApiSchema):
    daily_at_utc: TimeOfDay


class TimeOfWeek(TimeOfDay):
    weekday: int
    """0 is Monday."""


class Weekly(ApiSchema):
    weekly_at_utc: TimeOfWeek


class RegisteredJob(ApiSchema):
    key: str
    schedule: Interval | Daily | Weekly
    enabled_by_default: bool
    has_dry_run: bool
    """Whether the job supports a dry run."""

    @classmethod
    def of(cls, job: JobSpec) -> RegisteredJob:
        at = job.daily_at_utc
        schedule: Interval | Daily | Weekly
        if at is not None and at.weekday is not None:
            schedule = Weekly(weekly_at_utc=TimeOfWeek(hour=at.hour, minute=at.minute, weekday=at.weekday))
        elif at is not None:
            schedule = Daily(daily_at_utc=TimeOfDay(hour=at.hour, minute=at.minute))
        else:
            schedule = Interval(every_ms=(job.every_seconds or 0) * 1000)
        return cls(
            key=job.key,
            schedule=schedule,
            enabled_by_default=job.enabled_by_default,
            has_dry_run=job.preview is not None,
        )


class JobRunView(Identified):
    job_key: str
    status: JobRunStatus
    started_at: UtcTime
    duration_ms: int | None
    """Null while the run is in progress, and if a server stop interrupted it."""
    processed_count: int
    error_count: int
    trigger: JobTrigger


class RunRequest(ApiSchema):
    dry_run: bool = False
    """Only count what the job would process."""
