from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.scheduled_jobs.tables import JobRun, JobRunStatus, JobTrigger

STALE_AFTER = timedelta(minutes=1)
"""How long past its time limit a run may still be about to be written to its end."""


def claim_run(
    session: Session, *, job_key: str, trigger: JobTrigger, now: datetime, time_limit_seconds: float
) -> JobRun | None:
    """Begin a run; None while another of the same job is running (an index allows one).

    One that should have been ended by its time limit has lost its server, or could not be written to
    its end: it does not block the job.
    """
    session.execute(
        update(JobRun)
        .where(
            JobRun.job_key == job_key,
            JobRun.status == JobRunStatus.RUNNING,
            JobRun.started_at < now - timedelta(seconds=time_limit_seconds) - STALE_AFTER,
        )
        .values(status=JobRunStatus.FAILED)
    )
    run = JobRun(job_key=job_key, status=JobRunStatus.RUNNING, trigger=trigger, started_at=now)
    try:
        with session.begin_nested():
            session.add(run)
    except IntegrityError:
        return None
    return run


def finish_run(
    session: Session, *, run_id: str, status: JobRunStatus, duration_ms: int, counts: JobCounts
) -> None:
    session.execute(
        update(JobRun)
        .where(JobRun.id == run_id, JobRun.status == JobRunStatus.RUNNING)
        .values(
            status=status,
            duration_ms=duration_ms,
            processed_count=counts.processed,
            error_count=counts.errors,
        )
    )


def add_finished_run(
    session: Session,
    *,
    job_key: str,
    status: JobRunStatus,
    started_at: datetime,
    duration_ms: int,
    counts: JobCounts,
) -> None:
    """Record a scheduled run that is over."""
    session.add(
        JobRun(
            job_key=job_key,
            status=status,
            trigger=JobTrigger.SCHEDULE,
            started_at=started_at,
            duration_ms=duration_ms,
            processed_count=counts.processed,
            error_count=counts.errors,
        )
    )


def fail_running(session: Session) -> int:
    """At start-up: what still says running was cut off by the end of the server before. How many."""
    found = session.execute(
        update(JobRun)
        .where(JobRun.status == JobRunStatus.RUNNING)
        .values(status=JobRunStatus.FAILED)
        .returning(JobRun.id)
    )
    return len(found.all())


def get_run(session: Session, run_id: str) -> JobRun:
    return session.get_one(JobRun, run_id)


def list_runs(session: Session, *, limit: int) -> list[JobRun]:
    """The latest runs of all jobs, newest first."""
    return list(session.scalars(select(JobRun).order_by(JobRun.started_at.desc(), JobRun.id).limit(limit)))


def last_start(session: Session, *, job_key: str) -> datetime | None:
    """When this job last began by the clock."""
    return session.scalar(
        select(JobRun.started_at)
        .where(JobRun.job_key == job_key, JobRun.trigger == JobTrigger.SCHEDULE)
        .order_by(JobRun.started_at.desc())
        .limit(1)
    )


def remove_old_runs(session: Session, *, now: datetime, keep: timedelta) -> int:
    found = session.execute(
        delete(JobRun)
        .where(JobRun.started_at < now - keep, JobRun.status != JobRunStatus.RUNNING)
        .returning(JobRun.id)
    )
    return len(found.all())
