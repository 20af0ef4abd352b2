"""Billing rules: the plans of config/plans.toml, and the price of an interview in credits."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from app.core.config_files import CONFIG_DIR

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

    @property
    def first_credits(self) -> int:
        return self.starting_credits or self.credits_included_per_month

    @property
    def first_documents(self) -> int:
        return self.starting_documents or self.documents_included_per_month


@cache
def load_plans() -> dict[PlanKey, Plan]:
    with (CONFIG_DIR / "plans.toml").open("rb") as file:
        return {PlanKey(key): Plan(**values) for key, values in tomllib.load(file).items()}


def credits_for(seconds: float) -> int:
    """Price of an interview: free up to 5:00, then one credit per started hour."""
    if seconds <= FREE_SECONDS:
        return 0
    return math.ceil(seconds / SECONDS_PER_CREDIT)
