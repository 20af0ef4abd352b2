"""Tables: plans changed by admins, billing accounts, and the append-only ledger behind their balances."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, false, text
from sqlalchemy.orm import Mapped, mapped_column

from app.billing.cycles import Cycle
from app.billing.rules import Plan, PlanKey
from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime
from app.core.postgresql import BigId


class BillingAccount(Base):
    """The plan, cycle and balances of a user. Every change of a balance has a ledger entry."""

    __tablename__ = "billing_accounts"
    __table_args__ = (
        CheckConstraint("credits_remaining >= 0", name="credits_never_negative"),
        CheckConstraint("documents_remaining >= 0", name="documents_never_negative"),
        CheckConstraint("extra_credits BETWEEN 0 AND credits_remaining", name="extra_credits_within_balance"),
    )

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    plan: Mapped[PlanKey] = mapped_column(String(20))
    credits_remaining: Mapped[int]
    extra_credits: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """The part of ``credits_remaining`` that was bought or granted: it is used last and never expires."""
    credits_included: Mapped[int]
    """Credits that the current cycle began with."""
    credits_per_month: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """Credits of the next cycle."""
    documents_remaining: Mapped[int]
    documents_included: Mapped[int]
    documents_per_month: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    anchor_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    period_start_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    period_end_at: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)
    cancellation_effective_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    had_paid_plan: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, onupdate=utc_now)

    @property
    def cycle(self) -> Cycle:
        return Cycle(
            plan=self.plan,
            anchor_at=self.anchor_at,
            period_start_at=self.period_start_at,
            period_end_at=self.period_end_at,
            cancellation_effective_at=self.cancellation_effective_at,
            had_paid_plan=self.had_paid_plan,
        )


class PlanTerms(Base):
    """An admin's changes to a plan, which replace its values in config/plans.toml."""

    __tablename__ = "plan_terms"

    plan: Mapped[PlanKey] = mapped_column(String(20), primary_key=True)
    display_name: Mapped[str] = mapped_column(String(40))
    monthly_price_cents: Mapped[int]
    credits_included_per_month: Mapped[int]
    documents_included_per_month: Mapped[int]
    starting_credits: Mapped[int]
    starting_documents: Mapped[int]

    @property
    def terms(self) -> Plan:
        return Plan(
            display_name=self.display_name,
            monthly_price_cents=self.monthly_price_cents,
            credits_included_per_month=self.credits_included_per_month,
            documents_included_per_month=self.documents_included_per_month,
            starting_credits=self.starting_credits,
            starting_documents=self.starting_documents,
        )


class Unit(StrEnum):
    """Unit of a balance."""

    CREDITS = "credits"
    DOCUMENTS = "documents"


class LedgerKind(StrEnum):
    GRANT = "grant"
    """The first allowance of a plan, or credits given by an admin."""
    RENEWAL = "renewal"
    TOP_UP = "top_up"
    CHARGE = "charge"
    ADJUSTMENT = "adjustment"
    EXPIRY = "expiry"
    """The rest of an allowance when its cycle or plan ends."""


class LedgerEntry(Base):
    """One change of a balance. Triggers refuse to change or delete it while its user exists.

    Charges of zero are kept too: they show that an interview was free.
    """

    __tablename__ = "ledger_entries"
    __table_args__ = (Index("ix_ledger_entries_user_id_unit", "user_id", "unit"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    """Ascending in the order in which entries were made."""
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    unit: Mapped[Unit] = mapped_column(String(20))
    kind: Mapped[LedgerKind] = mapped_column(String(20))
    amount: Mapped[int]
    """Added to the balance; negative for charges and expiries."""
    balance: Mapped[int]
    """The balance after this entry."""
    key: Mapped[str] = mapped_column(String(200), unique=True)
    """Idempotency key: every event has one key, so that it is booked once."""
    price: Mapped[int | None]
    """For a charge: its price by the rule. ``-amount`` is less if fewer units were left."""
    subject_id: Mapped[str | None]
    """For a charge: the interview or document; no foreign key, so that the charge outlives it."""
    seconds: Mapped[float | None]
    """For a charged interview: its duration."""
    actor_id: Mapped[str | None]
    """The admin who made the entry; None if nobody did."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
