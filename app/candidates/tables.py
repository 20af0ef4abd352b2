"""The table of candidate profiles."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.database import JsonColumn
from app.records.tables import Record


class Candidate(Record):
    """The profile of one person, for one owner. The ``…_key`` columns find duplicates."""

    __tablename__ = "candidates"
    __table_args__ = (
        # Each index covers a whole list order, so that even a page deep in the list needs no sorting.
        Index("ix_candidates_owner_id_updated_at_id", "owner_id", "updated_at", "id"),
        # Covers the columns that name and email lookups read, so that they need not read the records.
        Index("ix_candidates_looked_up", "owner_id", "updated_at", "id", "name", "name_key", "email_key"),
        Index("ix_candidates_owner_id_created_at_id", "owner_id", "created_at", "id"),
        Index("ix_candidates_owner_id_email_key_id", "owner_id", "email_key", "id"),
        Index("ix_candidates_owner_id_name_key_id", "owner_id", "name_key", "id"),
    )

    name: Mapped[str] = mapped_column(String(300), default="")
    email: Mapped[str | None] = mapped_column(String(320))
    phone: Mapped[str | None] = mapped_column(String(50))
    linkedin: Mapped[str | None] = mapped_column(String(300))
    current_position: Mapped[str] = mapped_column(String(300), default="")
    cv_parsed: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    cv_profile: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    cv_text: Mapped[str] = mapped_column(default="")
    """Text of the current CV; questions are generated from it."""
    document_id: Mapped[str | None]
    """The current CV: the one imported last. No foreign key, because documents refer to this table."""
    email_key: Mapped[str | None] = mapped_column(String(320))
    name_key: Mapped[str] = mapped_column(String(300), default="")
    phone_key: Mapped[str | None] = mapped_column(String(50))
    linkedin_key: Mapped[str | None] = mapped_column(String(300))
