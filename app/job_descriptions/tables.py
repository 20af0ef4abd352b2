from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class JobStatus(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    ON_HOLD = "on_hold"
    CLOSED = "closed"


class JobDescription(Base):
    """One position. The ``…_key`` columns are what duplicates are found by."""

    __tablename__ = "job_descriptions"
    __table_args__ = (
        # Each ends with the last term of a list's order: a page deep in it is then found without sorting.
        Index("ix_job_descriptions_owner_id_updated_at_id", "owner_id", "updated_at", "id"),
        Index("ix_job_descriptions_owner_id_created_at_id", "owner_id", "created_at", "id"),
        Index("ix_job_descriptions_owner_id_status_updated_at_id", "owner_id", "status", "updated_at", "id"),
        Index("ix_job_descriptions_owner_id_title_key_id", "owner_id", "title_key", "id"),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    document_id: Mapped[str | None]
    """The latest document that told of it; no foreign key, because documents point here."""
    status: Mapped[JobStatus] = mapped_column(String(20), default=JobStatus.DRAFT)
    raw_text: Mapped[str] = mapped_column(default="")
    parsed: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    generation: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    is_assessment_pending: Mapped[bool] = mapped_column(default=False, server_default="0")
    """The facts are here; the model's sentences about them are still to be written."""
    title_key: Mapped[str] = mapped_column(String(300), default="")
    company_key: Mapped[str] = mapped_column(String(300), default="")
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
