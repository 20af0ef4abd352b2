"""Requests and responses of billing."""

from __future__ import annotations

from app.billing.rules import PlanKey
from app.core.schemas import ApiSchema, UtcTime


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
    next_renewal_date: UtcTime | None
    is_cancelled: bool
    cancellation_effective_date: UtcTime | None
    had_paid_plan: bool


class BillingRules(ApiSchema):
    max_interview_time_minutes: int
    countdown_minutes: int


class CanStart(ApiSchema):
    can_start: bool


class AdminAccount(ApiSchema):
    plan: PlanKey
    credits_included_per_month: int
    next_renewal_date: UtcTime | None


class AdminAccountStatus(ApiSchema):
    plan_display_name: str
    credits_remaining: int
    credits_included: int
    documents: DocumentAllowance
    period_start: UtcTime
    period_end: UtcTime | None
    next_renewal_date: UtcTime | None


class AdminAccountView(ApiSchema):
    account: AdminAccount
    status: AdminAccountStatus
