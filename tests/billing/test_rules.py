"""Billing rules: price in credits, and the plans."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.billing.rules import PlanKey, PlansInvalid, credits_for, load_default_plans, read_plans
from app.core.config_files import CONFIG_DIR


@pytest.mark.parametrize(
    ("seconds", "credits"),
    [(0, 0), (299, 0), (300, 0), (301, 1), (3599, 1), (3600, 1), (3601, 2), (7200, 2), (7201, 3)],
)
def test_interviews_are_free_up_to_five_minutes_then_a_credit_per_started_hour(
    seconds: int, credits: int
) -> None:
    assert credits_for(seconds) == credits


def test_the_plans_have_the_specified_prices_and_allowances() -> None:
    plans = load_default_plans()
    assert (plans[PlanKey.FREE].first_credits, plans[PlanKey.FREE].first_documents) == (3, 10)
    assert (plans[PlanKey.STARTER].monthly_price_cents, plans[PlanKey.STARTER].first_credits) == (3900, 20)
    assert (plans[PlanKey.GROWTH].monthly_price_cents, plans[PlanKey.GROWTH].first_documents) == (7900, 1000)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("= 3900", "= -1", "monthly_price_cents must be a whole number of 0 or more, not -1"),
        ("= 3900", "= 39.5", "not 39.5"),
        ("= 3900", '= "39"', "not '39'"),
        ("= 3900", "=", "Invalid value"),
        ("[starter]", "[gold]", "gold"),
        ("monthly_price_cents = 3900", "price = 3900", "price"),
        ("[growth]", "[starter]", "starter"),
    ],
)
def test_a_mistake_in_the_plans_is_named(tmp_path: Path, old: str, new: str, problem: str) -> None:
    path = tmp_path / "plans.toml"
    text = (CONFIG_DIR / "plans.toml").read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(PlansInvalid, match=problem):
        read_plans(path)


def test_a_missing_plan_is_named(tmp_path: Path) -> None:
    path = tmp_path / "plans.toml"
    text = (CONFIG_DIR / "plans.toml").read_text(encoding="utf-8")
    path.write_text(text.split("[growth]")[0], encoding="utf-8")
    with pytest.raises(PlansInvalid, match="the plan growth is missing"):
        read_plans(path)
