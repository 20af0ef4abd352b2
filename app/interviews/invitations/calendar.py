"""An interview as an iCalendar object (RFC 5545) with the iTIP methods of RFC 5546."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, vCalAddress, vText

from app.interviews.invitations.tables import CalendarMethod

PRODUCT = "-//Greenroom//Interviews//EN"


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """One interview as one person sees it."""

    interview_id: str
    sequence: int
    starts_at: datetime
    duration_minutes: int
    timezone: str
    """IANA name: the calendar shows the recruiter's intention, also when the rules of the zone change."""
    summary: str
    description: str
    join_url: str
    organizer_name: str
    organizer_email: str
    attendee_name: str
    is_organizer: bool
    """The organizer's own entry: he is asked for no answer."""
    attendee_email: str | None
    """None for a file that is downloaded and belongs to nobody yet."""
    written_at: datetime


def uid_of(interview_id: str) -> str:
    """The same for every version of one interview's invitation, and for both recipients."""
    return f"interview-{interview_id}@greenroom"


def make_calendar(event: CalendarEvent, *, method: CalendarMethod | None) -> str:
    """The iCalendar text, lines ended by CRLF. ``method`` None makes a file to import (PUBLISH)."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", method.value if method else "PUBLISH")
    entry = Event()
    entry.add("uid", uid_of(event.interview_id))
    entry.add("sequence", event.sequence)
    entry.add("dtstamp", event.written_at)
    starts_at = event.starts_at.astimezone(ZoneInfo(event.timezone))
    entry.add("dtstart", starts_at)
    # Added as an instant: an hour across a change of the clocks is still an hour.
    ends_at = event.starts_at + timedelta(minutes=event.duration_minutes)
    entry.add("dtend", ends_at.astimezone(ZoneInfo(event.timezone)))
    entry.add("summary", event.summary)
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
    # The rules of the zone around the interview are enough; all of them are kilobytes.
    day = starts_at.date()
    calendar.add_missing_timezones(first_date=day - timedelta(days=400), last_date=day + timedelta(days=400))
    return bytes(calendar.to_ical()).decode()
