"""Every call about questions and templates, by those whom it is no business of."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.conftest import Person
from tests.questions.calls import MANUAL, crud

SET = "/api/questions/interview/{interview_id}"
QUESTIONS = "/api/questions-crud/interview/{interview_id}/questions"
TRACK = "/api/questions-tracking/interview/{interview_id}/questions/{question_id}/track"
TEMPLATES = "/api/question-templates"

BODIES: dict[tuple[str, str], Any] = {
    ("GET", SET): None,
    ("POST", SET): {},
    ("POST", "/api/questions/generate"): {"interviewId": "{interview_id}", "distribution": {"technical": 1}},
    ("POST", "/api/questions/warm-up"): {"interviewId": "{interview_id}"},
    ("POST", QUESTIONS): MANUAL,
    ("DELETE", QUESTIONS): None,
    ("PATCH", QUESTIONS + "/{question_id}"): {"question": "Mine?"},
    ("DELETE", QUESTIONS + "/{question_id}"): None,
    ("POST", QUESTIONS + "/{question_id}/rewrite"): {},
    ("PATCH", "/api/questions-crud/interview/{interview_id}/order"): {"questionIds": []},
    ("PATCH", TRACK): {"humanTracking": {"status": "asked"}},
    ("POST", TEMPLATES): {"name": "Mine", "interviewId": "{interview_id}"},
    ("PATCH", TEMPLATES + "/{template_id}"): {"name": "Mine", "isShared": True},
    ("DELETE", TEMPLATES + "/{template_id}"): None,
    ("POST", TEMPLATES + "/{template_id}/apply"): {"interviewId": "{interview_id}"},
}
OPEN_TO_ALL_RECRUITERS = {("GET", TEMPLATES)}


def routes_of(api: FastAPI) -> set[tuple[str, str]]:
    return {
        (method.upper(), path)
        for path, calls in api.openapi()["paths"].items()
        for method in calls
        if path.startswith("/api/question")
    }


@pytest.fixture
def ids(alice: Person, interview: dict[str, Any]) -> dict[str, str]:
    question = alice.post(crud(interview), json=MANUAL).json()["question"]
    body = {"name": "Hers", "interviewId": interview["_id"]}
    template = alice.post(TEMPLATES, json=body).json()["data"]
    return {
        "interview_id": interview["_id"],
        "question_id": question["_id"],
        "template_id": template["_id"],
    }


def call(
    client: Any, method: str, path: str, ids: dict[str, str], headers: dict[str, str] | None = None
) -> int:
    body = BODIES.get((method, path))
    if isinstance(body, dict) and "interviewId" in body:
        body = {**body, "interviewId": ids["interview_id"]}
    status: int = client.request(method, path.format(**ids), json=body, headers=headers).status_code
    return status


def test_no_call_is_forgotten_here(api: FastAPI) -> None:
    assert routes_of(api) == set(BODIES) | OPEN_TO_ALL_RECRUITERS


def test_nobody_gets_in_without_a_session(
    alice: Person, api: FastAPI, anonymous: TestClient, interview: dict[str, Any], ids: dict[str, str]
) -> None:
    tokens = (interview["candidateToken"], interview["recruiterToken"], "nonsense")
    for method, path in routes_of(api):
        assert call(anonymous, method, path, ids) == 401, path
        for token in tokens:
            headers = {"Authorization": f"Bearer {token}"}
            assert call(anonymous, method, path, ids, headers) == 401, path


def test_another_recruiter_finds_nothing(
    alice: Person, bob: Person, interview: dict[str, Any], ids: dict[str, str]
) -> None:
    before = alice.get(SET.format(**ids)).json()
    own = bob.post("/api/interviews", json={}).json()["interview"]
    his_question = bob.post(crud(own), json=MANUAL).json()["question"]
    for method, path in BODIES:
        assert call(bob.client, method, path, ids) == 404, path
        # What is his own and what is hers are not to be mixed.
        assert call(bob.client, method, path, {**ids, "question_id": his_question["_id"]}) == 404, path
        if "{question_id}" in path or "{template_id}" in path:
            assert call(bob.client, method, path, {**ids, "interview_id": own["_id"]}) == 404, path
    assert alice.get(SET.format(**ids)).json() == before


def test_what_is_not_there_is_not_found(alice: Person, ids: dict[str, str]) -> None:
    for method, path in BODIES:
        for name in ids:
            if "{" + name + "}" in path:
                assert call(alice.client, method, path, {**ids, name: "nothing"}) == 404, path


def test_a_link_opens_no_questions(
    alice: Person, anonymous: TestClient, interview: dict[str, Any], ids: dict[str, str]
) -> None:
    for token in (interview["candidateToken"], interview["roomId"]):
        assert alice.get(SET.format(interview_id=token)).status_code == 404
    assert alice.get(f"/api/interviews/recruiter/{interview['candidateToken']}").status_code == 404
    page = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}").text
    assert MANUAL["question"] not in page
    assert interview["recruiterToken"] not in page
