"""Print the calendar event of each given email or calendar file as a JSON list.

Reads with vobject, another library than the one with which the server writes.
"""

from __future__ import annotations

import email
import json
import sys
from datetime import UTC
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import vobject


def read_value(component: Any, name: str) -> Any:
    return getattr(component, name).value if hasattr(component, name) else None


def read_event(text: str) -> dict[str, Any]:
    calendar = vobject.readOne(text)
    event = calendar.vevent
    start, end = event.dtstart.value, event.dtend.value
    return {
        "method": read_value(calendar, "method"),
        "timezones": [zone.tzid.value for zone in calendar.contents.get("vtimezone", [])],
        "uid": event.uid.value,
        "sequence": int(event.sequence.value),
        "status": read_value(event, "status"),
        "start": start.astimezone(UTC).isoformat(),
        "localStart": start.replace(tzinfo=None).isoformat(),
        "end": end.astimezone(UTC).isoformat(),
        "description": read_value(event, "description") or "",
    }


def read_mail(raw: bytes) -> dict[str, Any]:
    mail = email.message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    calendars = [part for part in mail.walk() if part.get_content_type() == "text/calendar"]
    return {
        "to": str(mail["To"]),
        "body": body.get_content() if body else "",
        "contentMethod": calendars[0].get_param("method") if calendars else None,
        **(read_event(calendars[0].get_content()) if calendars else {}),
    }


def read(path: Path) -> dict[str, Any]:
    raw = path.read_bytes()
    return read_event(raw.decode()) if raw.startswith(b"BEGIN:VCALENDAR") else read_mail(raw)


json.dump([read(Path(name)) for name in sys.argv[1:]], sys.stdout)
