"""Table of document batches."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class BatchStatus(StrEnum):
    OPEN = "open"
    COMMITTING = "committing"
    """Its import is running, in slices, or was interrupted and will be continued."""
    COMMITTED = "committed"


class DocumentBatch(Base):
    """The documents of one bulk import; ``documents.batch_id`` refers to it."""

    __tablename__ = "document_batches"
    __table_args__ = (Index("ix_document_batches_owner_id_status", "owner_id", "status"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    status: Mapped[BatchStatus] = mapped_column(String(20), default=BatchStatus.OPEN)
    plan: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    """``CommitPlan`` of the import, in wire spelling, while it is running."""
    result: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    """Response of the commit, in wire spelling, for repeated requests."""
    committed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
