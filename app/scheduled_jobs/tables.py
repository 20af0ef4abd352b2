"""Table of job runs."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from app.core.database import Base, UtcDateTime
from app.core.ids import new_id


class JobRunStatus(StrEnum):
    RUNNING = "running"
    SUCCESS = "success"
    FAILED = "failed"
    TIMEOUT = "timeout"


class JobTrigger(StrEnum):
    SCHEDULE = "schedule"
    MANUAL = "manual"
    DRY_RUN = "dry_run"
    """Started manually, to count what a run would do."""


class JobRun(Base):
    """One execution of a scheduled job."""

    __tablename__ = "job_runs"
    __table_args__ = (
        # One run of a job at a time: inserting the row claims it.
        Index(
            "uq_job_runs_job_key_running",
            "job_key",
            unique=True,
            sqlite_where=text("status = 'running'"),
            postgresql_where=text("status = 'running'"),
        ),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    job_key: Mapped[str] = mapped_column(String(100), index=True)
    status: Mapped[JobRunStatus] = mapped_column(String(20))
    trigger: Mapped[JobTrigger] = mapped_column(String(20))
    started_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    duration_ms: Mapped[int | None]
    processed_count: Mapped[int] = mapped_column(default=0)
    error_count: Mapped[int] = mapped_column(default=0)
