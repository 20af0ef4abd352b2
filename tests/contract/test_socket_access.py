"""The access matrix of the socket: every event of the tables, sent by every kind of caller.

Events are dispatched as python-socketio does it, without a network. The expectations come from
socket_table.py; an event that is not declared there fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.api import SOCKET_EVENTS
from app.core.state import AppState
from tests.conftest import Person
from tests.contract.callers import Caller, Cast, gather
from tests.contract.calls import fill
from tests.contract.conftest import Dispatch
from tests.contract.records import Ids, create_records
from tests.contract.socket_table import EVENTS, SocketAccess

Send = Callable[..., dict[str, Any]]
NO_TOKEN = "nothing"


@pytest.fixture
def cast(
    state: AppState, alice: Person, bob: Person, ada: Person, enroll: Callable[..., Person], ids: Ids
) -> Cast:
    bobs = create_records(state, bob)
    return gather(
        state, alice=alice, bob=bob, ada=ada, dave=enroll("dave"), rita=enroll("rita"), ids=ids, bobs=bobs
    )


@pytest.fixture
def send(dispatch: Dispatch, ids: Ids, cast: Cast) -> Send:
    """Send an event of the table from a socket; returns its acknowledgment."""

    def send_as(sid: str, event: str, *, caller: Caller, role: str = "recruiter") -> dict[str, Any]:
        names = {**ids, "role": role, "token": cast.tokens[caller] or NO_TOKEN}
        return dispatch(sid, event, fill(EVENTS[event].payload, names))

    return send_as


def test_every_event_has_a_declared_access() -> None:
    assert set(EVENTS) == {name for table in SOCKET_EVENTS for name in table.client}


@pytest.mark.parametrize("caller", list(Caller))
@pytest.mark.parametrize("role", ["recruiter", "candidate"])
def test_joining(send: Send, caller: Caller, role: str) -> None:
    """Each seat opens to one caller. A recruiter without a session and a room that is not theirs differ."""
    answer = send("socket", "join-room", caller=caller, role=role)
    if (role, caller) in {("recruiter", Caller.OWNER), ("candidate", Caller.CANDIDATE)}:
        assert answer["success"] is True
        return
    if (role, caller) == ("candidate", Caller.OTHER_CANDIDATE):
        # The link is valid, so this reveals nothing: every other room is answered in the same way.
        code = "FORBIDDEN"
    else:
        is_known = role == "candidate" or caller.has_session
        code = "INTERVIEW_NOT_FOUND" if is_known else "UNAUTHORIZED"
    assert (answer["success"], answer["code"]) == (False, code)


@pytest.mark.parametrize("caller", list(Caller))
def test_events_of_sockets_that_have_not_joined(send: Send, caller: Caller) -> None:
    wrong = []
    for event, declared in EVENTS.items():
        match declared.access:
            case SocketAccess.JOIN:
                continue
            case SocketAccess.ANYONE:
                expected = None
            case SocketAccess.SIGNED_IN:
                expected = None if caller.has_session else "UNAUTHORIZED"
            case SocketAccess.IN_ROOM | SocketAccess.RECRUITER_IN_ROOM:
                expected = "NOT_IN_ROOM"
        answer = send("socket", event, caller=caller)
        if answer.get("code") != expected:
            wrong.append((event, expected, answer))
    assert not wrong


def test_events_of_the_candidate_in_the_room(send: Send) -> None:
    assert send("cara", "join-room", caller=Caller.CANDIDATE, role="candidate")["success"]
    wrong = []
    for event, declared in EVENTS.items():
        if declared.access is SocketAccess.RECRUITER_IN_ROOM:
            answer = send("cara", event, caller=Caller.CANDIDATE)
            if answer.get("code") != "FORBIDDEN":
                wrong.append((event, answer))
        elif declared.access is SocketAccess.IN_ROOM:
            answer = send("cara", event, caller=Caller.CANDIDATE)
            if answer.get("code") in {"FORBIDDEN", "NOT_IN_ROOM", "UNAUTHORIZED"}:
                wrong.append((event, answer))
    assert not wrong


def test_events_of_the_owner_in_the_room(send: Send) -> None:
    assert send("alice", "join-room", caller=Caller.OWNER)["success"]
    refused = {"FORBIDDEN", "NOT_IN_ROOM", "UNAUTHORIZED", "NOT_FOUND"}
    answers = {event: send("alice", event, caller=Caller.OWNER) for event in EVENTS if event != "leave-room"}
    assert {event: answer for event, answer in answers.items() if answer.get("code") in refused} == {}
