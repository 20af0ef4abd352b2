"""Reviews through the API: scoring, concealment, reviewers, decisions and their history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.core.state import AppState
from app.users import accounts
from tests import factories
from tests.conftest import FrozenClock, Person

SCORES = {"technical": 7, "communication": 5, "recommendation": "advance", "notes": "Knows the trade."}


def path(interview: dict[str, Any], rest: str = "review") -> str:
    return f"/api/interviews/{interview['_id']}/{rest}"


def read(person: Person, interview: dict[str, Any]) -> dict[str, Any]:
    response = person.get(path(interview))
    assert response.status_code == 200, response.text
    data: dict[str, Any] = response.json()["data"]
    return data


def score(person: Person, interview: dict[str, Any], **changes: Any) -> dict[str, Any]:
    response = person.put(path(interview), json=SCORES | changes)
    assert response.status_code == 200, response.text
    data: dict[str, Any] = response.json()["data"]
    return data


def name_reviewer(owner: Person, interview: dict[str, Any], username: str) -> Any:
    return owner.post(path(interview, "reviewers"), json={"username": username})


def list_history(person: Person, interview: dict[str, Any]) -> list[dict[str, Any]]:
    response = person.get(path(interview, "review/history"))
    assert response.status_code == 200, response.text
    changes: list[dict[str, Any]] = response.json()["data"]
    return changes


def test_a_scorecard_is_saved_and_counts_as_blind(alice: Person, running_interview: dict[str, Any]) -> None:
    assert read(alice, running_interview)["isConcealed"] is True
    review = score(alice, running_interview)
    assert review["isConcealed"] is False
    mine = review["mine"]
    assert {key: mine[key] for key in SCORES} == SCORES
    assert (mine["isBlind"], mine["isChangedAfterReport"], mine["isMine"]) == (True, False, True)


def test_a_score_after_looking_is_not_blind(alice: Person, running_interview: dict[str, Any]) -> None:
    looked = alice.post(path(running_interview, "review/look")).json()["data"]
    assert (looked["isConcealed"], looked["mine"]) == (False, None)
    assert score(alice, running_interview)["mine"]["isBlind"] is False
    assert [change["kind"] for change in list_history(alice, running_interview)].count("looked") == 1


def test_without_the_setting_nothing_is_concealed_and_no_score_is_blind(
    alice: Person, state: AppState, running_interview: dict[str, Any]
) -> None:
    state.settings = state.settings.model_copy(update={"score_before_report": False})
    assert read(alice, running_interview)["isConcealed"] is False
    assert score(alice, running_interview)["mine"]["isBlind"] is False


def test_changing_a_blind_score_is_marked_and_the_first_one_stays_in_the_history(
    alice: Person, clock: FrozenClock, running_interview: dict[str, Any]
) -> None:
    score(alice, running_interview)
    clock.advance(minutes=1)
    assert score(alice, running_interview, notes="And calm.")["mine"]["isChangedAfterReport"] is False
    clock.advance(minutes=1)
    mine = score(alice, running_interview, notes="And calm.", technical=9)["mine"]
    assert (mine["technical"], mine["isBlind"], mine["isChangedAfterReport"]) == (9, True, True)
    newest, middle, first = list_history(alice, running_interview)
    assert (newest["before"]["technical"], newest["after"]["technical"]) == (7, 9)
    assert (middle["before"]["notes"], middle["after"]["notes"]) == ("Knows the trade.", "And calm.")
    assert (first["before"], first["after"], first["actorName"]) == (None, SCORES, "Alice")


def test_saving_the_same_scores_again_changes_nothing(
    alice: Person, running_interview: dict[str, Any]
) -> None:
    assert score(alice, running_interview) == score(alice, running_interview)
    assert len(list_history(alice, running_interview)) == 1


def test_an_interview_that_has_not_begun_cannot_be_scored_or_decided(
    alice: Person, interview: dict[str, Any]
) -> None:
    assert read(alice, interview)["canScore"] is False
    for route, body in (("review", SCORES), ("decision", {"outcome": "hold", "reason": "x"})):
        response = alice.put(path(interview, route), json=body)
        assert (response.status_code, response.json()["code"]) == (409, "INTERVIEW_NOT_HELD")


@pytest.mark.parametrize(
    "changes",
    [
        {"technical": None, "communication": None},
        {"technical": 0},
        {"technical": 11},
        {"technical": 7.5},
        {"technical": "good"},
        {"technical": 10**400},
        {"recommendation": "maybe"},
        {"notes": "x" * 20_001},
        {"notes": None},
    ],
)
def test_an_invalid_scorecard_is_refused(
    alice: Person, running_interview: dict[str, Any], changes: dict[str, Any]
) -> None:
    response = alice.put(path(running_interview), json=SCORES | changes)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert read(alice, running_interview)["mine"] is None


def test_a_named_reviewer_reads_and_scores_a_stranger_does_not(
    alice: Person, bob: Person, running_interview: dict[str, Any]
) -> None:
    transcript = f"/api/interview/{running_interview['_id']}/transcript"
    assert bob.get(path(running_interview)).status_code == 404
    assert bob.get(transcript).status_code == 404
    named = name_reviewer(alice, running_interview, "BOB").json()["data"]["reviewers"]
    assert [(one["name"], one["hasScored"]) for one in named] == [("Bob", False)]
    review = read(bob, running_interview)
    assert (review["isOwner"], review["isConcealed"]) == (False, True)
    assert review["interview"]["candidateName"] == "Cara"
    assert bob.get(transcript).status_code == 200
    score(bob, running_interview, technical=3)
    assert read(alice, running_interview)["reviewers"][0]["hasScored"] is True


def test_a_reviewer_gets_no_link_and_no_owners_rights(
    alice: Person, bob: Person, running_interview: dict[str, Any]
) -> None:
    name_reviewer(alice, running_interview, "bob")
    text = bob.get(path(running_interview)).text
    assert running_interview["candidateToken"] not in text
    assert running_interview["recruiterToken"] not in text
    reviewer_id = read(alice, running_interview)["reviewers"][0]["_id"]
    attempts = [
        bob.get(f"/api/interviews/{running_interview['_id']}"),
        bob.patch(f"/api/interviews/{running_interview['_id']}", json={"title": "Mine"}),
        bob.put(path(running_interview, "decision"), json={"outcome": "hold", "reason": "x"}),
        bob.post(path(running_interview, "reviewers"), json={"username": "bob"}),
        bob.delete(path(running_interview, f"reviewers/{reviewer_id}")),
        bob.get(path(running_interview, "reviewers/available"), params={"q": "a"}),
        bob.post("/api/aisense/analyze", json={"interviewId": running_interview["_id"]}),
        bob.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete"),
    ]
    assert [response.status_code for response in attempts] == [404] * len(attempts)


def test_other_scores_and_the_decision_are_hidden_until_a_reviewer_has_scored(
    alice: Person, bob: Person, clock: FrozenClock, running_interview: dict[str, Any]
) -> None:
    name_reviewer(alice, running_interview, "bob")
    score(alice, running_interview, notes="Only for those who have scored.")
    alice.put(path(running_interview, "decision"), json={"outcome": "reject", "reason": "Too junior."})
    before = bob.get(path(running_interview))
    assert (before.json()["data"]["scorecards"], before.json()["data"]["agreement"]) == ([], None)
    assert before.json()["data"]["decision"] is None
    assert "Only for those" not in before.text
    history = bob.get(path(running_interview, "review/history"))
    assert (history.status_code, history.json()["code"]) == (409, "REPORT_CONCEALED")
    clock.advance(minutes=1)
    after = score(bob, running_interview, technical=3, recommendation="hold")
    assert [card["authorName"] for card in after["scorecards"]] == ["Alice", "Bob"]
    assert after["decision"]["reason"] == "Too junior."
    assert after["agreement"]["technical"] == {
        "count": 2,
        "mean": 5.0,
        "lowest": 3,
        "highest": 7,
        "level": "far_apart",
    }
    assert after["agreement"]["recommendations"] == {"advance": 1, "hold": 1, "reject": 0}
    assert after["agreement"]["isUnanimous"] is False


def test_a_removed_reviewer_loses_access_and_their_score_stays(
    alice: Person, bob: Person, clock: FrozenClock, running_interview: dict[str, Any]
) -> None:
    reviewer = name_reviewer(alice, running_interview, "bob").json()["data"]["reviewers"][0]
    score(bob, running_interview, technical=2)
    clock.advance(minutes=1)
    score(alice, running_interview)
    removed = alice.delete(path(running_interview, f"reviewers/{reviewer['_id']}")).json()["data"]
    assert removed["reviewers"] == []
    assert [card["technical"] for card in removed["scorecards"]] == [2, 7]
    assert bob.get(path(running_interview)).status_code == 404
    assert bob.put(path(running_interview), json=SCORES).status_code == 404
    assert bob.get("/api/reviews").json()["data"] == []
    again = alice.delete(path(running_interview, f"reviewers/{reviewer['_id']}"))
    assert (again.status_code, again.json()["code"]) == (404, "REVIEWER_NOT_FOUND")
    kinds = {change["kind"]: change["subject"] for change in list_history(alice, running_interview)}
    assert (kinds["reviewer_added"], kinds["reviewer_removed"]) == ("Bob", "Bob")


def test_naming_a_reviewer_twice_names_them_once(
    alice: Person, bob: Person, running_interview: dict[str, Any]
) -> None:
    del bob
    name_reviewer(alice, running_interview, "bob")
    assert len(name_reviewer(alice, running_interview, "bob").json()["data"]["reviewers"]) == 1


def test_only_active_other_users_can_be_named(
    alice: Person, bob: Person, state: AppState, running_interview: dict[str, Any]
) -> None:
    def refuse(username: str) -> tuple[int, str]:
        response = name_reviewer(alice, running_interview, username)
        return response.status_code, response.json()["code"]

    assert refuse("alice") == (409, "OWNER_IS_REVIEWER")
    assert refuse("no one") == (404, "COLLEAGUE_NOT_FOUND")
    with state.database.transaction() as session:
        accounts.set_active(session, user_id=bob.id, active=False)
    assert refuse("bob") == (404, "COLLEAGUE_NOT_FOUND")


def test_an_interview_has_at_most_twenty_reviewers(
    alice: Person, state: AppState, running_interview: dict[str, Any]
) -> None:
    for number in range(21):
        factories.create_user(state, f"colleague{number}")
    responses = [name_reviewer(alice, running_interview, f"colleague{number}") for number in range(21)]
    assert [response.status_code for response in responses] == [200] * 20 + [409]
    assert responses[-1].json()["code"] == "TOO_MANY_REVIEWERS"


def test_colleagues_are_found_by_name_literally_and_without_those_named(
    alice: Person, bob: Person, enroll: Callable[..., Person], running_interview: dict[str, Any]
) -> None:
    del bob
    enroll("bobbie")

    def search(text: str) -> list[str]:
        found = alice.get(path(running_interview, "reviewers/available"), params={"q": text})
        return [one["username"] for one in found.json()["data"]]

    assert search("BOB") == ["bob", "bobbie"]
    assert search("alice") == []
    assert search("%") == []
    name_reviewer(alice, running_interview, "bob")
    assert search("bob") == ["bobbie"]


def test_shared_interviews_are_listed_for_their_reviewers_unscored_ones_first(
    alice: Person, bob: Person, clock: FrozenClock, running_interview: dict[str, Any]
) -> None:
    other = alice.post("/api/interviews", json={"candidateName": "Dan"}).json()["interview"]
    name_reviewer(alice, other, "bob")
    clock.advance(minutes=5)
    name_reviewer(alice, running_interview, "bob")
    score(bob, running_interview)
    listed = bob.get("/api/reviews").json()
    assert [(one["candidateName"], one["hasScored"]) for one in listed["data"]] == [
        ("Dan", False),
        ("Cara", True),
    ]
    assert (listed["data"][0]["ownerName"], listed["pagination"]["total"]) == ("Alice", 2)
    assert alice.get("/api/reviews").json()["data"] == []


def test_a_decision_has_a_reason_and_a_history(
    alice: Person, clock: FrozenClock, running_interview: dict[str, Any]
) -> None:
    def decide(outcome: str, reason: str) -> Any:
        return alice.put(path(running_interview, "decision"), json={"outcome": outcome, "reason": reason})

    for outcome, reason in (("advance", "  "), ("offer", "x"), ("hold", "x" * 5_001)):
        assert decide(outcome, reason).status_code == 422
    assert read(alice, running_interview)["decision"] is None
    decide("hold", "Wait for the second interview.")
    clock.advance(hours=1)
    decided = decide("advance", "Convincing.").json()["data"]["decision"]
    assert (decided["outcome"], decided["decidedByName"]) == ("advance", "Alice")
    alice.post(path(running_interview, "review/look"))
    changes = [one for one in list_history(alice, running_interview) if one["kind"] == "decision"]
    assert changes[0]["before"] == {"outcome": "hold", "reason": "Wait for the second interview."}
    assert changes[0]["after"] == {"outcome": "advance", "reason": "Convincing."}
    assert changes[1]["before"] is None


def test_deleting_the_interview_deletes_its_review(
    alice: Person, bob: Person, running_interview: dict[str, Any]
) -> None:
    name_reviewer(alice, running_interview, "bob")
    score(alice, running_interview)
    alice.put(path(running_interview, "decision"), json={"outcome": "hold", "reason": "x"})
    alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete", json={})
    deleted = alice.delete(f"/api/interview/{running_interview['_id']}")
    assert deleted.status_code == 200, deleted.text
    assert bob.get("/api/reviews").json()["data"] == []
    assert alice.get(path(running_interview)).status_code == 404
