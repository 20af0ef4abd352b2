"""The interview data service: init, questions, assessment, statistics, and everything in one answer."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.conftest import Person

Json = dict[str, Any]


@pytest.fixture
def path(interview: Json) -> str:
    return f"/api/interview/{interview['_id']}"


def read(person: Person, path: str) -> Json:
    response = person.get(path)
    assert response.status_code == 200
    data: Json = response.json()["data"]
    return data


def test_init_is_idempotent_and_recorded(alice: Person, path: str) -> None:
    assert read(alice, path)["initializedAt"] is None
    first = alice.post(path + "/init").json()["data"]
    assert first["initializedAt"] is not None
    assert alice.post(path + "/init").json()["data"] == first
    assert (first["questions"], first["rawText"], first["assessment"]) == ([], "", None)


def test_the_session_id_opens_an_interview_as_well(alice: Person, interview: Json) -> None:
    data = read(alice, f"/api/interview/{interview['sessionId']}")
    assert data["interview"]["_id"] == interview["_id"]


def test_the_clients_raw_text_is_kept_and_replaced(alice: Person, running_interview: Json) -> None:
    path = f"/api/interview/{running_interview['_id']}"
    for raw_text in ("Interviewer: Hello", "Interviewer: Hello there"):
        body: Json = {"segments": [], "rawText": raw_text}
        assert alice.post(path + "/transcript/append", json=body).status_code == 200
    assert read(alice, path)["rawText"] == "Interviewer: Hello there"
    assert alice.get(path + "/transcript").json()["data"]["rawText"] == ""


@pytest.mark.parametrize(
    "body",
    [
        {"segments": [{"speaker": "recruiter", "text": "Hello"}] * 1_001},
        {"segments": [], "rawText": "x" * 2_000_001},
    ],
)
def test_too_much_at_once_is_refused(alice: Person, running_interview: Json, body: Json) -> None:
    path = f"/api/interview/{running_interview['_id']}"
    response = alice.post(path + "/transcript/append", json=body)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    kept = read(alice, path)
    assert (kept["rawText"], kept["stats"]["transcript"]["totalSegments"]) == ("", 0)


@pytest.mark.parametrize(
    ("method", "part", "body"),
    [
        ("POST", "/init", {}),
        ("POST", "/transcript/append", {"segments": [{"speaker": "candidate", "text": "I led it."}]}),
        ("PUT", "/assessment", {"assessment": {"summary": "Hire."}}),
    ],
)
def test_a_candidate_has_no_part_in_it(
    alice: Person, anonymous: TestClient, running_interview: Json, method: str, part: str, body: Json
) -> None:
    path = f"/api/interview/{running_interview['_id']}"
    headers = {"Authorization": f"Bearer {running_interview['candidateToken']}"}
    assert anonymous.request(method, path + part, json=body, headers=headers).status_code == 401
    kept = read(alice, path)
    assert (kept["initializedAt"], kept["assessment"]) == (None, None)
    assert kept["stats"]["transcript"]["totalSegments"] == 0


def test_questions_are_added_once_and_changed_by_id(alice: Person, path: str) -> None:
    body: Json = {
        "questions": [
            {"question": "What did you build?", "category": "technical", "estimatedTime": 7},
            {"question": "Why us?", "category": "motivation"},
        ]
    }
    added = alice.post(path + "/questions", json=body).json()["data"]
    assert [(row["question"], row["estimatedTime"]) for row in added] == [
        ("What did you build?", 7),
        ("Why us?", 5),
    ]
    again = {"questions": [{"question": "  what did you  build?"}, *body["questions"]]}
    assert alice.post(path + "/questions", json=again).json()["data"] == added
    changed = {"questions": [{"_id": added[1]["_id"], "question": "Why here?"}]}
    rows = alice.post(path + "/questions", json=changed).json()["data"]
    assert [(row["question"], row["category"]) for row in rows] == [
        ("What did you build?", "technical"),
        ("Why here?", "motivation"),
    ]


def test_more_questions_than_fit_store_none(alice: Person, path: str) -> None:
    first = {"questions": [{"question": f"Question {number}?"} for number in range(15)]}
    assert alice.post(path + "/questions", json=first).status_code == 200
    more = {"questions": [{"question": f"Another {number}?"} for number in range(6)]}
    response = alice.post(path + "/questions", json=more)
    assert (response.status_code, response.json()["code"]) == (409, "QUESTION_LIMIT")
    assert len(read(alice, path)["questions"]) == 15


def test_a_question_of_another_interview_is_not_changed(alice: Person, path: str) -> None:
    other = alice.post("/api/interviews", json={}).json()["interview"]["_id"]
    body = {"questions": [{"question": "Theirs?"}]}
    theirs = alice.post(f"/api/interview/{other}/questions", json=body).json()["data"][0]["_id"]
    response = alice.post(path + "/questions", json={"questions": [{"_id": theirs, "question": "Mine?"}]})
    assert response.status_code == 404
    assert read(alice, f"/api/interview/{other}")["questions"][0]["question"] == "Theirs?"


def test_an_assessment_is_replaced(alice: Person, path: str) -> None:
    for summary in ("Good", "Very good"):
        body = {"assessment": {"summary": summary, "strengths": ["Clear"], "technicalScore": 8}}
        assert alice.put(path + "/assessment", json=body).status_code == 200
    kept = read(alice, path)["assessment"]
    assert (kept["summary"], kept["strengths"], kept["technicalScore"]) == ("Very good", ["Clear"], 8)


@pytest.mark.parametrize(
    "assessment",
    [{"technicalScore": 11}, {"technicalScore": "8"}, {"summary": "x" * 20_001}, {"strengths": ["x"] * 51}],
)
def test_a_malformed_assessment_is_refused(alice: Person, path: str, assessment: Json) -> None:
    response = alice.put(path + "/assessment", json={"assessment": assessment})
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert read(alice, path)["assessment"] is None


def test_stats_count_lines_and_questions(alice: Person, running_interview: Json) -> None:
    path = f"/api/interview/{running_interview['_id']}"
    alice.post(path + "/questions", json={"questions": [{"question": "A?"}, {"question": "B?"}]})
    question = read(alice, path)["questions"][0]["_id"]
    track = f"/api/questions-tracking/interview/{running_interview['_id']}/questions/{question}/track"
    alice.patch(track, json={"humanTracking": {"status": "asked"}})
    segments = [
        {"_id": "one", "speaker": "recruiter", "text": "Tell me more."},
        {"_id": "two", "speaker": "candidate", "text": "Well."},
    ]
    alice.post(path + "/transcript/append", json={"segments": segments})
    stats = read(alice, path + "/stats")
    assert stats["transcript"]["totalSegments"] == 2
    assert stats["questions"] == {"total": 2, "pending": 1, "asked": 1, "answered": 0, "skipped": 0}
    assert read(alice, path)["stats"]["transcript"] == stats["transcript"]
