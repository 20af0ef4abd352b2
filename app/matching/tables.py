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
    """What a record is about, as one vector. Derived: it is made anew when record or model change."""

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
    """Of the text that was embedded."""
    record_updated_at: Mapped[datetime] = mapped_column(
        UtcDateTime, server_default="1970-01-01 00:00:00.000000"
    )
    """The record's own ``updated_at`` when its text was taken: another one now means that this is stale."""
    skills: Mapped[str] = mapped_column(default="", server_default="")
    """Canonical names, one a line: those that a candidate names, or that a job requires. Lines, because
    ten thousand of them are compared at once."""
    preferred_skills: Mapped[str] = mapped_column(default="", server_default="")
    """As ``skills``: what a job would like besides."""
    vector: Mapped[bytes] = mapped_column(LargeBinary)
    """float32, little-endian, of length 1; no bytes where the record says nothing to be compared."""
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
