from __future__ import annotations

from app.billing.rules import PlanKey
from app.core.schemas import ApiSchema, UtcTime


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
