"""Requests and responses with which admins manage billing accounts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from app.billing.rules import Plan, PlanKey
from app.billing.schemas import DocumentAllowance
from app.billing.tables import BillingAccount
from app.core.schemas import ApiSchema, Instant, UtcTime

MAX_AMOUNT = 1_000_000
"""A larger change is a typing error."""

Amount = Annotated[int, Field(strict=True, ge=0, le=MAX_AMOUNT)]
PositiveAmount = Annotated[int, Field(strict=True, ge=1, le=MAX_AMOUNT)]
IdempotencyKey = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""Chosen by the client, so that a repeated request is booked only once."""


class AdminAccount(ApiSchema):
    plan: PlanKey
    credits_included_per_month: int
    documents_included_per_month: int
    next_renewal_date: UtcTime | None


class AdminAccountStatus(ApiSchema):
    plan_display_name: str
    credits_remaining: int
    credits_included: int
    documents: DocumentAllowance
    period_start: UtcTime
    period_end: UtcTime | None
    next_renewal_date: UtcTime | None
    is_cancelled: bool
    cancellation_effective_date: UtcTime | None


class AdminAccountView(ApiSchema):
    account: AdminAccount
    status: AdminAccountStatus

    @classmethod
    def of(cls, account: BillingAccount, plan: Plan) -> AdminAccountView:
        cycle = account.cycle
        return cls(
            account=AdminAccount(
                plan=account.plan,
                credits_included_per_month=account.credits_per_month,
                documents_included_per_month=account.documents_per_month,
                next_renewal_date=cycle.next_renewal_at,
            ),
            status=AdminAccountStatus(
                plan_display_name=plan.display_name,
                credits_remaining=account.credits_remaining,
                credits_included=account.credits_included,
                documents=DocumentAllowance(
                    included=account.documents_included, remaining=account.documents_remaining
                ),
                period_start=cycle.period_start_at,
                period_end=cycle.period_end_at,
                next_renewal_date=cycle.next_renewal_at,
                is_cancelled=cycle.is_cancelled,
                cancellation_effective_date=cycle.cancellation_effective_at,
            ),
        )


class SetPlan(ApiSchema):
    plan: PlanKey


class SetNextRenewal(ApiSchema):
    next_renewal_date: Instant


class AddCredits(ApiSchema):
    credits: PositiveAmount
    idempotency_key: IdempotencyKey | None = None


class AdjustCredits(ApiSchema):
    delta: Annotated[int, Field(strict=True, ge=-MAX_AMOUNT, le=MAX_AMOUNT)]
    """Added to the credits that remain."""
    idempotency_key: IdempotencyKey | None = None


class SetDocumentsRemaining(ApiSchema):
    remaining: Amount


class SetCreditsIncluded(ApiSchema):
    credits_included_per_month: Amount


class SetDocumentsIncluded(ApiSchema):
    documents_included_per_month: Amount
