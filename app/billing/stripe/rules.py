"""Pure rules of subscriptions: which one counts, its effect on the cycle, and the plan of each price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.billing.cycles import Cycle
from app.billing.rules import PlanKey
from app.integrations.payments.stripe_client import Subscription

CREDITS_PER_TOP_UP: Final = 10
MAX_TOP_UPS: Final = 10
"""How many top-ups one payment may buy."""

RUNNING: Final = frozenset({"active", "trialing", "past_due"})
"""Statuses in which a subscription pays for a plan. Stripe retries a payment that is past due."""


def read_credits(metadata: Mapping[str, str]) -> int | None:
    """The credits that a top-up bought; None unless this server could have written the number."""
    text = metadata.get("credits", "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= 6
    number = int(text) if is_number else 0
    return number if 0 < number <= CREDITS_PER_TOP_UP * MAX_TOP_UPS else None


def find_running(subscriptions: Sequence[Subscription]) -> Subscription | None:
    """The subscription that pays for the plan: the newest running one."""
    running = [one for one in subscriptions if one.status in RUNNING]
    return max(running, key=lambda one: (one.created_at, one.id), default=None)


def to_cycle(before: Cycle, plan: PlanKey, subscription: Subscription) -> Cycle:
    """The cycle of a paid subscription. Stripe decides when it renews."""
    return replace(
        before,
        plan=plan,
        anchor_at=subscription.period_start_at,
        period_start_at=subscription.period_start_at,
        period_end_at=subscription.period_end_at,
        cancellation_effective_at=subscription.ends_at,
        had_paid_plan=True,
    )
