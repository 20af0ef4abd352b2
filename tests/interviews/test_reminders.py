"""Reminders before interviews: when they are sent, and to whom."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import update

from app.core.state import AppState
from app.interviews.invitations.jobs import write_due_reminders
from app.interviews.invitations.tables import CalendarInvitation
from tests.conftest import FrozenClock, Person
from tests.fakes.postbox import Postbox
from tests.interviews.conftest import cancel, collect, find_email, invite


def remind(state: AppState, clock: FrozenClock) -> int:
    with state.database.transaction() as session:
        return write_due_reminders(session, settings=state.settings, now=clock.now())


def test_reminders_are_sent_once_a_day_before_and_once_an_hour_before(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    clock: FrozenClock,
) -> None:
    invite(alice, planned)
    collect(state, postbox)
    assert remind(state, clock) == 0
    clock.instant = datetime(2083, 3, 26, 8, 1, tzinfo=UTC)
    assert remind(state, clock) == 2
    assert remind(state, clock) == 0
    emails = collect(state, postbox)
    assert find_email(emails, "cara@candidates.example")["Subject"].startswith("Reminder:")
    clock.instant = datetime(2083, 3, 27, 7, 1, tzinfo=UTC)
    assert remind(state, clock) == 2
    assert remind(state, clock) == 0


def test_canceled_interview_gets_no_reminder(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, clock: FrozenClock
) -> None:
    invite(alice, planned)
    cancel(alice, planned["_id"])
    clock.instant = datetime(2083, 3, 27, 7, 1, tzinfo=UTC)
    assert remind(state, clock) == 0


def test_reminder_is_skipped_shortly_after_an_invitation(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, clock: FrozenClock
) -> None:
    invite(alice, planned)
    with state.database.transaction() as session:
        session.execute(
            update(CalendarInvitation).values(written_at=datetime(2083, 3, 27, 6, 30, tzinfo=UTC))
        )
    clock.instant = datetime(2083, 3, 27, 7, 1, tzinfo=UTC)
    assert remind(state, clock) == 0


def test_after_an_outage_only_the_nearest_reminder_is_sent(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, clock: FrozenClock
) -> None:
    invite(alice, planned)
    clock.instant = datetime(2083, 3, 27, 7, 30, tzinfo=UTC)
    assert remind(state, clock) == 2
    assert remind(state, clock) == 0
