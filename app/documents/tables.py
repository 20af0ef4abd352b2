"""Table of documents."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id
from app.documents.document_types import DocumentType

__all__ = ["AssessmentStatus", "Document", "DocumentType", "ProcessingStatus"]


class ProcessingStatus(StrEnum):
    QUEUED = "queued"
    PROCESSING = "processing"
    COMPLETED = "completed"
    FAILED = "failed"


class AssessmentStatus(StrEnum):
    """Status of the model's sentences about an imported document, which are written after its facts."""

    NONE = "none"
    """Not requested: not imported, or a document that the model cannot write about."""
    QUEUED = "queued"
    RUNNING = "running"
    WRITTEN = "written"
    FAILED = "failed"


class Document(Base):
    """One upload. Its file is in the documents folder under its id; the uploaded name is only for display."""

    __tablename__ = "documents"
    __table_args__ = (
        Index("ix_documents_owner_id_created_at", "owner_id", "created_at"),
        Index("ix_documents_owner_id_sha256", "owner_id", "sha256"),
        Index("ix_documents_processing_status_not_before_at", "processing_status", "not_before_at"),
        Index("ix_documents_assessment_status", "assessment_status"),
    )

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
    batch_id: Mapped[str | None] = mapped_column(
        ForeignKey("document_batches.id", ondelete="SET NULL"), index=True
    )
    awaits_commit: Mapped[bool] = mapped_column(default=False, server_default="0")
    """Facts only: nothing is imported before the batch is committed.

    False once it is, so that a failed document that is processed later is imported individually.
    """
    original_name: Mapped[str] = mapped_column(String(300))
    mime_type: Mapped[str] = mapped_column(String(100), default="")
    file_size_bytes: Mapped[int]
    sha256: Mapped[str] = mapped_column(String(64))
    stated_type: Mapped[DocumentType | None] = mapped_column(String(20))
    """For pasted text: the type that the recruiter chose."""
    same_as_id: Mapped[str | None] = mapped_column(String(64))
    """The earlier document with the same bytes whose result was reused."""
    type: Mapped[DocumentType | None] = mapped_column(String(20))
    type_confidence: Mapped[float | None]
    processing_status: Mapped[ProcessingStatus] = mapped_column(String(20), default=ProcessingStatus.QUEUED)
    processing_error: Mapped[str | None]
    """One sentence for the recruiter; None unless processing failed."""
    error_code: Mapped[str | None] = mapped_column(String(60))
    assessment_status: Mapped[AssessmentStatus] = mapped_column(
        String(20), default=AssessmentStatus.NONE, server_default="none"
    )
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")
    """Attempts of the processing and, once it is completed, of the assessment."""
    not_before_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Earliest time of the next attempt (back-off); None means at once."""
    claim_id: Mapped[str | None] = mapped_column(String(64))
    """The attempt that holds the document; only this attempt may write the outcome."""
    is_waited_for: Mapped[bool] = mapped_column(default=False, server_default="0")
    """A caller is waiting for the result, so it is processed before the documents of batches."""
    raw_text: Mapped[str] = mapped_column(default="")
    parsed_data: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    facts: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    """``{candidate}`` or ``{job}``: the facts, before and after the import."""
    evidence: Mapped[list[dict[str, Any]] | None] = mapped_column(JsonColumn)
    """``[{path, start, end}]``: the place in ``raw_text`` of the value at this path of ``parsed_data``."""
    flags: Mapped[list[dict[str, Any]] | None] = mapped_column(JsonColumn)
    """``[{kind, excerpt, start, end}]``: warnings for the recruiter, such as hidden text."""
    generation: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
