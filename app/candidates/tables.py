from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class Candidate(Base):
    """One person, as one owner knows him. The ``…_key`` columns are what duplicates are found by."""

    __tablename__ = "candidates"
    __table_args__ = (
        # Each ends with the last term of a list's order: a page deep in it is then found without sorting.
        Index("ix_candidates_owner_id_updated_at_id", "owner_id", "updated_at", "id"),
        # What look-ups of a part of a name or an address read instead of the records.
        Index("ix_candidates_looked_up", "owner_id", "updated_at", "id", "name", "name_key", "email_key"),
        Index("ix_candidates_owner_id_created_at_id", "owner_id", "created_at", "id"),
        Index("ix_candidates_owner_id_email_key_id", "owner_id", "email_key", "id"),
        Index("ix_candidates_owner_id_name_key_id", "owner_id", "name_key", "id"),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(300), default="")
    email: Mapped[str | None] = mapped_column(String(320))
    phone: Mapped[str | None] = mapped_column(String(50))
    linkedin: Mapped[str | None] = mapped_column(String(300))
    current_position: Mapped[str] = mapped_column(String(300), default="")
    cv_parsed: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    cv_profile: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    cv_text: Mapped[str] = mapped_column(default="")
    """The text of the latest CV; questions are written from it."""
    generation: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    is_assessment_pending: Mapped[bool] = mapped_column(default=False, server_default="0")
    """The facts are here; the model's sentences about them are still to be written."""
    email_key: Mapped[str | None] = mapped_column(String(320))
    name_key: Mapped[str] = mapped_column(String(300), default="")
    phone_key: Mapped[str | None] = mapped_column(String(50))
    linkedin_key: Mapped[str | None] = mapped_column(String(300))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
