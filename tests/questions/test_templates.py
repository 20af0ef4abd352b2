from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from app.core.database import Database
from app.questions.tables import Question
from tests.conftest import Person
from tests.questions.calls import generate

PATH = "/api/question-templates"


def add(person: Person, interview: dict[str, Any], *texts: str) -> list[dict[str, Any]]:
    path = f"/api/questions-crud/interview/{interview['_id']}/questions"
    return [
        person.post(path, json={"question": text, "category": "culture", "estimatedTime": 3}).json()[
            "question"
        ]
        for text in texts
    ]


def texts_of(person: Person, interview: dict[str, Any]) -> list[str]:
    answer = person.get(f"/api/questions/interview/{interview['_id']}").json()
    return [question["question"] for question in answer["questions"]]


def other_interview(person: Person) -> dict[str, Any]:
    body: dict[str, Any] = person.post("/api/interviews", json={"candidateName": "Dan"}).json()["interview"]
    return body


@pytest.fixture
def template(alice: Person, interview: dict[str, Any]) -> dict[str, Any]:
    add(alice, interview, "Why here?", "Why now?")
    answer = alice.post(PATH, json={"name": "Openers", "interviewId": interview["_id"]})
    body: dict[str, Any] = answer.json()["data"]
    return body


def test_an_interview_begins_from_a_template(alice: Person, template: dict[str, Any]) -> None:
    other = other_interview(alice)
    answer = alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": other["_id"]}).json()
    assert answer["skipped"] == 0
    assert answer["questionSet"]["totalQuestions"] == 2
    assert texts_of(alice, other) == ["Why here?", "Why now?"]
    assert {question["estimatedTime"] for question in answer["questions"]} == {3}


def test_what_stands_there_already_is_not_added_again(alice: Person, template: dict[str, Any]) -> None:
    other = other_interview(alice)
    for _ in range(2):
        answer = alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": other["_id"]}).json()
    assert answer["skipped"] == 2
    assert len(texts_of(alice, other)) == 2


def test_a_template_fills_the_set_and_no_more(alice: Person, template: dict[str, Any]) -> None:
    other = other_interview(alice)
    add(alice, other, *(f"Question number {n}?" for n in range(19)))
    answer = alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": other["_id"]}).json()
    assert (answer["skipped"], len(texts_of(alice, other))) == (1, 20)
    again = alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": other["_id"]})
    assert (again.status_code, again.json()["code"]) == (409, "QUESTION_LIMIT")


def test_a_template_tells_nothing_of_the_documents_behind_it(template: dict[str, Any]) -> None:
    assert set(template["questions"][0]) == {"question", "category", "estimatedTime", "restsOnCv"}


def test_what_was_written_about_a_cv_stays_with_its_owner(
    alice: Person,
    bob: Person,
    interview: dict[str, Any],
    context: dict[str, str],
    database: Database,
) -> None:
    (of_cv,) = generate(
        alice, interview["_id"], {"candidateProfileId": context["candidateProfileId"]}, technical=1
    ).json()["questions"]
    (of_job,) = generate(
        alice, interview["_id"], {"jobDescriptionId": context["jobDescriptionId"]}, technical=1
    ).json()["questions"]
    add(alice, interview, "Why here?")
    with database.transaction() as session:
        session.execute(update(Question).values(good_answer=["Names Fjordline", "Tells of Bazel"]))
    # Changed words are still about the CV.
    alice.patch(
        f"/api/questions-crud/interview/{interview['_id']}/questions/{of_cv['_id']}",
        json={"estimatedTime": 15},
    )
    body = {"name": "All", "interviewId": interview["_id"], "isShared": True}
    template = alice.post(PATH, json=body).json()["data"]
    assert [question["restsOnCv"] for question in template["questions"]] == [True, False, False]
    (seen,) = bob.get(PATH).json()["data"]
    assert [question["question"] for question in seen["questions"]] == [of_job["question"], "Why here?"]
    his, hers = other_interview(bob), other_interview(alice)
    answer = bob.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": his["_id"]})
    assert texts_of(bob, his) == [of_job["question"], "Why here?"]
    for secret in ("Fjordline", of_cv["basedOn"]["text"], 'goodAnswer":['):
        assert secret not in answer.text
        assert secret not in bob.get(PATH).text
    alice.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": hers["_id"]})
    assert texts_of(alice, hers) == [of_cv["question"], of_job["question"], "Why here?"]


def test_a_shared_template_is_used_by_others_and_changed_by_its_owner_alone(
    alice: Person, bob: Person, template: dict[str, Any]
) -> None:
    path = f"{PATH}/{template['_id']}"
    his = other_interview(bob)
    assert bob.get(PATH).json()["data"] == []
    assert bob.post(f"{path}/apply", json={"interviewId": his["_id"]}).status_code == 404
    alice.patch(path, json={"isShared": True})
    (seen,) = bob.get(PATH).json()["data"]
    assert (seen["isOwn"], seen["ownerName"]) == (False, "Alice")
    assert bob.post(f"{path}/apply", json={"interviewId": his["_id"]}).status_code == 200
    assert bob.patch(path, json={"name": "Mine"}).status_code == 404
    assert bob.delete(path).status_code == 404
    assert alice.delete(path).status_code == 200
    assert bob.get(PATH).json()["data"] == []


def test_a_template_goes_into_ones_own_interviews_only(
    alice: Person, bob: Person, interview: dict[str, Any], template: dict[str, Any]
) -> None:
    alice.patch(f"{PATH}/{template['_id']}", json={"isShared": True})
    answer = bob.post(f"{PATH}/{template['_id']}/apply", json={"interviewId": interview["_id"]})
    assert answer.status_code == 404
    assert bob.post(PATH, json={"name": "His", "interviewId": interview["_id"]}).status_code == 404


def test_an_empty_set_is_no_template(alice: Person, interview: dict[str, Any]) -> None:
    alice.post(f"/api/questions/interview/{interview['_id']}")
    answer = alice.post(PATH, json={"name": "Nothing", "interviewId": interview["_id"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "INVALID_STATE")


@pytest.mark.parametrize("name", ["", "   ", "x" * 201])
def test_a_template_has_a_name(alice: Person, interview: dict[str, Any], name: str) -> None:
    add(alice, interview, "Why?")
    assert alice.post(PATH, json={"name": name, "interviewId": interview["_id"]}).status_code == 422


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("POST", ""), ("PATCH", "/x"), ("DELETE", "/x"), ("POST", "/x/apply")],
)
def test_templates_need_a_sign_in(anonymous: TestClient, method: str, path: str) -> None:
    assert anonymous.request(method, PATH + path, json={}).status_code == 401


def test_questions_are_put_in_order(alice: Person, interview: dict[str, Any]) -> None:
    first, second, third = add(alice, interview, "One?", "Two?", "Three?")
    path = f"/api/questions-crud/interview/{interview['_id']}/order"
    wanted = [third["_id"], first["_id"], second["_id"]]
    answer = alice.patch(path, json={"questionIds": wanted})
    assert [question["_id"] for question in answer.json()["questions"]] == wanted
    assert texts_of(alice, interview) == ["Three?", "One?", "Two?"]
    add(alice, interview, "Four?")
    assert texts_of(alice, interview)[-1] == "Four?"


def test_an_order_that_misses_a_question_changes_nothing(alice: Person, interview: dict[str, Any]) -> None:
    first, second = add(alice, interview, "One?", "Two?")
    path = f"/api/questions-crud/interview/{interview['_id']}/order"
    for wanted in ([second["_id"]], [second["_id"], second["_id"]], [second["_id"], first["_id"], "x"]):
        assert alice.patch(path, json={"questionIds": wanted}).status_code == 422
    assert texts_of(alice, interview) == ["One?", "Two?"]


def test_only_the_owner_orders(bob: Person, anonymous: TestClient, interview: dict[str, Any]) -> None:
    path = f"/api/questions-crud/interview/{interview['_id']}/order"
    assert bob.patch(path, json={"questionIds": []}).status_code == 404
    assert anonymous.patch(path, json={"questionIds": []}).status_code == 401
