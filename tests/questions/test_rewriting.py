"""Rewriting one generated question."""

from __future__ import annotations

from typing import Any

from tests.conftest import Person
from tests.fakes.engines import FakeLlm
from tests.questions.calls import generate, questions_path, track


def test_a_rewritten_question_keeps_its_id_category_and_position(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    alice.patch(f"/api/interviews/{interview['_id']}", json=context)
    first, second = generate(alice, interview["_id"], context, technical=2).json()["questions"]
    response = alice.post(questions_path(interview, first["_id"]) + "/rewrite", json={"difficulty": "senior"})
    assert response.status_code == 200, response.text
    written = response.json()["question"]
    assert written["generation"]["difficulty"] == "senior"
    assert written["_id"] == first["_id"]
    assert written["question"] not in {first["question"], second["question"]}
    assert written["category"] == "technical"
    stored = alice.get(f"/api/questions/interview/{interview['_id']}").json()["questions"]
    assert [question["question"] for question in stored] == [written["question"], second["question"]]
    # Rewritten without a requested difficulty, it keeps the one it had.
    again = alice.post(questions_path(interview, first["_id"]) + "/rewrite").json()["question"]
    assert again["generation"]["difficulty"] == "senior"
    assert "senior" in llm.requests[-1].messages[-1].content.casefold()


def test_a_question_that_was_asked_cannot_be_rewritten(
    alice: Person, bob: Person, interview: dict[str, Any], context: dict[str, str]
) -> None:
    alice.patch(f"/api/interviews/{interview['_id']}", json=context)
    (question,) = generate(alice, interview["_id"], context, technical=1).json()["questions"]
    path = questions_path(interview, question["_id"]) + "/rewrite"
    assert bob.post(path).status_code == 404
    track(alice, interview, question["_id"], status="asked")
    response = alice.post(path)
    assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")


def test_a_failed_rewrite_keeps_the_question(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    alice.patch(f"/api/interviews/{interview['_id']}", json=context)
    (question,) = generate(alice, interview["_id"], context, technical=1).json()["questions"]
    llm.script.answers = lambda _request: "No."
    # Code words no questions in Spanish.
    alice.patch(f"/api/interviews/{interview['_id']}", json={"language": "es"})
    response = alice.post(questions_path(interview, question["_id"]) + "/rewrite")
    assert (response.status_code, response.json()["code"]) == (409, "NO_QUESTION_WRITTEN")
    stored = alice.get(f"/api/questions/interview/{interview['_id']}").json()["questions"]
    assert stored[0]["question"] == question["question"]
