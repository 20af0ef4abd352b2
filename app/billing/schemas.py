"""Requests and responses of billing for users."""

from __future__ import annotations

from typing import Self

from app.billing.rules import Plan, PlanKey
from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind, Unit
from app.core.schemas import ApiSchema, Identified, UtcTime


class PlanView(ApiSchema):
    key: PlanKey
    display_name: str
    monthly_price_cents: int
    credits_included_per_month: int
    documents_included_per_month: int
    starting_credits: int | None
    """Granted once; null for plans other than the free one."""
    starting_documents: int | None


class DocumentAllowance(ApiSchema):
    included: int
    remaining: int


class BillingSummary(ApiSchema):
    plan: PlanKey
    plan_display_name: str
    credits_remaining: int
    credits_included: int
    documents: DocumentAllowance
    monthly_price_cents: int
    period_start: UtcTime
    period_end: UtcTime | None
    """End of the current cycle; null if the account does not renew."""
    next_renewal_date: UtcTime | None
    """Null for a cancelled plan as well."""
    is_cancelled: bool
    cancellation_effective_date: UtcTime | None
    """When a cancelled plan switches to Free."""
    had_paid_plan: bool

    @classmethod
    def of(cls, account: BillingAccount, plan: Plan) -> Self:
        cycle = account.cycle
        return cls(
            plan=account.plan,
            plan_display_name=plan.display_name,
            credits_remaining=account.credits_remaining,
            credits_included=account.credits_included,
            documents=DocumentAllowance(
                included=account.documents_included, remaining=account.documents_remaining
            ),
            monthly_price_cents=plan.monthly_price_cents,
            period_start=cycle.period_start_at,
            period_end=cycle.period_end_at,
            next_renewal_date=cycle.next_renewal_at,
            is_cancelled=cycle.is_cancelled,
            cancellation_effective_date=cycle.cancellation_effective_at,
            had_paid_plan=cycle.had_paid_plan,
        )


class PlanChoice(ApiSchema):
    plan: PlanKey


class ChosenPlan(BillingSummary):
    """The account after a choice."""

    checkout_url: str | None = None
    """Stripe's page on which the choice is paid for or confirmed; null if it has taken effect."""


class BillingRules(ApiSchema):
    max_interview_time_minutes: int
    countdown_minutes: int


class CanStart(ApiSchema):
    can_start: bool


class LedgerEntryView(Identified):
    """One change of a balance."""

    unit: Unit
    kind: LedgerKind
    amount: int
    """Added to the balance; negative for charges and expiries."""
    balance: int
    """The balance afterwards."""
    subject_id: str | None
    """For a charge: the interview or document."""
    created_at: UtcTime

    @classmethod
    def of(cls, entry: LedgerEntry) -> LedgerEntryView:
        return cls(
            id=str(entry.id),
            unit=entry.unit,
            kind=entry.kind,
            amount=entry.amount,
            balance=entry.balance,
            subject_id=entry.subject_id,
            created_at=entry.created_at,
        )
