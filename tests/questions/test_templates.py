"""Question templates: save, apply, share, and the order of questions."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from app.core.database import Database
from app.questions.tables import Question
from tests.conftest import Person
from tests.questions.calls import generate, list_texts

PATH = "/api/question-templates"


def add_questions(person: Person, interview: dict[str, Any], *texts: str) -> list[dict[str, Any]]:
    path = f"/api/questions-crud/interview/{interview['_id']}/questions"
    return [
        person.post(path, json={"question": text, "category": "culture", "estimatedTime": 3}).json()[
            "question"
        ]
        for text in texts
    ]


def create_interview(person: Person) -> dict[str, Any]:
    body: dict[str, Any] = person.post("/api/interviews", json={"candidateName": "Dan"}).json()["interview"]
    return body


@pytest.fixture
def template(alice: Person, interview: dict[str, Any]) -> dict[str, Any]:
    add_questions(alice, interview, "Why here?", "Why now?")
    response = alice.post(PATH, json={"name": "Openers", "interviewId": interview["_id"]})
    body: dict[str, Any] = response.json()["data"]
    return body


def test_templates_are_listed_in_pages_by_name(
    alice: Person, interview: dict[str, Any], template: dict[str, Any]
) -> None:
    alice.post(PATH, json={"name": "Closers", "interviewId": interview["_id"]})
    pages = [alice.get(PATH, params={"limit": 1, "page": page}).json() for page in (1, 2)]
    assert [page["data"][0]["name"] for page in pages] == ["Closers", "Openers"]
    assert pages[0]["pagination"] == {"page": 1, "limit": 1, "total": 2, "totalPages": 2, "hasMore": True}
    assert pages[1]["pagination"]["hasMore"] is False


def test_applying_a_template_adds_its_questions(alice: Person, template: dict[str, Any]) -> None:
    other = create_interview(alice)
    response = alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": other["_id"]}).json()
    assert response["skipped"] == 0
    assert response["questionSet"]["totalQuestions"] == 2
    assert list_texts(alice, other) == ["Why here?", "Why now?"]
    assert {question["estimatedTime"] for question in response["questions"]} == {3}


def test_applying_a_template_twice_adds_its_questions_once(alice: Person, template: dict[str, Any]) -> None:
    other = create_interview(alice)
    for _ in range(2):
        response = alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": other["_id"]}).json()
    assert response["skipped"] == 2
    assert len(list_texts(alice, other)) == 2


def test_applying_a_template_stops_at_the_question_limit(alice: Person, template: dict[str, Any]) -> None:
    other = create_interview(alice)
    add_questions(alice, other, *(f"Question number {n}?" for n in range(19)))
    response = alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": other["_id"]}).json()
    assert (response["skipped"], len(list_texts(alice, other))) == (1, 20)
    again = alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": other["_id"]})
    assert (again.status_code, again.json()["code"]) == (409, "QUESTION_LIMIT")


def test_a_template_exposes_nothing_from_the_documents(template: dict[str, Any]) -> None:
    assert set(template["questions"][0]) == {"question", "category", "estimatedTime", "restsOnCv"}


def test_questions_about_a_cv_are_not_shared(
    alice: Person,
    bob: Person,
    interview: dict[str, Any],
    context: dict[str, str],
    database: Database,
) -> None:
    (about_cv,) = generate(
        alice, interview["_id"], {"candidateProfileId": context["candidateProfileId"]}, technical=1
    ).json()["questions"]
    (about_job,) = generate(
        alice, interview["_id"], {"jobDescriptionId": context["jobDescriptionId"]}, technical=1
    ).json()["questions"]
    add_questions(alice, interview, "Why here?")
    with database.transaction() as session:
        session.execute(update(Question).values(good_answer=["Names Fjordline", "Mentions Bazel"]))
    # An edited question is still about the CV.
    alice.patch(
        f"/api/questions-crud/interview/{interview['_id']}/questions/{about_cv['_id']}",
        json={"estimatedTime": 15},
    )
    body = {"name": "All", "interviewId": interview["_id"], "isShared": True}
    template = alice.post(PATH, json=body).json()["data"]
    assert [question["restsOnCv"] for question in template["questions"]] == [True, False, False]
    (seen,) = bob.get(PATH).json()["data"]
    assert [question["question"] for question in seen["questions"]] == [about_job["question"], "Why here?"]
    for_bob, for_alice = create_interview(bob), create_interview(alice)
    response = bob.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": for_bob["_id"]})
    assert list_texts(bob, for_bob) == [about_job["question"], "Why here?"]
    for secret in ("Fjordline", about_cv["basedOn"]["text"], 'goodAnswer":['):
        assert secret not in response.text
        assert secret not in bob.get(PATH).text
    alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": for_alice["_id"]})
    assert list_texts(alice, for_alice) == [about_cv["question"], about_job["question"], "Why here?"]


def test_questions_about_what_a_cv_does_not_show_are_not_shared(
    alice: Person, bob: Person, interview: dict[str, Any], context: dict[str, str], database: Database
) -> None:
    generate(alice, interview["_id"], {"jobDescriptionId": context["jobDescriptionId"]}, technical=1)
    with database.transaction() as session:
        gap = {"source": "job", "kind": "gap", "text": "Terraform"}
        session.execute(update(Question).values(based_on=gap))
    alice.post(PATH, json={"name": "Gaps", "interviewId": interview["_id"], "isShared": True})
    (seen,) = bob.get(PATH).json()["data"]
    assert seen["questions"] == []


def test_others_can_use_a_shared_template_but_only_its_owner_can_change_it(
    alice: Person, bob: Person, template: dict[str, Any]
) -> None:
    path = f"{PATH}/{template['_id']}"
    for_bob = create_interview(bob)
    assert bob.get(PATH).json()["data"] == []
    assert bob.post(f"{path}/apply", json={"interviewId": for_bob["_id"]}).status_code == 404
    alice.patch(path, json={"isShared": True})
    (seen,) = bob.get(PATH).json()["data"]
    assert (seen["isOwn"], seen["ownerName"]) == (False, "Alice")
    assert bob.post(f"{path}/apply", json={"interviewId": for_bob["_id"]}).status_code == 200
    assert bob.patch(path, json={"name": "Mine"}).status_code == 404
    assert bob.delete(path).status_code == 404
    assert alice.delete(path).status_code == 200
    assert bob.get(PATH).json()["data"] == []


def test_a_template_applies_only_to_ones_own_interviews(
    alice: Person, bob: Person, interview: dict[str, Any], template: dict[str, Any]
) -> None:
    alice.patch(f"{PATH}/{template['_id']}", json={"isShared": True})
    response = bob.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": interview["_id"]})
    assert response.status_code == 404
    assert bob.post(PATH, json={"name": "Bob's", "interviewId": interview["_id"]}).status_code == 404


def test_an_empty_question_set_cannot_become_a_template(alice: Person, interview: dict[str, Any]) -> None:
    alice.post(f"/api/questions/interview/{interview['_id']}")
    response = alice.post(PATH, json={"name": "Nothing", "interviewId": interview["_id"]})
    assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")


@pytest.mark.parametrize("name", ["", "   ", "x" * 201])
def test_a_template_needs_a_valid_name(alice: Person, interview: dict[str, Any], name: str) -> None:
    add_questions(alice, interview, "Why?")
    assert alice.post(PATH, json={"name": name, "interviewId": interview["_id"]}).status_code == 422


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("POST", ""), ("PATCH", "/x"), ("DELETE", "/x"), ("POST", "/x/apply")],
)
def test_templates_require_sign_in(anonymous: TestClient, method: str, path: str) -> None:
    assert anonymous.request(method, PATH + path, json={}).status_code == 401


def test_questions_can_be_reordered(alice: Person, interview: dict[str, Any]) -> None:
    first, second, third = add_questions(alice, interview, "One?", "Two?", "Three?")
    path = f"/api/questions-crud/interview/{interview['_id']}/order"
    order = [third["_id"], first["_id"], second["_id"]]
    response = alice.patch(path, json={"questionIds": order})
    assert [question["_id"] for question in response.json()["questions"]] == order
    assert list_texts(alice, interview) == ["Three?", "One?", "Two?"]
    add_questions(alice, interview, "Four?")
    assert list_texts(alice, interview)[-1] == "Four?"


def test_an_order_that_is_not_complete_changes_nothing(alice: Person, interview: dict[str, Any]) -> None:
    first, second = add_questions(alice, interview, "One?", "Two?")
    path = f"/api/questions-crud/interview/{interview['_id']}/order"
    for incomplete in ([second["_id"]], [second["_id"], second["_id"]], [second["_id"], first["_id"], "x"]):
        assert alice.patch(path, json={"questionIds": incomplete}).status_code == 422
    assert list_texts(alice, interview) == ["One?", "Two?"]


def test_only_the_owner_can_reorder_questions(
    bob: Person, anonymous: TestClient, interview: dict[str, Any]
) -> None:
    path = f"/api/questions-crud/interview/{interview['_id']}/order"
    assert bob.patch(path, json={"questionIds": []}).status_code == 404
    assert anonymous.patch(path, json={"questionIds": []}).status_code == 401
