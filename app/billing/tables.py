"""Tables: billing accounts and the ledger of charges."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.billing.rules import PlanKey
from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.ids import new_id


class BillingAccount(Base):
    __tablename__ = "billing_accounts"
    __table_args__ = (
        CheckConstraint("credits_remaining >= 0", name="credits_never_negative"),
        CheckConstraint("documents_remaining >= 0", name="documents_never_negative"),
    )

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    plan: Mapped[PlanKey] = mapped_column(String(20))
    credits_remaining: Mapped[int]
    credits_included: Mapped[int]
    documents_remaining: Mapped[int]
    documents_included: Mapped[int]
    period_start_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)


class LedgerKind(StrEnum):
    INTERVIEW = "interview"
    DOCUMENT = "document"


class LedgerEntry(Base):
    """One charge. (kind, subject) is unique, so that nothing is ever charged twice."""

    __tablename__ = "ledger_entries"
    __table_args__ = (UniqueConstraint("kind", "subject_id"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[LedgerKind] = mapped_column(String(20))
    subject_id: Mapped[str]
    """The interview or document; no foreign key, so that the charge outlives it."""
    amount: Mapped[int]
    """Price by the rule, in credits or documents."""
    taken: Mapped[int]
    """Units taken from the balance: less than ``amount`` if fewer were left."""
    seconds: Mapped[float | None]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
