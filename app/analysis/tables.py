"""Tables of reports, their runs, and the changes that people made to findings."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class AnalysisStatus(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"


class AnalysisRecord(Base):
    """The report of one interview and its latest run.

    ``status`` describes the latest run; ``report`` is the latest complete report, so that a failed or
    unfinished run never removes an earlier report.
    """

    __tablename__ = "analyses"
    __table_args__ = (
        UniqueConstraint("interview_id"),
        CheckConstraint("attempts >= 0", name="attempts_never_negative"),
        Index(None, "status", "not_before_at"),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    status: Mapped[AnalysisStatus] = mapped_column(String(20), default=AnalysisStatus.QUEUED)
    report: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    error: Mapped[str | None]
    """The AnalysisProblem of the latest run; None unless that run failed."""
    attempts: Mapped[int] = mapped_column(default=0)
    """Number of attempts since the run was queued."""
    is_interactive: Mapped[bool] = mapped_column(default=False)
    """Someone is waiting for this run."""
    claim_id: Mapped[str | None]
    """The claim of the attempt in progress; an attempt may write only while it holds the claim."""
    not_before_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    """Earliest time of the next attempt."""
    model: Mapped[str | None]
    model_sha256: Mapped[str | None] = mapped_column(String(64))
    prompt_version: Mapped[str | None]
    duration_ms: Mapped[int | None]
    completed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class FindingAmendment(Base):
    """A finding that a person struck or reworded; its history is in ``review_changes``.

    ``finding_key`` is derived from the evidence, so that the amendment survives a new run of the analysis
    that finds the same evidence again.
    """

    __tablename__ = "finding_amendments"
    __table_args__ = (UniqueConstraint("interview_id", "finding_key"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    interview_id: Mapped[str] = mapped_column(ForeignKey("interviews.id", ondelete="CASCADE"))
    finding_key: Mapped[str] = mapped_column(String(64))
    is_struck: Mapped[bool]
    title: Mapped[str | None]
    """The reworded title; None keeps the original."""
    description: Mapped[str | None]
    """The reworded description; None keeps the original."""
    reason: Mapped[str]
    actor_id: Mapped[str | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class AnalysisText(Base):
    """An accepted text of a report, by a hash of what it was written from."""

    __tablename__ = "analysis_texts"

    interview_id: Mapped[str] = mapped_column(
        ForeignKey("interviews.id", ondelete="CASCADE"), primary_key=True
    )
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    text: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
