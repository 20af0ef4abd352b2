"""Table of embeddings."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.ids import new_id


class EmbeddedKind(StrEnum):
    CANDIDATE = "candidate"
    JOB_DESCRIPTION = "job_description"


class RecordEmbedding(Base):
    """The embedding of one record. Derived data: recomputed when the record or the model changes."""

    __tablename__ = "record_embeddings"
    __table_args__ = (
        Index("ix_record_embeddings_record", "record_kind", "record_id", unique=True),
        Index("ix_record_embeddings_owner_id_kind", "owner_id", "record_kind"),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    record_kind: Mapped[EmbeddedKind] = mapped_column(String(20))
    record_id: Mapped[str] = mapped_column(String(64))
    model: Mapped[str] = mapped_column(String(200))
    """Name and hash of the weights, as ``name@sha256``."""
    source_sha256: Mapped[str] = mapped_column(String(64))
    """Hash of the embedded text."""
    record_updated_at: Mapped[datetime] = mapped_column(
        UtcDateTime, server_default="1970-01-01 00:00:00.000000"
    )
    """``updated_at`` of the record when it was embedded; if the record's differs, this is out of date."""
    skills: Mapped[str] = mapped_column(default="", server_default="")
    """Canonical skill names that a candidate names or a job requires, one per line.

    Lines, because ten thousand of these are compared at once.
    """
    preferred_skills: Mapped[str] = mapped_column(default="", server_default="")
    """As ``skills``: the preferred skills of a job."""
    vector: Mapped[bytes] = mapped_column(LargeBinary)
    """float32, little-endian, of length 1; no bytes if the record has no content to compare."""
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
