"""Tables of metered usage: single calls, sums per day, and the total cost per user."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.database import Base, UtcDateTime
from app.core.postgresql import BigId
from app.usage.sources import UsageSource
from models.ports import EngineKind

NO_USER = ""
"""User id for the server's own work and for deleted users."""


class CallOutcome(StrEnum):
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    BUSY = "busy"
    """Refused, because the queue of the engine was full."""
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"


class EngineCall(Base):
    """One call of an engine, or several similar ones if the database could not be written for a long time.

    No foreign key to the user: a batch of calls must not fail because one user was deleted in the meantime.
    """

    __tablename__ = "engine_calls"
    # Ids are never reused, because the roll-up relies on them.
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    user_id: Mapped[str] = mapped_column(String(64))
    kind: Mapped[EngineKind] = mapped_column(String(20))
    source: Mapped[UsageSource] = mapped_column(String(40))
    provider: Mapped[str] = mapped_column(String(20))
    model: Mapped[str] = mapped_column(String(300))
    outcome: Mapped[CallOutcome] = mapped_column(String(20))
    calls: Mapped[int]
    input_tokens: Mapped[int]
    output_tokens: Mapped[int]
    audio_ms: Mapped[int]
    duration_ms: Mapped[int]
    cost_microcents: Mapped[int] = mapped_column(BigInteger)


class DailyUsage(Base):
    """Sums of the calls of one day in UTC, by user, engine, source and model."""

    __tablename__ = "daily_usage"
    # Stored in the order of the key, so that the year of one user is one range.
    __table_args__ = ({"sqlite_with_rowid": False},)

    user_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    kind: Mapped[EngineKind] = mapped_column(String(20), primary_key=True)
    source: Mapped[UsageSource] = mapped_column(String(40), primary_key=True)
    provider: Mapped[str] = mapped_column(String(20), primary_key=True)
    model: Mapped[str] = mapped_column(String(300), primary_key=True)
    calls: Mapped[int]
    failed_calls: Mapped[int]
    """Calls that did not succeed; part of ``calls``."""
    input_tokens: Mapped[int] = mapped_column(BigInteger)
    output_tokens: Mapped[int] = mapped_column(BigInteger)
    audio_ms: Mapped[int] = mapped_column(BigInteger)
    duration_ms: Mapped[int] = mapped_column(BigInteger)
    cost_microcents: Mapped[int] = mapped_column(BigInteger)


class UserCost(Base):
    """Cost of all calls of a user that are rolled up: the dashboard adds up no days."""

    __tablename__ = "user_costs"

    user_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    cost_microcents: Mapped[int] = mapped_column(BigInteger)


class UsageRollUp(Base):
    """Progress of the roll-up, in one row."""

    __tablename__ = "usage_roll_up"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    last_call_id: Mapped[int] = mapped_column(BigId)
    """Calls up to this id are in the sums; the ones after it are not."""
