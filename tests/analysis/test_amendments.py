"""Concealed reports, and findings that people strike, reword and restore."""

from __future__ import annotations

from typing import Any

import pytest

from app.analysis.amendments import finalize_findings, make_key
from app.analysis.schemas import AnalysisView
from app.core.state import AppState
from tests import factories
from tests.conftest import FrozenClock, Person
from tests.factories import make_finding


@pytest.fixture
def reported(state: AppState, running_interview: dict[str, Any]) -> dict[str, Any]:
    """Alice's interview with a report, which she has not seen yet."""
    state.settings = state.settings.model_copy(update={"score_before_report": True})
    factories.store_report(state, running_interview["_id"])
    return running_interview


@pytest.fixture
def opened(alice: Person, reported: dict[str, Any]) -> dict[str, Any]:
    """Alice's interview with a report that she has chosen to look at."""
    alice.post(f"/api/interviews/{reported['_id']}/review/look")
    return reported


def read(person: Person, interview: dict[str, Any]) -> dict[str, Any]:
    body: dict[str, Any] = person.get(f"/api/aisense/analysis/{interview['_id']}").json()
    return body


def amend(person: Person, interview: dict[str, Any], key: str, **body: Any) -> Any:
    return person.put(f"/api/aisense/analysis/{interview['_id']}/findings/{key}", json=body)


def first_strength(person: Person, interview: dict[str, Any]) -> dict[str, Any]:
    finding: dict[str, Any] = read(person, interview)["analysis"]["strengths"][0]
    return finding


def test_nothing_of_a_concealed_report_is_sent(alice: Person, reported: dict[str, Any]) -> None:
    response = alice.get(f"/api/aisense/analysis/{reported['_id']}")
    body = response.json()
    assert (body["hasAnalysis"], body["isConcealed"]) == (True, True)
    assert (body["analysis"], body["fit"]) == (None, None)
    for word in ("7.4", "6.2", "Cut the batch", "specific"):
        assert word not in response.text


@pytest.mark.parametrize("how", ["score", "look"])
def test_the_report_is_sent_after_scoring_or_looking(
    alice: Person, reported: dict[str, Any], how: str
) -> None:
    review = f"/api/interviews/{reported['_id']}/review"
    if how == "score":
        assert alice.put(review, json={"communication": 6}).status_code == 200
    else:
        assert alice.post(review + "/look").status_code == 200
    body = read(alice, reported)
    assert (body["isConcealed"], body["analysis"]["scores"]["technical"]) == (False, 7.4)


def test_each_reviewer_opens_the_report_for_themselves(
    alice: Person, bob: Person, opened: dict[str, Any]
) -> None:
    assert bob.get(f"/api/aisense/analysis/{opened['_id']}").status_code == 404
    alice.post(f"/api/interviews/{opened['_id']}/reviewers", json={"username": "bob"})
    assert read(bob, opened)["analysis"] is None
    bob.put(f"/api/interviews/{opened['_id']}/review", json={"technical": 4})
    assert read(bob, opened)["analysis"]["scores"]["technical"] == 7.4


@pytest.mark.usefixtures("running_server")
def test_running_the_analysis_does_not_reveal_the_report(
    alice: Person, state: AppState, spoken_interview: dict[str, Any]
) -> None:
    state.settings = state.settings.model_copy(update={"score_before_report": True})
    response = alice.post("/api/aisense/analyze", json={"interviewId": spoken_interview["_id"]})
    assert (response.status_code, response.json()["analysis"]) == (200, None)
    assert read(alice, spoken_interview)["isConcealed"] is True


def test_a_struck_finding_stays_with_who_when_and_why(
    alice: Person, clock: FrozenClock, opened: dict[str, Any]
) -> None:
    key = first_strength(alice, opened)["key"]
    body = amend(alice, opened, key, isStruck=True, reason="Her colleague did this.").json()
    struck = body["analysis"]["strengths"][0]
    assert struck["title"] == "Cut the batch"
    assert struck["amendment"]["isStruck"] is True
    assert struck["amendment"]["isReworded"] is False
    assert struck["amendment"]["actorName"] == "Alice"
    assert struck["amendment"]["reason"] == "Her colleague did this."
    assert struck["amendment"]["updatedAt"].startswith(clock.now().isoformat()[:16])
    assert body["analysis"]["hasStruckFindings"] is True
    final = finalize_findings(AnalysisView.model_validate(body["analysis"]))
    assert (final.strengths, len(final.concerns)) == ([], 1)


def test_what_repeats_a_finding_follows_its_amendment(alice: Person, opened: dict[str, Any]) -> None:
    strength, concern = (read(alice, opened)["analysis"][section][0] for section in ("strengths", "concerns"))
    amend(alice, opened, strength["key"], isStruck=True, reason="Not theirs.")
    body = amend(alice, opened, concern["key"], title="Has not been on call").json()["analysis"]
    assert [quote["significance"] for quote in body["keyQuotes"]] == ["Has not been on call"]
    assert [item["subject"] for item in body["followUpQuestions"]] == ["Has not been on call"]
    body = amend(alice, opened, concern["key"], isStruck=True, reason="Misheard.").json()["analysis"]
    assert (body["keyQuotes"], body["followUpQuestions"]) == ([], [])


def test_a_requirement_is_not_in_doubt_because_of_a_struck_concern(
    alice: Person, opened: dict[str, Any]
) -> None:
    analysis = read(alice, opened)["analysis"]
    assert [item["status"] for item in analysis["requirements"]] == ["concern", "denied"]
    key = analysis["concerns"][0]["key"]
    body = amend(alice, opened, key, isStruck=True, reason="Misheard.").json()["analysis"]
    assert [item["status"] for item in body["requirements"]] == ["discussed", "discussed"]


def test_a_reworded_finding_keeps_its_original_and_its_history(
    alice: Person, clock: FrozenClock, opened: dict[str, Any]
) -> None:
    key = first_strength(alice, opened)["key"]
    amend(alice, opened, key, title="Shortened the batch", description="From hours to minutes.")
    clock.advance(minutes=1)
    amend(alice, opened, key, title="Shortened the nightly batch", description="From hours to minutes.")
    finding = first_strength(alice, opened)
    assert (finding["title"], finding["key"]) == ("Shortened the nightly batch", key)
    assert finding["amendment"]["title"] == "Cut the batch"
    assert finding["amendment"]["isReworded"] is True
    history = alice.get(f"/api/interviews/{opened['_id']}/review/history").json()["data"]
    newest, first = [one for one in history if one["kind"] == "finding"]
    assert (newest["before"]["title"], newest["after"]["title"]) == (
        "Shortened the batch",
        "Shortened the nightly batch",
    )
    assert (first["subject"], first["before"]["title"]) == ("Cut the batch", "Cut the batch")
    assert (first["actorName"], first["before"]["isStruck"]) == ("Alice", False)


def test_a_restored_finding_is_the_original_and_the_history_says_so(
    alice: Person, clock: FrozenClock, opened: dict[str, Any]
) -> None:
    original = first_strength(alice, opened)
    amend(alice, opened, original["key"], isStruck=True, reason="Wrong.")
    clock.advance(minutes=1)
    assert amend(alice, opened, original["key"]).status_code == 200
    assert first_strength(alice, opened) == original
    history = alice.get(f"/api/interviews/{opened['_id']}/review/history").json()["data"]
    assert [one["after"]["isStruck"] for one in history if one["kind"] == "finding"] == [False, True]


def test_an_unchanged_finding_makes_no_history(alice: Person, opened: dict[str, Any]) -> None:
    finding = first_strength(alice, opened)
    amend(alice, opened, finding["key"], title=finding["title"], description=finding["description"])
    assert first_strength(alice, opened)["amendment"] is None
    history = alice.get(f"/api/interviews/{opened['_id']}/review/history").json()["data"]
    assert [one["kind"] for one in history] == ["looked"]


def test_an_amendment_survives_a_new_report_with_the_same_evidence(
    alice: Person, state: AppState, opened: dict[str, Any]
) -> None:
    interview_id = opened["_id"]
    amend(alice, opened, first_strength(alice, opened)["key"], isStruck=True, reason="Wrong.")
    factories.store_report(
        state,
        interview_id,
        make_finding(interview_id, "A faster batch"),
        make_finding(interview_id, "Cut the batch", quote="Another line."),
    )
    same_evidence, same_title = read(alice, opened)["analysis"]["strengths"]
    assert same_evidence["amendment"]["isStruck"] is True
    assert same_title["amendment"] is None


def test_a_strength_and_a_concern_with_the_same_quote_are_two_findings() -> None:
    quotes = [("s1", "a"), ("s2", "b")]
    assert make_key("strengths", quotes) == make_key("strengths", reversed(quotes))
    assert make_key("strengths", quotes) != make_key("concerns", quotes)
    assert make_key("strengths", [("s1", "a")]) != make_key("strengths", [("s1", "b")])


@pytest.mark.parametrize(
    "body",
    [
        {"isStruck": True},
        {"isStruck": True, "reason": "  "},
        {"title": ""},
        {"title": "x" * 301},
        {"description": "x" * 5_001},
        {"reason": "x" * 2_001},
    ],
)
def test_an_invalid_amendment_is_refused(alice: Person, opened: dict[str, Any], body: dict[str, Any]) -> None:
    response = amend(alice, opened, first_strength(alice, opened)["key"], **body)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert first_strength(alice, opened)["amendment"] is None


def test_an_unknown_or_concealed_finding_cannot_be_changed(
    alice: Person, bob: Person, opened: dict[str, Any]
) -> None:
    key = first_strength(alice, opened)["key"]
    unknown = amend(alice, opened, "unknown", isStruck=True, reason="x")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "FINDING_NOT_FOUND")
    assert amend(bob, opened, key, isStruck=True, reason="x").status_code == 404
    alice.post(f"/api/interviews/{opened['_id']}/reviewers", json={"username": "bob"})
    concealed = amend(bob, opened, key, isStruck=True, reason="x")
    assert (concealed.status_code, concealed.json()["code"]) == (409, "REPORT_CONCEALED")
