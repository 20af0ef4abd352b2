"""Requests and responses with which admins change the plans."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from app.billing.admin_schemas import Amount
from app.billing.rules import Plan, PlanKey
from app.core.schemas import ApiSchema

MAX_PRICE_CENTS = 10_000_000


class PlanValues(ApiSchema):
    """Name, price and amounts of a plan."""

    display_name: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$"),
    ]
    monthly_price_cents: Annotated[int, Field(strict=True, ge=0, le=MAX_PRICE_CENTS)]
    """0 for the free plan."""
    credits_included_per_month: Amount
    documents_included_per_month: Amount
    starting_credits: Amount
    """Granted once; 0 for every plan but the free one."""
    starting_documents: Amount

    @classmethod
    def of(cls, plan: Plan) -> PlanValues:
        return cls(
            display_name=plan.display_name,
            monthly_price_cents=plan.monthly_price_cents,
            credits_included_per_month=plan.credits_included_per_month,
            documents_included_per_month=plan.documents_included_per_month,
            starting_credits=plan.starting_credits,
            starting_documents=plan.starting_documents,
        )


class StripePrice(ApiSchema):
    """The price of a plan at Stripe."""

    price_id: str | None
    is_locked: bool
    """Set by the environment."""


class AdminPlan(ApiSchema):
    key: PlanKey
    values: PlanValues
    defaults: PlanValues
    """The plan in config/plans.toml."""
    user_count: int
    """Users on the plan."""
    stripe_price: StripePrice | None
    """Null for the free plan, and where payments do not go through Stripe."""


class PlanChange(PlanValues):
    stripe_price_id: Annotated[str, StringConstraints(max_length=200)] | None = None
    """Stripe price for new subscriptions; null leaves it unchanged."""
