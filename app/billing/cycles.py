"""Pure rules of billing cycles: anniversaries, renewal, cancellation, resumption, downgrade to Free."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from app.billing.rules import PlanKey

MIN_CYCLE = timedelta(days=15)
"""No cycle is shorter. Otherwise a user who changes their time zone could get two renewals in one hour."""


class Due(StrEnum):
    """The step that an account is due for."""

    NOTHING = "nothing"
    RENEWAL = "renewal"
    END = "end"
    """The effective date of a cancellation has arrived."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """The plan of an account and its dates. All instants are in UTC."""

    plan: PlanKey
    anchor_at: datetime
    """Start of the first cycle. Every renewal has its day and time of day."""
    period_start_at: datetime
    period_end_at: datetime | None = None
    """None if the account does not renew."""
    cancellation_effective_at: datetime | None = None
    """When a cancelled plan becomes Free; None unless cancelled."""
    had_paid_plan: bool = False

    @property
    def is_cancelled(self) -> bool:
        return self.cancellation_effective_at is not None

    @property
    def next_renewal_at(self) -> datetime | None:
        return None if self.is_cancelled else self.period_end_at


def find_anniversary(anchor_at: datetime, *, months: int, zone: ZoneInfo) -> datetime:
    """The same day and time of day ``months`` later in ``zone``, in UTC.

    In a month without that day, it is the last day of the month. A time that daylight saving skips moves
    forward by the size of the gap (PEP 495, fold 0).
    """
    local = anchor_at.astimezone(zone)
    year, month_index = divmod(local.year * 12 + local.month - 1 + months, 12)
    month = month_index + 1
    day = min(local.day, monthrange(year, month)[1])
    return local.replace(year=year, month=month, day=day, fold=0).astimezone(UTC)


def find_next_renewal(anchor_at: datetime, *, after: datetime, zone: ZoneInfo) -> datetime:
    """The first anniversary of ``anchor_at`` that is at least MIN_CYCLE after ``after``."""
    earliest = after + MIN_CYCLE
    months = max(1, (earliest.year - anchor_at.year) * 12 + earliest.month - anchor_at.month - 1)
    while (found := find_anniversary(anchor_at, months=months, zone=zone)) < earliest:
        months += 1
    return found


def open_cycle(plan: PlanKey, *, now: datetime, zone: ZoneInfo) -> Cycle:
    """The cycle of a new account. Free accounts do not renew."""
    is_paid = plan != PlanKey.FREE
    return Cycle(
        plan=plan,
        anchor_at=now,
        period_start_at=now,
        period_end_at=find_next_renewal(now, after=now, zone=zone) if is_paid else None,
        had_paid_plan=is_paid,
    )


def change_plan(cycle: Cycle, plan: PlanKey, *, now: datetime, zone: ZoneInfo) -> Cycle:
    """Start a new cycle on another plan. For the current plan, only withdraw a cancellation."""
    if plan == cycle.plan:
        return replace(cycle, cancellation_effective_at=None)
    opened = open_cycle(plan, now=now, zone=zone)
    return replace(opened, had_paid_plan=cycle.had_paid_plan or opened.had_paid_plan)


def find_due(cycle: Cycle, *, now: datetime) -> Due:
    """The step that ``cycle`` is due for at ``now``."""
    if cycle.cancellation_effective_at is not None:
        return Due.END if cycle.cancellation_effective_at <= now else Due.NOTHING
    if cycle.period_end_at is not None and cycle.period_end_at <= now:
        return Due.RENEWAL
    return Due.NOTHING


def renew(cycle: Cycle, *, now: datetime, zone: ZoneInfo) -> Cycle:
    """The cycle that contains ``now``. Cycles that passed while no server was running are skipped."""
    start, end = cycle.period_start_at, cycle.period_end_at
    while end is not None and end <= now:
        start, end = end, find_next_renewal(cycle.anchor_at, after=end, zone=zone)
    return replace(cycle, period_start_at=start, period_end_at=end)


def end_plan(cycle: Cycle) -> Cycle:
    """The Free account that a cancelled plan becomes on its effective date."""
    ended_at = cycle.cancellation_effective_at or cycle.period_start_at
    return Cycle(
        plan=PlanKey.FREE,
        anchor_at=ended_at,
        period_start_at=ended_at,
        had_paid_plan=cycle.had_paid_plan,
    )


def can_cancel(cycle: Cycle, *, now: datetime) -> bool:
    """Whether there is a paid cycle that can be cancelled at its end."""
    return (
        cycle.plan != PlanKey.FREE
        and not cycle.is_cancelled
        and cycle.period_end_at is not None
        and cycle.period_end_at > now
    )


def cancel(cycle: Cycle) -> Cycle:
    """Let the plan end with its current cycle."""
    return replace(cycle, cancellation_effective_at=cycle.period_end_at)


def can_resume(cycle: Cycle, *, now: datetime) -> bool:
    """Whether a cancellation can still be withdrawn."""
    return cycle.cancellation_effective_at is not None and cycle.cancellation_effective_at > now


def resume(cycle: Cycle) -> Cycle:
    """Withdraw a cancellation. The cycle and its renewal are unchanged."""
    return replace(cycle, cancellation_effective_at=None)


def move_renewal(cycle: Cycle, *, at: datetime) -> Cycle:
    """Renew at ``at`` instead, and every month from then on. An account on Free begins to renew."""
    return replace(cycle, anchor_at=at, period_end_at=at)
