"""iCalendar files, parsed by a different library than the one that writes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import vobject

from app.core.state import AppState
from app.interviews.invitations.calendar import CalendarEvent, write_calendar
from app.interviews.invitations.tables import CalendarMethod
from tests.conftest import Person
from tests.fakes.postbox import Postbox
from tests.interviews.conftest import collect, find_email, invite, read_event
from tests.interviews.odd_names import ODD_NAME

CLOCK_CHANGES = {
    "Europe/Berlin": (datetime(2083, 3, 28, 1, tzinfo=UTC), datetime(2083, 10, 31, 1, tzinfo=UTC)),
    "America/New_York": (datetime(2083, 3, 14, 7, tzinfo=UTC), datetime(2083, 11, 7, 6, tzinfo=UTC)),
    # By half an hour only.
    "Australia/Lord_Howe": (datetime(2083, 4, 3, 15, tzinfo=UTC), datetime(2083, 10, 2, 15, 30, tzinfo=UTC)),
    "UTC": (datetime(2083, 3, 28, 1, tzinfo=UTC),),
}
"""The first instant of summer and of winter time in 2083."""


def make_event(**changes: Any) -> CalendarEvent:
    fields: dict[str, Any] = {
        "interview_id": "abc",
        "sequence": 0,
        "starts_at": datetime(2083, 3, 27, 8, 0, tzinfo=UTC),
        "duration_minutes": 60,
        "timezone": "Europe/Berlin",
        "summary": "Talk",
        "description": "",
        "join_url": "https://x.example/room",
        "organizer_name": "Alice",
        "organizer_email": "alice@example.com",
        "attendee_name": "Cara",
        "is_organizer": False,
        "attendee_email": "cara@candidates.example",
        "written_at": datetime(2083, 3, 1, tzinfo=UTC),
    }
    return CalendarEvent(**{**fields, **changes})


def test_an_hour_across_a_daylight_saving_change_is_an_hour() -> None:
    event = vobject.readOne(
        write_calendar(make_event(starts_at=datetime(2083, 3, 28, 0, 30, tzinfo=UTC)), method=None)
    ).vevent
    # Python subtracts two times of one zone by local time; only in UTC is the difference the real duration.
    assert event.dtend.value.astimezone(UTC) - event.dtstart.value.astimezone(UTC) == timedelta(hours=1)
    assert event.dtstart.value == datetime(2083, 3, 28, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"])
@pytest.mark.parametrize("quarter", range(-12, 13))
def test_interviews_around_both_changes_of_the_clock_keep_their_instants(zone: str, quarter: int) -> None:
    """Local times that are skipped, and those that are there twice, in every program that reads the file."""
    for change in CLOCK_CHANGES[zone]:
        starts_at = change + quarter * timedelta(minutes=15)
        event = make_event(starts_at=starts_at, timezone=zone, duration_minutes=45)
        read = vobject.readOne(write_calendar(event, method=None)).vevent
        assert read.dtstart.value.astimezone(UTC) == starts_at
        assert read.dtend.value.astimezone(UTC) == starts_at + timedelta(minutes=45)


def test_names_cannot_add_calendar_properties() -> None:
    text = write_calendar(
        make_event(summary="Talk\r\nATTACH:http://evil.example", attendee_name='C"\r\nX-EVIL:1'),
        method=CalendarMethod.REQUEST,
    )
    event = vobject.readOne(text).vevent
    assert not hasattr(event, "attach")
    assert not hasattr(event, "x_evil")
    assert "ATTACH:http" in event.summary.value


def test_unusual_names_are_preserved_and_break_no_line() -> None:
    text = write_calendar(
        make_event(summary=ODD_NAME * 3, attendee_name=ODD_NAME), method=CalendarMethod.REQUEST
    )
    lines = text.encode().split(b"\r\n")
    assert lines.pop() == b""
    assert max(map(len, lines)) <= 75
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    for line in lines:
        # Lines are folded between characters, never inside one.
        line.decode()
    event = vobject.readOne(text).vevent
    assert event.summary.value == ODD_NAME * 3
    assert not hasattr(event, "bcc")
    assert "Zoë; 🦊" in event.attendee.params["CN"][0]


def test_calendar_contains_the_time_zone_rules_around_the_day() -> None:
    calendar = vobject.readOne(write_calendar(make_event(), method=CalendarMethod.REQUEST))
    assert calendar.vevent.dtstart.params["X-VOBJ-ORIGINAL-TZID"] == ["Europe/Berlin"]
    zone = calendar.vtimezone.tzinfo
    for day, hours in (
        (datetime(2083, 3, 28, 1, 59, tzinfo=zone), 1),
        (datetime(2083, 3, 28, 3, 1, tzinfo=zone), 2),
        (datetime(2083, 10, 31, 12, 0, tzinfo=zone), 1),
    ):
        assert day.utcoffset() == timedelta(hours=hours)


def test_emails_contain_what_calendars_need_to_follow_the_event(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    invite(alice, planned)
    sent = collect(state, postbox)
    alice.patch(f"/api/interviews/{planned['_id']}", json={"status": "cancelled"})
    for emails, method in ((sent, "REQUEST"), (collect(state, postbox), "CANCEL")):
        for address, partstat, role in (
            ("cara@candidates.example", "NEEDS-ACTION", "REQ-PARTICIPANT"),
            ("alice@example.com", "ACCEPTED", "CHAIR"),
        ):
            email = find_email(emails, address)
            event = read_event(email)
            assert event.organizer.value == "mailto:alice@example.com"
            assert event.attendee.value == f"mailto:{address}"
            assert event.attendee.params["PARTSTAT"] == [partstat]
            assert event.attendee.params["ROLE"] == [role]
            assert event.dtstamp.value.utcoffset() == timedelta(0)
            (part,) = [part for part in email.walk() if part.get_content_type() == "text/calendar"]
            assert (part.get_param("method"), part.get_param("charset")) == (method, "utf-8")
            (file,) = email.iter_attachments()
            assert (file.get_filename() or "").endswith(".ics")
            assert vobject.readOne(file.get_content().decode()).vevent.uid.value == event.uid.value
