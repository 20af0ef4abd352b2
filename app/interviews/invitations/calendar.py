"""iCalendar files of interviews (RFC 5545), with the iTIP methods of RFC 5546."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, vCalAddress, vText

from app.interviews.invitations.tables import CalendarMethod

PRODUCT = "-//Greenroom//Interviews//EN"


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """One interview as one recipient sees it."""

    interview_id: str
    sequence: int
    starts_at: datetime
    duration_minutes: int
    timezone: str
    """IANA name, so that the local time stays right if the rules of the zone change."""
    summary: str
    description: str
    join_url: str
    """Empty in a cancellation."""
    organizer_name: str
    organizer_email: str
    attendee_name: str
    is_organizer: bool
    """The organizer's own entry, which asks for no reply."""
    attendee_email: str | None
    """None for a downloaded file, which has no recipient."""
    written_at: datetime


def build_uid(interview_id: str) -> str:
    """The same for all versions of one interview's invitation and for both recipients."""
    return f"interview-{interview_id}@greenroom"


def write_calendar(event: CalendarEvent, *, method: CalendarMethod | None) -> str:
    """The iCalendar text with CRLF line ends. ``method`` None makes a file to import (PUBLISH)."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", method.value if method else "PUBLISH")
    entry = Event()
    entry.add("uid", build_uid(event.interview_id))
    entry.add("sequence", event.sequence)
    entry.add("dtstamp", event.written_at)
    starts_at, ends_at = _find_local_times(event)
    entry.add("dtstart", starts_at)
    entry.add("dtend", ends_at)
    entry.add("summary", event.summary)
    if event.join_url:
        entry.add("description", event.description)
        entry.add("location", event.join_url)
        entry.add("url", event.join_url)
    entry.add("status", "CANCELLED" if method == CalendarMethod.CANCEL else "CONFIRMED")
    entry.add("transp", "OPAQUE")
    organizer = vCalAddress(f"mailto:{event.organizer_email}")
    organizer.params["CN"] = vText(event.organizer_name)
    entry.add("organizer", organizer)
    if event.attendee_email:
        attendee = vCalAddress(f"mailto:{event.attendee_email}")
        attendee.params["CN"] = vText(event.attendee_name)
        attendee.params["ROLE"] = vText("CHAIR" if event.is_organizer else "REQ-PARTICIPANT")
        attendee.params["PARTSTAT"] = vText("ACCEPTED" if event.is_organizer else "NEEDS-ACTION")
        attendee.params["RSVP"] = vText("FALSE" if event.is_organizer else "TRUE")
        entry.add("attendee", attendee)
    calendar.add_component(entry)
    # Only the zone's rules around the interview: all of them would be kilobytes.
    day = starts_at.date()
    calendar.add_missing_timezones(first_date=day - timedelta(days=400), last_date=day + timedelta(days=400))
    return bytes(calendar.to_ical()).decode()


def _find_local_times(event: CalendarEvent) -> tuple[datetime, datetime]:
    """Start and end in the zone of the event; in UTC if a calendar would read either as an hour earlier.

    In the night when clocks are set back, one hour occurs twice, and a local time means the first.
    """
    zone = ZoneInfo(event.timezone)
    # Added as an instant: an hour across a daylight saving change is still an hour.
    instants = (event.starts_at, event.starts_at + timedelta(minutes=event.duration_minutes))
    starts_at, ends_at = (instant.astimezone(zone) for instant in instants)
    if starts_at.fold or ends_at.fold:
        return starts_at.astimezone(UTC), ends_at.astimezone(UTC)
    return starts_at, ends_at
