"""Answer points: written in the background, checked, and never shown to candidates."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from app.core.state import AppState
from app.llm.generation import Refusal
from app.questions.points import check_points, write_answer_points
from app.questions.tables import Question
from models.ports import CompletionRequest, Engines, EngineUnavailable, Priority
from tests.conftest import Person
from tests.fakes.engines import FakeEmbeddings, FakeLlm, fake_engines
from tests.fakes.prompts import asks_for
from tests.questions import samples

POINTS = "- How offsets are committed\n- What happens to a poisoned message\n- Which figures are watched"


def write_points(request: CompletionRequest) -> str:
    return POINTS if asks_for(request, "question-generate", "points") else ""


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(write_points)


@pytest.fixture
def engines(llm: FakeLlm) -> Engines:
    return fake_engines(llm=llm, embeddings=FakeEmbeddings(samples.distinct_vectors))


def add_question(
    alice: Person, interview: dict[str, Any], text: str = "How do you run Kafka?"
) -> dict[str, Any]:
    path = f"/api/questions-crud/interview/{interview['_id']}/questions"
    body: dict[str, Any] = alice.post(path, json={"question": text, "category": "technical"}).json()[
        "question"
    ]
    return body


def list_points(alice: Person, interview: dict[str, Any]) -> list[Any]:
    response = alice.get(f"/api/questions/interview/{interview['_id']}").json()
    return [question["goodAnswer"] for question in response["questions"]]


def test_answer_points_are_written_in_the_background(
    alice: Person, interview: dict[str, Any], state: AppState, llm: FakeLlm
) -> None:
    assert add_question(alice, interview)["goodAnswer"] is None
    counts = anyio.run(write_answer_points, state)
    assert counts is not None
    assert counts.processed == 1
    assert list_points(alice, interview) == [
        ["How offsets are committed", "What happens to a poisoned message", "Which figures are watched"]
    ]
    assert llm.script.priorities == [Priority.BACKGROUND]
    assert anyio.run(write_answer_points, state) is None


def test_a_changed_question_gets_new_points(
    alice: Person, interview: dict[str, Any], state: AppState
) -> None:
    question = add_question(alice, interview)
    anyio.run(write_answer_points, state)
    path = f"/api/questions-crud/interview/{interview['_id']}/questions/{question['_id']}"
    alice.patch(path, json={"estimatedTime": 10})
    assert list_points(alice, interview) != [None]
    alice.patch(path, json={"question": "How do you run Redis?"})
    assert list_points(alice, interview) == [None]
    anyio.run(write_answer_points, state)
    assert list_points(alice, interview) != [None]


def test_points_are_dropped_if_the_question_changed_meanwhile(
    alice: Person, interview: dict[str, Any], state: AppState, llm: FakeLlm
) -> None:
    question = add_question(alice, interview)

    def change_meanwhile(_request: CompletionRequest) -> str:
        with state.database.transaction() as session:
            session.get_one(Question, question["_id"]).question = f"Number {len(llm.requests)}?"
        return POINTS

    llm.script.answers = change_meanwhile
    anyio.run(write_answer_points, state)
    assert list_points(alice, interview) == [None]


def test_points_are_attempted_twice_and_then_left_out(
    alice: Person, interview: dict[str, Any], state: AppState, llm: FakeLlm
) -> None:
    llm.script.answers = lambda _request: "Good."
    add_question(alice, interview)
    counts = anyio.run(write_answer_points, state)
    assert counts is not None
    assert (counts.processed, counts.errors) == (0, 2)
    assert anyio.run(write_answer_points, state) is None


def test_points_are_written_later_if_the_engine_is_unavailable(
    alice: Person, interview: dict[str, Any], state: AppState, llm: FakeLlm
) -> None:
    llm.script.fail_next(EngineUnavailable("gone"))
    add_question(alice, interview)
    counts = anyio.run(write_answer_points, state)
    assert counts is not None
    assert (counts.processed, counts.errors) == (0, 1)
    anyio.run(write_answer_points, state)
    assert list_points(alice, interview) != [None]


def test_points_are_requested_with_background_priority(
    alice: Person, interview: dict[str, Any], state: AppState, llm: FakeLlm
) -> None:
    add_question(alice, interview)
    anyio.run(write_answer_points, state)
    assert set(llm.script.priorities) == {Priority.BACKGROUND}


def test_candidates_never_see_answer_points(
    alice: Person, anonymous: Any, interview: dict[str, Any], state: AppState
) -> None:
    add_question(alice, interview)
    anyio.run(write_answer_points, state)
    link = anonymous.get(f"/api/interviews/candidate/{interview['candidateToken']}")
    assert "offsets" not in link.text
    assert anonymous.get(f"/api/questions/interview/{interview['_id']}").status_code == 401


@pytest.mark.parametrize(
    "text",
    [
        "One point only, which is not enough",
        "Here are the points:\nWhat do you think?\nWhy?",
        "Names how offsets are committed\nNames how the offsets are committed",
        "I would say that it depends\nMy team did that always",
        "How old are you and why\nWhether your religion matters here",
    ],
)
def test_invalid_points_are_refused(text: str) -> None:
    assert isinstance(check_points(text, question="How do you run Kafka?", language="en"), Refusal)


def test_at_most_four_points_are_kept() -> None:
    lines = [
        "How offsets are committed",
        "What a poisoned message does",
        "Which figures are watched",
        "When partitions are rebalanced",
        "Where schemas are kept",
    ]
    kept = check_points("\n".join(lines), question="How do you run Kafka?", language="en")
    assert kept == lines[:4]
