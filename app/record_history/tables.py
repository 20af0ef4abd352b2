"""The table of changes of records."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class RecordKind(StrEnum):
    CANDIDATE = "candidate"
    JOB_DESCRIPTION = "job_description"


class ChangeCause(StrEnum):
    CREATED = "created"
    """Created from a document."""
    MERGED = "merged"
    """Merged with a further document of the same person or position."""
    EDITED = "edited"
    """Edited by a person."""
    ASSESSED = "assessed"
    """The model's assessment was added."""


class RecordChange(Base):
    """One change of one record.

    Without a foreign key to the record, which may be of either kind: the history is deleted with the
    record in the same transaction.
    """

    __tablename__ = "record_changes"
    __table_args__ = (Index("ix_record_changes_record", "record_kind", "record_id", "created_at"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    record_kind: Mapped[RecordKind] = mapped_column(String(20))
    record_id: Mapped[str] = mapped_column(String(64))
    cause: Mapped[ChangeCause] = mapped_column(String(20))
    actor_id: Mapped[str | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    """The user who made it; None for changes by the server."""
    document_id: Mapped[str | None] = mapped_column(String(64))
    document_name: Mapped[str] = mapped_column(String(300), default="")
    changes: Mapped[list[dict[str, Any]]] = mapped_column(JsonColumn)
    """``[{path, before, after}]`` in wire spelling; texts truncated to 500 characters."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
