"""Columns that candidates and job descriptions share."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class Record(Base):
    """Base of the tables whose rows are made from documents, listed, searched and edited alike."""

    __abstract__ = True

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    generation: Mapped[dict[str, Any] | None] = mapped_column(JsonColumn)
    is_assessment_pending: Mapped[bool] = mapped_column(default=False, server_default="0")
    """The facts are stored, but the model has not assessed them yet."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
