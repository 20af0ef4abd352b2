"""Billing cycles by a table of dated cases: anniversaries, renewals, cancellations, and the fall to Free."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.billing import cycles
from app.billing.cycles import MIN_CYCLE, Cycle, Due
from app.billing.rules import PlanKey

UTC_ZONE = ZoneInfo("UTC")


def at(text: str) -> datetime:
    """An instant in UTC, such as ``2026-01-31 10:00``."""
    return datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)


ANNIVERSARIES = [
    # anchor, months, zone, expected (all instants in UTC)
    ("2026-01-15 10:00", 1, "UTC", "2026-02-15 10:00"),
    ("2026-01-15 10:00", 12, "UTC", "2027-01-15 10:00"),
    ("2026-12-15 10:00", 1, "UTC", "2027-01-15 10:00"),
    ("2026-11-30 10:00", 3, "UTC", "2027-02-28 10:00"),
    # The 31st: the last day of a shorter month, and the 31st again where there is one.
    ("2026-01-31 10:00", 1, "UTC", "2026-02-28 10:00"),
    ("2026-01-31 10:00", 2, "UTC", "2026-03-31 10:00"),
    ("2026-01-31 10:00", 3, "UTC", "2026-04-30 10:00"),
    ("2026-01-31 10:00", 4, "UTC", "2026-05-31 10:00"),
    ("2026-01-31 10:00", 13, "UTC", "2027-02-28 10:00"),
    ("2026-08-31 10:00", 1, "UTC", "2026-09-30 10:00"),
    ("2026-08-31 10:00", 6, "UTC", "2027-02-28 10:00"),
    ("2026-12-31 23:59", 2, "UTC", "2027-02-28 23:59"),
    ("2026-01-30 10:00", 1, "UTC", "2026-02-28 10:00"),
    ("2026-01-29 10:00", 1, "UTC", "2026-02-28 10:00"),
    ("2026-01-28 10:00", 1, "UTC", "2026-02-28 10:00"),
    # Leap years.
    ("2028-01-31 10:00", 1, "UTC", "2028-02-29 10:00"),
    ("2028-01-30 10:00", 1, "UTC", "2028-02-29 10:00"),
    ("2028-01-29 10:00", 1, "UTC", "2028-02-29 10:00"),
    ("2028-02-29 10:00", 1, "UTC", "2028-03-29 10:00"),
    ("2028-02-29 10:00", 12, "UTC", "2029-02-28 10:00"),
    ("2028-02-29 10:00", 48, "UTC", "2032-02-29 10:00"),
    ("2099-12-31 10:00", 2, "UTC", "2100-02-28 10:00"),
    ("2027-12-31 10:00", 2, "UTC", "2028-02-29 10:00"),
    # The day and time of day are those of the user's zone, also across daylight saving.
    ("2026-03-15 09:00", 1, "Europe/Berlin", "2026-04-15 08:00"),
    ("2026-09-30 08:00", 1, "Europe/Berlin", "2026-10-30 09:00"),
    ("2026-02-10 15:00", 1, "America/New_York", "2026-03-10 14:00"),
    ("2026-01-31 23:30", 1, "Europe/Berlin", "2026-02-28 23:30"),
    # January 30, 22:00 in New York, although the 31st in UTC.
    ("2026-01-31 03:00", 1, "America/New_York", "2026-03-01 03:00"),
    ("2026-02-01 04:30", 1, "America/New_York", "2026-03-01 04:30"),
    ("2026-01-31 18:00", 1, "Asia/Tokyo", "2026-02-28 18:00"),
    ("2026-01-30 16:00", 1, "Asia/Tokyo", "2026-02-27 16:00"),
    ("2026-01-31 05:45", 1, "Asia/Kathmandu", "2026-02-28 05:45"),
    ("2026-05-31 11:00", 1, "Pacific/Kiritimati", "2026-06-30 11:00"),
    # 2:30 does not exist on March 29 in Berlin: it becomes 3:30 summer time.
    ("2026-02-28 01:30", 1, "Europe/Berlin", "2026-03-28 01:30"),
    ("2026-01-29 01:30", 2, "Europe/Berlin", "2026-03-29 01:30"),
    # 2:30 exists twice on October 25 in Berlin: the first one counts.
    ("2026-08-25 00:30", 2, "Europe/Berlin", "2026-10-25 00:30"),
    ("2026-04-05 00:30", 6, "Australia/Sydney", "2026-10-04 23:30"),
]


@pytest.mark.parametrize(("anchor", "months", "zone", "expected"), ANNIVERSARIES)
def test_an_anniversary_keeps_the_day_and_time_of_day(
    anchor: str, months: int, zone: str, expected: str
) -> None:
    assert cycles.find_anniversary(at(anchor), months=months, zone=ZoneInfo(zone)) == at(expected)


def growth(
    anchor: str, start: str | None = None, end: str | None = None, *, cancelled: str | None = None
) -> Cycle:
    opened = cycles.open_cycle(PlanKey.GROWTH, now=at(anchor), zone=UTC_ZONE)
    return replace(
        opened,
        period_start_at=at(start or anchor),
        period_end_at=at(end) if end else opened.period_end_at,
        cancellation_effective_at=at(cancelled) if cancelled else None,
    )


RENEWALS = [
    # anchor, end of the cycle, now, expected start and end
    ("2026-01-15 10:00", "2026-02-15 10:00", "2026-02-15 10:00", "2026-02-15 10:00", "2026-03-15 10:00"),
    ("2026-01-15 10:00", "2026-02-15 10:00", "2026-02-15 23:00", "2026-02-15 10:00", "2026-03-15 10:00"),
    ("2026-01-31 10:00", "2026-02-28 10:00", "2026-03-01 00:10", "2026-02-28 10:00", "2026-03-31 10:00"),
    ("2026-01-31 10:00", "2026-03-31 10:00", "2026-04-01 00:10", "2026-03-31 10:00", "2026-04-30 10:00"),
    ("2028-01-31 10:00", "2028-02-29 10:00", "2028-03-01 00:10", "2028-02-29 10:00", "2028-03-31 10:00"),
    ("2028-02-29 10:00", "2029-02-28 10:00", "2029-03-01 00:10", "2029-02-28 10:00", "2029-03-29 10:00"),
    ("2026-12-31 10:00", "2027-01-31 10:00", "2027-02-01 00:10", "2027-01-31 10:00", "2027-02-28 10:00"),
    # The server was down: the missed cycles are skipped.
    ("2026-01-31 10:00", "2026-02-28 10:00", "2026-05-01 00:10", "2026-04-30 10:00", "2026-05-31 10:00"),
    ("2026-01-15 10:00", "2026-02-15 10:00", "2027-02-15 09:59", "2027-01-15 10:00", "2027-02-15 10:00"),
    ("2026-01-15 10:00", "2026-02-15 10:00", "2027-02-15 10:00", "2027-02-15 10:00", "2027-03-15 10:00"),
    # Not due yet: nothing changes.
    ("2026-01-15 10:00", "2026-02-15 10:00", "2026-02-15 09:59", "2026-01-15 10:00", "2026-02-15 10:00"),
]


@pytest.mark.parametrize(("anchor", "end", "now", "new_start", "new_end"), RENEWALS)
def test_a_renewal_starts_the_cycle_that_contains_now(
    anchor: str, end: str, now: str, new_start: str, new_end: str
) -> None:
    renewed = cycles.renew(growth(anchor, end=end), now=at(now), zone=UTC_ZONE)
    assert (renewed.period_start_at, renewed.period_end_at) == (at(new_start), at(new_end))
    assert renewed.plan == PlanKey.GROWTH


END = "2026-02-15 10:00"
DUE = [
    # cancelled at, now, expected
    (None, "2026-02-15 09:59", Due.NOTHING),
    (None, "2026-02-15 10:00", Due.RENEWAL),
    (None, "2026-06-01 00:00", Due.RENEWAL),
    (None, "2026-01-01 00:00", Due.NOTHING),
    (END, "2026-02-15 09:59", Due.NOTHING),
    (END, "2026-02-15 10:00", Due.END),
    (END, "2026-06-01 00:00", Due.END),
    ("2026-01-20 00:00", "2026-01-20 00:00", Due.END),
]


@pytest.mark.parametrize(("cancelled", "now", "expected"), DUE)
def test_what_an_account_is_due_for(cancelled: str | None, now: str, expected: Due) -> None:
    cycle = growth("2026-01-15 10:00", end=END, cancelled=cancelled)
    assert cycles.find_due(cycle, now=at(now)) == expected


@pytest.mark.parametrize("now", ["2026-01-15 10:00", "2026-02-15 10:00", "2036-01-15 10:00"])
def test_a_free_account_is_never_due(now: str) -> None:
    cycle = cycles.open_cycle(PlanKey.FREE, now=at("2026-01-15 10:00"), zone=UTC_ZONE)
    assert cycles.find_due(cycle, now=at(now)) == Due.NOTHING
    assert (cycle.period_end_at, cycle.had_paid_plan) == (None, False)


CANCELLATIONS = [
    # cancelled already, now, can cancel, can resume
    (None, "2026-01-15 10:00", True, False),
    (None, "2026-02-15 09:59", True, False),
    # The end has come, and the renewal check has not run yet.
    (None, "2026-02-15 10:00", False, False),
    (END, "2026-01-20 00:00", False, True),
    (END, "2026-02-15 09:59", False, True),
    (END, "2026-02-15 10:00", False, False),
    (END, "2026-03-01 00:00", False, False),
]


@pytest.mark.parametrize(("cancelled", "now", "can_cancel", "can_resume"), CANCELLATIONS)
def test_a_plan_is_cancelled_and_resumed_before_its_end(
    cancelled: str | None, now: str, can_cancel: bool, can_resume: bool
) -> None:
    cycle = growth("2026-01-15 10:00", end=END, cancelled=cancelled)
    assert cycles.can_cancel(cycle, now=at(now)) is can_cancel
    assert cycles.can_resume(cycle, now=at(now)) is can_resume


def test_a_cancelled_plan_ends_with_its_cycle_and_becomes_free() -> None:
    cancelled = cycles.cancel(growth("2026-01-15 10:00"))
    assert (cancelled.plan, cancelled.cancellation_effective_at) == (PlanKey.GROWTH, at(END))
    assert (cancelled.period_end_at, cancelled.next_renewal_at) == (at(END), None)
    ended = cycles.end_plan(cancelled)
    assert (ended.plan, ended.period_start_at, ended.period_end_at) == (PlanKey.FREE, at(END), None)
    assert (ended.is_cancelled, ended.had_paid_plan) == (False, True)


def test_a_resumed_plan_renews_as_before() -> None:
    cycle = growth("2026-01-15 10:00")
    assert cycles.resume(cycles.cancel(cycle)) == cycle
    assert cycles.resume(cycles.cancel(cycle)).next_renewal_at == at(END)


def test_a_free_plan_cannot_be_cancelled() -> None:
    cycle = cycles.open_cycle(PlanKey.FREE, now=at("2026-01-15 10:00"), zone=UTC_ZONE)
    assert not cycles.can_cancel(cycle, now=at("2026-01-16 10:00"))


CHANGES = [
    # from, to, new start, new end, had a paid plan
    (PlanKey.FREE, PlanKey.STARTER, "2026-02-01 00:00", "2026-03-01 00:00", True),
    (PlanKey.FREE, PlanKey.FREE, "2026-01-15 10:00", None, False),
    (PlanKey.STARTER, PlanKey.GROWTH, "2026-02-01 00:00", "2026-03-01 00:00", True),
    (PlanKey.GROWTH, PlanKey.STARTER, "2026-02-01 00:00", "2026-03-01 00:00", True),
    (PlanKey.GROWTH, PlanKey.GROWTH, "2026-01-15 10:00", "2026-02-15 10:00", True),
    (PlanKey.GROWTH, PlanKey.FREE, "2026-02-01 00:00", None, True),
]


@pytest.mark.parametrize(("old", "new", "start", "end", "had_paid"), CHANGES)
def test_another_plan_starts_a_new_cycle(
    old: PlanKey, new: PlanKey, start: str, end: str | None, had_paid: bool
) -> None:
    cycle = cycles.open_cycle(old, now=at("2026-01-15 10:00"), zone=UTC_ZONE)
    changed = cycles.change_plan(cycle, new, now=at("2026-02-01 00:00"), zone=UTC_ZONE)
    assert (changed.plan, changed.period_start_at) == (new, at(start))
    assert changed.period_end_at == (at(end) if end else None)
    assert changed.had_paid_plan is had_paid


def test_setting_the_present_plan_takes_a_cancellation_back() -> None:
    cycle = growth("2026-01-15 10:00")
    again = cycles.change_plan(
        cycles.cancel(cycle), PlanKey.GROWTH, now=at("2026-01-20 00:00"), zone=UTC_ZONE
    )
    assert again == cycle


def test_a_moved_renewal_is_the_new_anniversary() -> None:
    moved = cycles.move_renewal(growth("2026-01-15 10:00"), at=at("2026-02-28 08:00"))
    assert moved.next_renewal_at == at("2026-02-28 08:00")
    renewed = cycles.renew(moved, now=at("2026-02-28 08:00"), zone=UTC_ZONE)
    assert (renewed.period_start_at, renewed.period_end_at) == (
        at("2026-02-28 08:00"),
        at("2026-03-28 08:00"),
    )


def test_a_clock_set_back_an_hour_does_not_renew_twice() -> None:
    renewed = cycles.renew(growth("2026-01-15 10:00"), now=at("2026-02-15 10:30"), zone=UTC_ZONE)
    assert cycles.find_due(renewed, now=at("2026-02-15 09:30")) == Due.NOTHING
    assert cycles.renew(renewed, now=at("2026-02-15 10:30"), zone=UTC_ZONE) == renewed


instants = st.integers(0, 40 * 365 * 24 * 60).map(
    lambda minutes: at("2020-01-01 00:00") + timedelta(minutes=minutes)
)
zones = st.sampled_from(
    [
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "Asia/Kathmandu",
        "Pacific/Kiritimati",
        "Australia/Lord_Howe",
    ]
).map(ZoneInfo)


@given(anchor=instants, passed=st.timedeltas(timedelta(0), timedelta(days=1500)), first=zones, second=zones)
def test_the_next_renewal_is_within_two_months_in_any_zone(
    anchor: datetime, passed: timedelta, first: ZoneInfo, second: ZoneInfo
) -> None:
    """Also if the user changes their time zone between two renewals."""
    after = cycles.find_next_renewal(anchor, after=anchor + passed, zone=first)
    following = cycles.find_next_renewal(anchor, after=after, zone=second)
    assert MIN_CYCLE <= following - after <= timedelta(days=47)
