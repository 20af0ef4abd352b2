"""Billing rules: price in credits, and the plans."""

from __future__ import annotations

import pytest

from app.billing.rules import PlanKey, credits_for, load_plans


@pytest.mark.parametrize(
    ("seconds", "credits"),
    [(0, 0), (299, 0), (300, 0), (301, 1), (3599, 1), (3600, 1), (3601, 2), (7200, 2), (7201, 3)],
)
def test_interviews_are_free_up_to_five_minutes_then_a_credit_per_started_hour(
    seconds: int, credits: int
) -> None:
    assert credits_for(seconds) == credits


def test_the_plans_have_the_specified_prices_and_allowances() -> None:
    plans = load_plans()
    assert (plans[PlanKey.FREE].first_credits, plans[PlanKey.FREE].first_documents) == (3, 10)
    assert (plans[PlanKey.STARTER].monthly_price_cents, plans[PlanKey.STARTER].first_credits) == (3900, 20)
    assert (plans[PlanKey.GROWTH].monthly_price_cents, plans[PlanKey.GROWTH].first_documents) == (7900, 1000)
