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
    source_sha256: Mapped[str] = mapped_column(String(64))
    """Of the text that was embedded."""
    vector: Mapped[bytes] = mapped_column(LargeBinary)
    """float32, little-endian, of length 1."""
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
