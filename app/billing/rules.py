"""Billing rules: the plans of config/plans.toml, valid changes of them, and the price of an interview."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Collection
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from app.core.config_files import CONFIG_DIR
from app.core.invalid_values import FieldSentence

FREE_SECONDS = 5 * 60
SECONDS_PER_CREDIT = 60 * 60


class PlanKey(StrEnum):
    FREE = "free"
    STARTER = "starter"
    GROWTH = "growth"


@dataclass(frozen=True, slots=True)
class Plan:
    display_name: str
    monthly_price_cents: int
    credits_included_per_month: int
    documents_included_per_month: int
    starting_credits: int = 0
    starting_documents: int = 0

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if name != "display_name" and (type(value) is not int or value < 0):
                raise ValueError(f"{name} must be a whole number of 0 or more, not {value!r}")

    @property
    def first_credits(self) -> int:
        return self.starting_credits or self.credits_included_per_month

    @property
    def first_documents(self) -> int:
        return self.starting_documents or self.documents_included_per_month


class PlansInvalid(Exception):
    """The plans file is incomplete or has an error. The message says where."""


def read_plans(path: Path) -> dict[PlanKey, Plan]:
    """Parse a plans file, which an operator may edit. Raises PlansInvalid."""
    try:
        with path.open("rb") as file:
            plans = {PlanKey(key): Plan(**values) for key, values in tomllib.load(file).items()}
    except (tomllib.TOMLDecodeError, TypeError, ValueError) as error:
        raise PlansInvalid(f"{path.name}: {error}") from error
    missing = [key.value for key in PlanKey if key not in plans]
    if missing:
        raise PlansInvalid(f"{path.name}: the plan {missing[0]} is missing")
    return plans


@cache
def load_default_plans() -> dict[PlanKey, Plan]:
    """The plans of config/plans.toml, which admins may override."""
    return read_plans(CONFIG_DIR / "plans.toml")


def find_plan_problems(key: PlanKey, plan: Plan, *, other_names: Collection[str]) -> list[tuple[str, str]]:
    """The reasons why ``plan`` cannot be offered as ``key``: field names, each with a sentence for the admin.

    Free is granted once and never renews; the other plans are granted every month.
    """
    problems = []
    if plan.display_name.casefold() in {name.casefold() for name in other_names}:
        problems.append(("displayName", FieldSentence("Another plan has this name.", code="PLAN_NAME_TAKEN")))
    zeros = (
        {
            "monthlyPriceCents": plan.monthly_price_cents,
            "creditsIncludedPerMonth": plan.credits_included_per_month,
            "documentsIncludedPerMonth": plan.documents_included_per_month,
        }
        if key == PlanKey.FREE
        else {"startingCredits": plan.starting_credits, "startingDocuments": plan.starting_documents}
    )
    sentence = (
        FieldSentence("The free plan has no price and nothing per month.", code="FREE_PLAN_AMOUNT")
        if key == PlanKey.FREE
        else FieldSentence("Only the free plan has a starting amount.", code="STARTING_AMOUNT")
    )
    return [*problems, *((name, sentence) for name, value in zeros.items() if value)]


def credits_for(seconds: float) -> int:
    """Price of an interview: free up to 5:00, then one credit per started hour."""
    if seconds <= FREE_SECONDS:
        return 0
    return math.ceil(seconds / SECONDS_PER_CREDIT)
