"""The manual status call of administrators, and refusals of the recruiter room."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.state import AppState
from tests.conftest import FrozenClock, Person
from tests.interviews.steps import read_credits, set_credits

Json = dict[str, Any]


@pytest.fixture
def own(ada: Person) -> Json:
    made: Json = ada.post("/api/interviews", json={"candidateName": "Cara"}).json()["interview"]
    return made


def set_status(person: Person, interview: Json, status: str) -> Any:
    path = f"/api/interviews/recruiter/{interview['_id']}/status"
    return person.patch(path, json={"status": status})


def test_the_cycle_has_three_steps(ada: Person, own: Json, state: AppState, clock: FrozenClock) -> None:
    before = read_credits(state, ada)
    started = set_status(ada, own, "in-progress").json()
    assert (started["status"], started["interview"]["startedAt"] is not None) == ("in_progress", True)
    clock.advance(minutes=10)
    completed = set_status(ada, own, "completed").json()["interview"]
    assert (completed["status"], completed["billedMinutes"]) == ("completed", 10)
    again = set_status(ada, own, "scheduled").json()["interview"]
    assert (again["status"], again["startedAt"], again["billedMinutes"]) == ("scheduled", None, None)
    assert again["candidateToken"] != own["candidateToken"]
    # A second round is not charged again.
    set_status(ada, own, "in_progress")
    clock.advance(minutes=70)
    set_status(ada, own, "completed")
    assert before - read_credits(state, ada) == 1


@pytest.mark.parametrize("status", ["completed", "draft", "cancelled"])
def test_other_steps_are_refused(ada: Person, own: Json, status: str) -> None:
    response = set_status(ada, own, status)
    assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")
    assert ada.get(f"/api/interviews/{own['_id']}").json()["interview"]["status"] == "scheduled"


def test_the_same_status_changes_nothing(ada: Person, own: Json) -> None:
    assert set_status(ada, own, "scheduled").json()["interview"] == own


def test_only_admins_and_only_for_their_own_interviews(alice: Person, ada: Person, interview: Json) -> None:
    assert set_status(alice, interview, "in_progress").status_code == 403
    assert set_status(ada, interview, "in_progress").status_code == 404


def test_starting_needs_a_credit(ada: Person, own: Json, state: AppState) -> None:
    set_credits(state, ada, 0)
    assert set_status(ada, own, "in_progress").json()["code"] == "NO_CREDITS"


def open_room(person: Person, interview: Json) -> Json:
    response = person.get(f"/api/interviews/recruiter/{interview['recruiterToken']}")
    refusal: Json = response.json()
    assert not refusal["success"]
    return refusal


def test_a_refused_room_names_the_interview(alice: Person, interview: Json, state: AppState) -> None:
    set_credits(state, alice, 0)
    refusal = open_room(alice, interview)
    assert (refusal["code"], refusal["limited"], refusal["interviewId"]) == (
        "NO_CREDITS",
        True,
        interview["_id"],
    )
    alice.patch(f"/api/interviews/{interview['_id']}", json={"status": "cancelled"})
    refusal = open_room(alice, interview)
    assert (refusal["code"], refusal["interviewId"]) == ("INTERVIEW_TERMINATED", interview["_id"])


def test_a_strangers_refusal_names_nothing(bob: Person, interview: Json) -> None:
    refusal = open_room(bob, interview)
    assert (refusal["code"], "interviewId" in refusal, "limited" in refusal) == (
        "INTERVIEW_NOT_FOUND",
        False,
        False,
    )
