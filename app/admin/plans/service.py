"""Use cases of the plans page: list the plans, and change one of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy.orm import Session

from app.admin.plans.schemas import AdminPlan, PlanChange, PlanValues, StripePrice
from app.admin.settings import service as settings_service
from app.billing import plans, repository
from app.billing.rules import Plan, PlanKey, load_default_plans
from app.core import stored_settings
from app.core.errors import NotFound, ValidationFailed
from app.core.invalid_values import FieldSentence
from app.core.settings import Settings
from app.core.state import AppState

PRICE_SETTINGS = {PlanKey.STARTER: "stripe_price_starter", PlanKey.GROWTH: "stripe_price_growth"}
"""Name of the setting that holds the Stripe price of each plan."""

Changes = dict[str, dict[str, Any]]
"""Value before and after the change, by field."""


def read_key(text: str) -> PlanKey:
    """Raises NotFound for an unknown plan."""
    try:
        return PlanKey(text)
    except ValueError:
        raise NotFound("This plan does not exist.") from None


def list_plans(session: Session, state: AppState, settings: Settings) -> list[AdminPlan]:
    defaults = load_default_plans()
    counts = repository.count_users_by_plan(session)
    return [
        AdminPlan(
            key=key,
            values=PlanValues.of(plan),
            defaults=PlanValues.of(defaults[key]),
            user_count=counts.get(key, 0),
            stripe_price=_describe_price(state, settings, key),
        )
        for key, plan in plans.load_plans(session).items()
    ]


def change_plan(
    session: Session, state: AppState, key: PlanKey, change: PlanChange
) -> tuple[Settings | None, Changes]:
    """Change a plan and its price at Stripe; returns the new settings, if any changed, and all changes.

    Raises ValidationFailed, and SettingLocked for a price that the environment sets.
    """
    before = plans.load_plan(session, key)
    after = Plan(**change.model_dump(exclude={"stripe_price_id"}))
    plans.change_plan(session, key, after)
    changes: Changes = {
        name: {"before": value, "after": asdict(after)[name]}
        for name, value in asdict(before).items()
        if value != asdict(after)[name]
    }
    settings = None
    setting = PRICE_SETTINGS.get(key)
    if change.stripe_price_id is not None:
        if setting is None:
            raise ValidationFailed(
                [("stripePriceId", FieldSentence("The free plan has no price.", code="FREE_PLAN_PRICE"))]
            )
        if change.stripe_price_id != (getattr(state.settings, setting) or ""):
            settings = settings_service.change(
                session, state=state, values={setting: change.stripe_price_id.strip()}
            )
            changes |= settings_service.describe_changes(state.settings, settings, keys=[setting])
    return settings, changes


def _describe_price(state: AppState, settings: Settings, key: PlanKey) -> StripePrice | None:
    setting = PRICE_SETTINGS.get(key)
    if setting is None or settings.billing_mode != "stripe":
        return None
    return StripePrice(
        price_id=getattr(settings, setting),
        is_locked=stored_settings.is_locked(state.base_settings, setting),
    )
