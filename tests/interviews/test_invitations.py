"""Sending interview invitations by email, through a real SMTP server on loopback."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import vobject
from fastapi.testclient import TestClient

from app.core.state import AppState
from app.interviews.tables import Interview
from tests.conftest import FrozenClock, Person
from tests.fakes.postbox import Postbox
from tests.interviews.conftest import collect, find_email, invite, read_event

NO_ADDRESS = "Invites require a valid candidate email."


def test_candidate_and_recruiter_get_the_same_event_with_different_links(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    response = invite(alice, planned)
    assert response.status_code == 200
    assert [row["delivery"] for row in response.json()["data"]] == ["waiting", "waiting"]
    emails = collect(state, postbox)
    to_cara, to_alice = find_email(emails, "cara@candidates.example"), find_email(emails, "alice@example.com")
    for email, path in (
        (to_cara, f"/room/candidate/{planned['candidateToken']}"),
        (to_alice, f"/room/recruiter/{planned['recruiterToken']}"),
    ):
        event = read_event(email)
        link = f"https://greenroom.agency.example{path}"
        assert event.location.value == link
        assert link in email.get_body().get_content()  # type: ignore[union-attr]
        assert event.dtstart.value == datetime(2083, 3, 27, 8, 0, tzinfo=UTC)
        assert event.dtend.value - event.dtstart.value == timedelta(minutes=45)
        assert event.dtstart.value.utcoffset() == timedelta(hours=1)
    assert read_event(to_cara).uid.value == read_event(to_alice).uid.value
    assert "27 March, 09:00" in to_cara["Subject"]
    listed = alice.get(f"/api/interviews/{planned['_id']}/invitations").json()["data"]
    assert {row["delivery"] for row in listed} == {"sent"}


def test_candidate_email_does_not_contain_the_recruiter_link(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, postbox: Postbox
) -> None:
    invite(alice, planned)
    email = find_email(collect(state, postbox), "cara@candidates.example")
    assert planned["recruiterToken"] not in email.as_string()


def test_inviting_sets_time_and_duration_of_the_interview(
    alice: Person, planned: dict[str, Any], mailing: None
) -> None:
    invite(alice, planned, startIso="2083-04-01T10:30:00Z", durationMinutes=90)
    interview = alice.get(f"/api/interviews/{planned['_id']}").json()["interview"]
    assert interview["scheduledDate"] == "2083-04-01T10:30:00.000Z"
    assert interview["scheduledDuration"] == 90


@pytest.mark.parametrize("address", [None, "cara", "cara@nowhere"])
def test_inviting_without_a_valid_address_is_refused(
    alice: Person, planned: dict[str, Any], mailing: None, state: AppState, address: str | None
) -> None:
    with state.database.transaction() as session:
        session.get_one(Interview, planned["_id"]).candidate_email = address
    response = invite(alice, planned)
    assert (response.status_code, response.json()["error"]) == (422, NO_ADDRESS)
    assert alice.get(f"/api/interviews/{planned['_id']}/invitations").json()["data"] == []


@pytest.mark.parametrize(
    "address", ["cara", "cara@nowhere", "a b@c.example", "x@y.example\nBcc: z@z.example", 7]
)
def test_invalid_candidate_email_is_refused_when_entered(
    alice: Person, planned: dict[str, Any], address: Any
) -> None:
    path = f"/api/interviews/{planned['_id']}"
    for response in (
        alice.patch(path, json={"candidateEmail": address}),
        alice.post("/api/interviews", json={"candidateEmail": address}),
    ):
        assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
        assert "candidateEmail" in response.text
    assert alice.get(path).json()["interview"]["candidateEmail"] == "cara@candidates.example"


def test_without_a_mail_server_the_calendar_file_can_be_downloaded(
    alice: Person, planned: dict[str, Any]
) -> None:
    response = invite(alice, planned)
    assert (response.status_code, response.json()["code"]) == (409, "MAIL_NOT_SET_UP")
    file = alice.get(f"/api/interviews/{planned['_id']}/invite.ics")
    assert file.headers["content-type"].startswith("text/calendar")
    event = vobject.readOne(file.text).vevent
    assert planned["candidateToken"] in event.location.value
    assert event.dtstart.value == datetime(2083, 3, 27, 8, 0, tzinfo=UTC)


def test_a_time_in_the_past_is_refused(alice: Person, planned: dict[str, Any], mailing: None) -> None:
    response = invite(alice, planned, startIso="2026-03-24T07:59:00Z")
    assert (response.status_code, response.json()["code"]) == (422, "TIME_HAS_PASSED")


@pytest.mark.parametrize("minutes", [4, 121])
def test_a_duration_outside_the_limits_is_refused(
    alice: Person, planned: dict[str, Any], mailing: None, minutes: int
) -> None:
    assert invite(alice, planned, durationMinutes=minutes).status_code == 422


def test_a_busy_mail_server_is_reported_and_retried(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    clock: FrozenClock,
) -> None:
    postbox.reply = "451 busy"
    invite(alice, planned)
    collect(state, postbox)
    path = f"/api/interviews/{planned['_id']}/invitations"
    row = alice.get(path).json()["data"][0]
    assert row["delivery"] == "waiting"
    assert row["failure"] == {"problem": "refused", "serverText": "451 busy"}
    postbox.reply = "250 OK"
    clock.advance(minutes=2)
    interview = alice.get(f"/api/interviews/{planned['_id']}").json()["interview"]
    assert (interview["status"], interview["scheduledDate"]) == ("scheduled", planned["scheduledDate"])
    assert len(collect(state, postbox)) == 2
    sent = alice.get(path).json()["data"][0]
    assert (sent["delivery"], sent["failure"]) == ("sent", None)


def test_an_unreachable_mail_server_delays_only_the_delivery(
    alice: Person,
    planned: dict[str, Any],
    mailing: None,
    state: AppState,
    postbox: Postbox,
    clock: FrozenClock,
    unused_tcp_port_factory: Callable[[], int],
) -> None:
    port = state.settings.smtp_port
    state.settings = state.settings.model_copy(update={"smtp_port": unused_tcp_port_factory()})
    assert invite(alice, planned).status_code == 200
    assert collect(state, postbox) == []
    row = alice.get(f"/api/interviews/{planned['_id']}/invitations").json()["data"][0]
    assert row["delivery"] == "waiting"
    assert row["failure"] == {"problem": "unreachable", "serverText": ""}
    state.settings = state.settings.model_copy(update={"smtp_port": port})
    clock.advance(minutes=2)
    assert len(collect(state, postbox)) == 2


@pytest.mark.parametrize("call", ["send-invites", "invitations", "invite.ics"])
def test_invitations_are_accessible_to_the_owner_only(
    bob: Person, anonymous: TestClient, planned: dict[str, Any], mailing: None, call: str
) -> None:
    path = f"/api/interviews/{planned['_id']}/{call}"
    method = "POST" if call == "send-invites" else "GET"
    body = {"startIso": "2083-03-27T08:00:00Z"} if method == "POST" else None
    assert bob.request(method, path, json=body).status_code == 404
    assert anonymous.request(method, path, json=body).status_code == 401
    missing = path.replace(planned["_id"], "nothing")
    assert bob.request(method, missing, json=body).status_code == 404
