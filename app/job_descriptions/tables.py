"""The table of job descriptions."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.database import JsonColumn
from app.records.tables import Record


class JobStatus(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    ON_HOLD = "on_hold"
    CLOSED = "closed"


class JobDescription(Record):
    """One position, for one owner. The ``…_key`` columns find duplicates."""

    __tablename__ = "job_descriptions"
    __table_args__ = (
        # Each index covers a whole list order, so that even a page deep in the list needs no sorting.
        Index("ix_job_descriptions_owner_id_updated_at_id", "owner_id", "updated_at", "id"),
        Index("ix_job_descriptions_owner_id_created_at_id", "owner_id", "created_at", "id"),
        Index("ix_job_descriptions_owner_id_status_updated_at_id", "owner_id", "status", "updated_at", "id"),
        Index("ix_job_descriptions_owner_id_title_key_id", "owner_id", "title_key", "id"),
    )

    document_id: Mapped[str | None]
    """The latest document it was read from; no foreign key, because documents refer to this table."""
    status: Mapped[JobStatus] = mapped_column(String(20), default=JobStatus.DRAFT)
    raw_text: Mapped[str] = mapped_column(default="")
    parsed: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    title_key: Mapped[str] = mapped_column(String(300), default="")
    company_key: Mapped[str] = mapped_column(String(300), default="")
