"""Tables of the installation itself: its id, and the settings saved by an admin."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime
from app.core.ids import new_id


class Installation(Base):
    """The id of this database, in one row. The documents folder has it too (``app.documents.sweep``)."""

    __tablename__ = "installation"

    id: Mapped[str] = mapped_column(String(64), primary_key=True, default=new_id)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class StoredSetting(Base):
    """One saved setting."""

    __tablename__ = "stored_settings"

    key: Mapped[str] = mapped_column(String(100), primary_key=True)
    value: Mapped[Any] = mapped_column(JsonColumn)
    """Plain JSON; for a secret, its encrypted form (``app.core.sealing``)."""
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
