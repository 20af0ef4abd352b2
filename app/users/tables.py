from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.ids import new_id


class Role(StrEnum):
    ADMIN = "admin"
    RECRUITER = "recruiter"


class User(Base):
    __tablename__ = "users"
    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    username: Mapped[str] = mapped_column(String(150))
    username_key: Mapped[str] = mapped_column(String(150), unique=True)
    """The name case-folded: what makes it unique and what sign-in looks for."""
    name: Mapped[str] = mapped_column(String(200), default="")
    email: Mapped[str | None] = mapped_column(String(320))
    role: Mapped[Role] = mapped_column(String(20))
    password_hash: Mapped[str]
    is_active: Mapped[bool] = mapped_column(default=True)
    timezone: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class SessionToken(Base):
    """One sign-in of one browser; the JWT names it, and it can be revoked."""

    __tablename__ = "session_tokens"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
