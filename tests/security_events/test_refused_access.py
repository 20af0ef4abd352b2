"""Refused access is recorded: once an hour for each caller, route and record that exists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from sqlalchemy import select

from app.api import AppServices
from app.core.ids import new_id
from app.core.state import AppState
from app.realtime.connections import Connection
from app.refused_access import MAX_CHECKS_PER_HOUR, RefusedAccess
from app.security_events.tables import EventOutcome, EventType, SecurityEvent
from tests import factories
from tests.conftest import Person
from tests.contract.access_table import Access
from tests.contract.calls import call, list_lines, routes_with
from tests.contract.records import create_records

BY_EMAIL = ("GET", "/api/candidates/profile/email/{email}")
"""Searches the caller's own candidates for an address, which says nothing about the records of others."""

Read = Callable[[], list[SecurityEvent]]


@pytest.fixture
def read_refusals(api: FastAPI, state: AppState, portal: BlockingPortal) -> Read:
    def read() -> list[SecurityEvent]:
        recorder: RefusedAccess = api.state.refused_access
        portal.call(recorder.wait)
        with state.database.reading() as session:
            refused = SecurityEvent.type == EventType.ACCESS_REFUSED
            return list(session.scalars(select(SecurityEvent).where(refused).order_by(SecurityEvent.id)))

    return read


def test_every_route_of_an_owner_records_who_else_tried(
    api: FastAPI, alice: Person, bob: Person, state: AppState, read_refusals: Read
) -> None:
    """Whatever part of the request holds the id: path, query, body or form."""
    ids = create_records(state, alice)
    api.state.refused_access = RefusedAccess(state, checks_per_hour=10_000)
    missing = []
    for key, _ in routes_with(Access.OWNER, Access.REVIEWER):
        if key == BY_EMAIL:
            continue
        before = len(read_refusals())
        call(bob, key, ids)
        events = read_refusals()[before:]
        if not any(one.subject_id in ids.values() and one.actor_id == bob.id for one in events):
            missing.append(key)
    assert not missing, list_lines(missing)


def test_a_refused_record_is_one_event_with_ids_only(alice: Person, bob: Person, read_refusals: Read) -> None:
    interview: dict[str, Any] = alice.post("/api/interviews", json={}).json()["interview"]
    for _ in range(5):
        assert bob.get(f"/api/interviews/{interview['_id']}").status_code == 404
    [event] = read_refusals()
    assert (event.actor_id, event.outcome, event.address) == (bob.id, EventOutcome.REFUSED, "testclient")
    assert (event.subject_kind, event.subject_id) == ("interview", interview["_id"])
    assert event.details == {"route": "GET /api/interviews/{interview_id}"}


def test_own_missing_and_deleted_records_are_no_event(
    alice: Person, state: AppState, read_refusals: Read
) -> None:
    candidate_id = factories.create_candidate(state, alice.id)
    assert alice.delete(f"/api/candidates/{candidate_id}").status_code == 200
    assert alice.get(f"/api/candidates/profile/{candidate_id}").status_code == 404
    assert alice.get(f"/api/candidates/profile/{new_id()}").status_code == 404
    assert alice.get("/api/documents/" + "x" * 5_000).status_code == 404
    assert read_refusals() == []


def test_pages_of_administrators_are_recorded(bob: Person, ada: Person, read_refusals: Read) -> None:
    for person in (bob, bob, ada):
        person.get("/api/admin/users")
    [event] = read_refusals()
    assert (event.actor_id, event.subject_id) == (bob.id, None)
    assert event.details == {"route": "GET /api/admin/users"}


def test_a_flood_of_refused_requests_does_not_fill_the_table(
    alice: Person, bob: Person, state: AppState, read_refusals: Read
) -> None:
    theirs = [
        factories.create_candidate(state, alice.id, email=f"n{number}@example.com") for number in range(80)
    ]
    for candidate_id in [*theirs, *(new_id() for _ in range(80))]:
        assert bob.get(f"/api/candidates/profile/{candidate_id}").status_code == 404
    events = read_refusals()
    assert len(events) == MAX_CHECKS_PER_HOUR + 1
    assert [one.outcome for one in events if one.subject_id is None] == [EventOutcome.THROTTLED]


def test_a_room_of_another_recruiter_is_recorded(
    api: FastAPI,
    portal: BlockingPortal,
    alice: Person,
    bob: Person,
    read_refusals: Read,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    interview: dict[str, Any] = alice.post("/api/interviews", json={}).json()["interview"]
    services: AppServices = api.state.services
    connections = services.realtime.connections
    connection: Connection = connections.make_connection({"client": ("192.0.2.7", 1)})
    monkeypatch.setattr(connections, "find", lambda _sid: connection)
    join = services.realtime.sio.handlers["/"]["join-room"]
    payload = {"roomId": interview["roomId"], "role": "recruiter", "token": bob.token}
    assert portal.call(join, "sid", payload)["code"] == "INTERVIEW_NOT_FOUND"
    [event] = read_refusals()
    assert (event.actor_id, event.subject_id) == (bob.id, interview["_id"])
    assert (event.address, event.details) == ("192.0.2.7", {"route": "join-room"})
