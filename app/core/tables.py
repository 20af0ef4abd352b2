"""Table of the settings saved by an admin."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, JsonColumn, UtcDateTime


class StoredSetting(Base):
    """One saved setting."""

    __tablename__ = "stored_settings"

    key: Mapped[str] = mapped_column(String(100), primary_key=True)
    value: Mapped[Any] = mapped_column(JsonColumn)
    """Plain JSON; for a secret, its encrypted form (``app.core.sealing``)."""
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)
