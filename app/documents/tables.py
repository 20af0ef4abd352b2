from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class DocumentType(StrEnum):
    CV = "cv"
    COVER_LETTER = "cover_letter"
    JOB_DESCRIPTION = "job_description"
    UNSUPPORTED = "unsupported"


class ProcessingStatus(StrEnum):
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"


class Document(Base):
    """One upload. Its bytes lie in the documents folder under its id; the name given is only text."""

    __tablename__ = "documents"
    __table_args__ = (Index("ix_documents_owner_id_created_at", "owner_id", "created_at"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    interview_id: Mapped[str | None] = mapped_column(
        ForeignKey("interviews.id", ondelete="SET NULL"), index=True
    )
    candidate_id: Mapped[str | None] = mapped_column(
        ForeignKey("candidates.id", ondelete="SET NULL"), index=True
    )
    job_description_id: Mapped[str | None] = mapped_column(
        ForeignKey("job_descriptions.id", ondelete="SET NULL"), index=True
    )
    original_name: Mapped[str] = mapped_column(String(300))
    mime_type: Mapped[str] = mapped_column(String(100), default="")
    file_size_bytes: Mapped[int]
    sha256: Mapped[str] = mapped_column(String(64))
    type: Mapped[DocumentType | None] = mapped_column(String(20))
    type_confidence: Mapped[float | None]
    processing_status: Mapped[ProcessingStatus] = mapped_column(
        String(20), default=ProcessingStatus.PROCESSING
    )
    processing_error: Mapped[str | None]
    """One sentence for the recruiter; None unless it failed."""
    raw_text: Mapped[str] = mapped_column(default="")
    parsed_data: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    generation: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
