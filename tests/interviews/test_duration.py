"""The default duration of an interview is 30 minutes everywhere."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import vobject
from fastapi import FastAPI

from app.core.state import AppState
from app.interviews.rules import DEFAULT_DURATION_MINUTES, MAX_DURATION_MINUTES, MIN_DURATION_MINUTES
from app.interviews.tables import Interview
from tests.conftest import Person

WEB_RULES = Path(__file__).resolve().parents[2] / "web/src/features/interview-hq/lib/schedule.ts"


def test_default_is_thirty_minutes() -> None:
    assert DEFAULT_DURATION_MINUTES == 30


def test_invitation_calendar_file_and_overlap_use_the_default(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState
) -> None:
    with state.database.transaction() as session:
        session.get_one(Interview, planned["_id"]).scheduled_duration_minutes = None
    path = f"/api/interviews/{planned['_id']}"
    event = vobject.readOne(alice.get(f"{path}/invite.ics").text).vevent
    assert event.dtend.value - event.dtstart.value == timedelta(minutes=30)
    query: dict[str, str | int] = {"minutes": 15, "exceptId": "another"}
    overlapping = alice.get(
        "/api/interviews/clashes", params=query | {"start": "2083-03-27T08:29:00Z"}
    ).json()["data"]
    assert [one["scheduledDuration"] for one in overlapping] == [30]
    later = alice.get("/api/interviews/clashes", params=query | {"start": "2083-03-27T08:30:00Z"})
    assert later.json()["data"] == []
    sent = alice.post(f"{path}/send-invites", json={"startIso": planned["scheduledDate"]})
    assert {row["durationMinutes"] for row in sent.json()["data"]} == {30}
    assert alice.get(path).json()["interview"]["scheduledDuration"] == 30


def test_browser_and_server_share_the_limits(api: FastAPI) -> None:
    limits = api.openapi()["components"]["schemas"]["InterviewDuration"]["properties"]
    assert {name: limit["const"] for name, limit in limits.items()} == {
        "minMinutes": MIN_DURATION_MINUTES,
        "maxMinutes": MAX_DURATION_MINUTES,
        "defaultMinutes": DEFAULT_DURATION_MINUTES,
    }
    # The type is the server's value, so another number does not compile.
    source = WEB_RULES.read_text(encoding="utf-8")
    assert re.search(r'DEFAULT_DURATION_MINUTES: \w+\["defaultMinutes"\] = 30;', source)
