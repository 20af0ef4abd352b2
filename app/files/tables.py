"""Table of files that are still to be deleted from the store."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime


class FileDeletion(Base):
    """A stored file whose record has been deleted; a name with a slash at the end means the whole folder."""

    __tablename__ = "file_deletions"

    name: Mapped[str] = mapped_column(String(200), primary_key=True)
    requested_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
