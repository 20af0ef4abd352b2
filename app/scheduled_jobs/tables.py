from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import String
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


class JobRun(Base):
    __tablename__ = "job_runs"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    job_key: Mapped[str] = mapped_column(String(100), index=True)
    status: Mapped[JobRunStatus] = mapped_column(String(20))
    trigger: Mapped[JobTrigger] = mapped_column(String(20))
    started_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    duration_ms: Mapped[int | None]
    processed_count: Mapped[int] = mapped_column(default=0)
    error_count: Mapped[int] = mapped_column(default=0)
