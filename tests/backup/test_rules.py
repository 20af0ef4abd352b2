"""Names of daily backups, and which are kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.backup.rules import choose_kept, name_backup, read_backup_time
from app.core.settings import Settings

MONDAY = datetime(2026, 11, 16, 2, 0, tzinfo=UTC)


def test_a_name_says_when_the_backup_began() -> None:
    assert name_backup(MONDAY) == "greenroom-20261116-020000.backup"
    assert read_backup_time(name_backup(MONDAY)) == MONDAY
    for other in (
        "notes.txt",
        "greenroom-20261399-020000.backup",
        ".greenroom-20261116-020000.backup.partial",
    ):
        assert read_backup_time(other) is None


def test_the_newest_of_each_day_and_of_each_week_are_kept() -> None:
    nights = [MONDAY + timedelta(days=day) for day in range(28)]
    again = MONDAY + timedelta(days=27, hours=5)
    kept = choose_kept([*nights, again], daily=3, weekly=3)
    sundays = {MONDAY + timedelta(days=day) for day in (13, 20)}
    assert kept == {again, nights[26], nights[25], *sundays}


def test_days_and_weeks_without_a_backup_do_not_count() -> None:
    """A server that was off for months comes back with all that it had."""
    taken = {MONDAY, MONDAY + timedelta(days=1), MONDAY + timedelta(days=200)}
    assert choose_kept(taken, daily=3, weekly=0) == taken


def test_what_was_deleted_is_out_of_all_daily_backups_within_30_days() -> None:
    """The privacy page promises it."""
    defaults = Settings.model_fields
    daily, weekly = defaults["backup_daily"].default, defaults["backup_weekly"].default
    kept: set[datetime] = set()
    for day in range(100):
        now = MONDAY + timedelta(days=day)
        kept = choose_kept({*kept, now}, daily=daily, weekly=weekly)
        assert now - min(kept) < timedelta(days=30)


def test_one_backup_is_always_kept() -> None:
    assert choose_kept([MONDAY], daily=1, weekly=0) == {MONDAY}
    assert choose_kept([], daily=1, weekly=4) == set()
