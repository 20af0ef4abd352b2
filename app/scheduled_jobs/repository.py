"""Queries of job runs."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.schemas import PageParams
from app.scheduled_jobs.tables import JobRun, JobRunStatus, JobTrigger

STALE_AFTER = timedelta(minutes=1)
"""How long after its time limit the end of a run may still be written."""


def claim_run(
    session: Session, *, job_key: str, trigger: JobTrigger, now: datetime, time_limit_seconds: float
) -> JobRun | None:
    """Start a run; None while another run of the job is in progress (an index allows one).

    A run that is long past its time limit does not block the job: its server has died, or its end could not
    be written.
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
    """Record the end of a run that is in progress."""
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
    """Record a scheduled run that has ended."""
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


def fail_interrupted_runs(session: Session) -> int:
    """At start-up, mark runs that the last server left in progress as failed; returns their number."""
    found = session.execute(
        update(JobRun)
        .where(JobRun.status == JobRunStatus.RUNNING)
        .values(status=JobRunStatus.FAILED)
        .returning(JobRun.id)
    )
    return len(found.all())


def get_run(session: Session, run_id: str) -> JobRun:
    return session.get_one(JobRun, run_id)


def list_runs(session: Session, page: PageParams) -> list[JobRun]:
    """One page of the runs of all jobs, newest first."""
    query = select(JobRun).order_by(JobRun.started_at.desc(), JobRun.id)
    return list(session.scalars(query.offset(page.offset).limit(page.limit)))


def count_runs(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(JobRun)) or 0


def find_last_start(session: Session, *, job_key: str) -> datetime | None:
    """Start of the latest scheduled run of this job."""
    return session.scalar(
        select(JobRun.started_at)
        .where(JobRun.job_key == job_key, JobRun.trigger == JobTrigger.SCHEDULE)
        .order_by(JobRun.started_at.desc())
        .limit(1)
    )


def remove_old_runs(session: Session, *, now: datetime, keep: timedelta) -> int:
    """Delete runs that started before ``now - keep``; returns their number."""
    found = session.execute(
        delete(JobRun)
        .where(JobRun.started_at < now - keep, JobRun.status != JobRunStatus.RUNNING)
        .returning(JobRun.id)
    )
    return len(found.all())
