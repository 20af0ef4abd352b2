"""The documents' numbers on plans and credits (document 000 §9, ruling 13)."""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Literal

from app.core.config_files import CONFIG_DIR

FREE_SECONDS = 5 * 60
SECONDS_PER_CREDIT = 60 * 60


BillingMode = Literal["off", "internal"]
"""Ruling 15: in ``off`` nothing is asked for, taken or booked."""


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
    """Credits of an interview that lasted ``seconds``: none up to 5:00, then one per started hour."""
    if seconds <= FREE_SECONDS:
        return 0
    return math.ceil(seconds / SECONDS_PER_CREDIT)
