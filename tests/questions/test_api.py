"""Questions of an interview over HTTP: generating, adding, editing, removing, and parallel requests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.core.database import Database
from app.questions import repository
from app.questions.lease import LEASE
from app.questions.tables import QuestionSet
from models.ports import CompletionRequest, EngineUnavailable
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeLlm
from tests.questions import samples
from tests.questions.calls import MANUAL, generate, let_the_model_write, questions_path, read_set, warm_up


def test_generated_questions_are_stored_with_their_source(
    alice: Person, interview: dict[str, Any], context: dict[str, str]
) -> None:
    response = generate(alice, interview["_id"], context, behavioral=1, technical=2, motivation=1)
    assert response.status_code == 200, response.text
    body = response.json()
    assert [q["category"] for q in body["questions"]] == [
        "behavioral",
        "technical",
        "technical",
        "motivation",
    ]
    assert body["missing"] == 0
    first = body["questions"][0]
    assert first["source"] == "ai_generated"
    assert first["basedOn"] == {"source": "job", "kind": "responsibility", "text": first["basedOn"]["text"]}
    assert "cv" in {question["basedOn"]["source"] for question in body["questions"]}
    assert first["humanTracking"] == {"status": "pending", "notes": "", "score": None, "markedAt": None}
    assert set(first["generation"]) == {"model", "modelSha256", "promptVersion", "durationMs", "difficulty"}
    stored = alice.get(f"/api/questions/interview/{interview['_id']}").json()
    assert stored["questions"] == body["questions"]
    assert stored["questionSet"]["totalQuestions"] == 4
    assert stored["questionSet"]["candidateProfileId"] == context["candidateProfileId"]


def test_a_question_set_is_created_once_and_does_not_exist_before(
    alice: Person, interview: dict[str, Any]
) -> None:
    url = f"/api/questions/interview/{interview['_id']}"
    assert (alice.get(url).status_code, alice.get(url).json()["code"]) == (404, "QUESTION_SET_NOT_FOUND")
    made = alice.post(url, json={}).json()
    assert made["questions"] == []
    assert alice.post(url, json={}).json()["questionSet"]["_id"] == made["questionSet"]["_id"]


def test_questions_written_before_a_failure_are_kept(
    alice: Person, llm: FakeLlm, interview: dict[str, Any], context: dict[str, str]
) -> None:
    written = iter([True, False])
    llm.script.answers = lambda request: (
        samples.write_in_spanish(request) if next(written) else EngineUnavailable("died")
    )
    let_the_model_write(alice, interview)
    response = generate(alice, interview["_id"], context, behavioral=3)
    assert response.status_code == 503
    assert len(alice.get(f"/api/questions/interview/{interview['_id']}").json()["questions"]) == 1


def test_generation_stops_at_the_question_limit(
    alice: Person, interview: dict[str, Any], context: dict[str, str]
) -> None:
    for number in range(18):
        response = alice.post(
            questions_path(interview), json={**MANUAL, "question": f"Number {number} in the list?"}
        )
        assert response.status_code == 200
    body = generate(alice, interview["_id"], context, behavioral=1, technical=5).json()
    assert [q["category"] for q in body["questions"]] == ["behavioral", "technical"]
    full = generate(alice, interview["_id"], context, technical=1)
    assert (full.status_code, full.json()["code"]) == (409, "QUESTION_LIMIT")
    assert full.json()["message"] == "Question limit reached (max 20). Remove some to add more."
    manual = alice.post(questions_path(interview), json=MANUAL)
    assert manual.json()["message"] == "You've reached the question limit (max 20)."


def test_two_tabs_together_never_exceed_the_limit(
    alice: Person, database: Database, question: dict[str, Any], interview: dict[str, Any]
) -> None:
    import threading

    with database.reading() as session:
        found = session.query(QuestionSet).one()
    positions: list[int | None] = []

    def claim() -> None:
        for _ in range(15):
            with database.transaction() as session:
                positions.append(
                    repository.claim_place(session, question_set_id=found.id, now=found.updated_at)
                )

    tabs = [threading.Thread(target=claim) for _ in range(2)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    taken = [position for position in positions if position is not None]
    assert len(taken) == 19
    assert len(set(taken)) == 19


@pytest.mark.parametrize("missing", ["candidateProfileId", "jobDescriptionId"])
def test_a_cv_or_a_job_description_alone_is_enough(
    alice: Person, interview: dict[str, Any], context: dict[str, str], missing: str
) -> None:
    one = {key: value for key, value in context.items() if key != missing}
    assert len(generate(alice, interview["_id"], one, technical=1).json()["questions"]) == 1


def test_generation_without_cv_and_job_description_is_refused(
    alice: Person, interview: dict[str, Any]
) -> None:
    response = generate(alice, interview["_id"], {}, technical=1)
    assert (response.status_code, response.json()["code"]) == (422, "NOTHING_TO_ASK_FROM")
    assert generate(alice, interview["_id"], {}, technical=0).json()["code"] == "VALIDATION_ERROR"
    assert generate(alice, interview["_id"], {}, technical=11).json()["code"] == "VALIDATION_ERROR"


def test_a_question_with_edited_text_counts_as_recruiter_added(
    alice: Person, interview: dict[str, Any], context: dict[str, str]
) -> None:
    written = generate(alice, interview["_id"], context, technical=1).json()["questions"][0]
    url = questions_path(interview, written["_id"])
    same = alice.patch(url, json={"question": written["question"], "category": "technical"}).json()[
        "question"
    ]
    assert same["source"] == "ai_generated"
    changed = alice.patch(url, json={"question": "Another text?", "estimatedTime": 15}).json()["question"]
    assert (changed["source"], changed["question"], changed["estimatedTime"]) == (
        "recruiter_added", "Another text?", 15,
    )  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        {"question": "   "},
        {"question": "Fine?", "estimatedTime": 4},
        {"question": "Fine?", "category": "weather"},
        {},
    ],
)
def test_an_invalid_question_is_refused(
    alice: Person, interview: dict[str, Any], body: dict[str, Any]
) -> None:
    response = alice.post(questions_path(interview), json=body)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")


def test_removing_questions_lowers_the_total(
    alice: Person, interview: dict[str, Any], question: dict[str, Any]
) -> None:
    alice.post(questions_path(interview), json=MANUAL)
    assert alice.delete(questions_path(interview, question["_id"])).status_code == 200
    assert alice.delete(questions_path(interview, question["_id"])).status_code == 404
    url = f"/api/questions/interview/{interview['_id']}"
    assert alice.get(url).json()["questionSet"]["totalQuestions"] == 1
    assert alice.delete(questions_path(interview)).status_code == 200
    empty = alice.get(url).json()
    assert (empty["questions"], empty["questionSet"]["totalQuestions"]) == ([], 0)


def test_warming_up_stores_nothing(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    llm.script.answers = "Yes"
    assert warm_up(alice, interview["_id"], context).json() == {"success": True}
    assert len(llm.requests) == 1
    assert alice.get(f"/api/questions/interview/{interview['_id']}").status_code == 404
    assert warm_up(alice, "nothing", context).status_code == 404


def test_another_users_profile_is_refused_as_context(
    alice: Person, bob: Person, context: dict[str, str]
) -> None:
    own = bob.post("/api/interviews", json={}).json()["interview"]
    assert generate(bob, own["_id"], context, technical=1).status_code == 404
    assert warm_up(bob, own["_id"], context).status_code == 404


def test_a_second_generation_is_refused_until_the_lease_ends(
    alice: Person, interview: dict[str, Any], context: dict[str, str], database: Database
) -> None:
    generate(alice, interview["_id"], context, behavioral=1)
    with database.transaction() as session:
        found = session.query(QuestionSet).one()
        found.generating_until = datetime(2999, 1, 1, tzinfo=UTC)
    response = generate(alice, interview["_id"], context, behavioral=1)
    assert (response.status_code, response.json()["code"]) == (409, "GENERATION_RUNNING")
    assert read_set(alice, interview)["generatingUntil"] == "2999-01-01T00:00:00.000Z"
    with database.transaction() as session:
        # The lease of a server that died expires.
        session.query(QuestionSet).one().generating_until = datetime(2020, 1, 1, tzinfo=UTC)
    assert read_set(alice, interview)["generatingUntil"] is None
    response = generate(alice, interview["_id"], context, behavioral=1)
    assert (response.status_code, response.json()["questionSet"]["generatingUntil"]) == (200, None)


def test_other_tabs_see_until_when_a_generation_holds_the_lease(
    alice: Person,
    api: FastAPI,
    interview: dict[str, Any],
    context: dict[str, str],
    llm: FakeLlm,
    clock: FrozenClock,
) -> None:
    # On its own event loop: the model of this test blocks the server's loop while it writes.
    other_tab = TestClient(api, headers={"Authorization": f"Bearer {alice.token}"})
    seen: list[datetime] = []

    def write(request: CompletionRequest) -> str:
        until = datetime.fromisoformat(read_set(other_tab, interview)["generatingUntil"])
        seen.append(until)
        clock.advance(minutes=2)
        return samples.write_in_spanish(request)

    llm.script.answers = write
    let_the_model_write(alice, interview)
    start = clock.now()
    assert generate(alice, interview["_id"], context, behavioral=3).status_code == 200
    # Each question of the model takes two minutes and renews the lease, so that it does not expire.
    assert seen == [start + LEASE + timedelta(minutes=2 * number) for number in range(3)]
    assert read_set(alice, interview)["generatingUntil"] is None


def test_progress_reports_a_stage_code_and_counts_questions(
    alice: Person, api: FastAPI, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    # On its own event loop: the model of this test blocks the server's loop while it writes.
    other_tab = TestClient(api, headers={"Authorization": f"Bearer {alice.token}"})
    seen: list[tuple[str, tuple[int, int]]] = []

    def write(request: CompletionRequest) -> str:
        progress = other_tab.get("/api/operations/mine").json()["data"]
        seen.append((progress["stage"], (progress["step"], progress["stepCount"])))
        return samples.write_in_spanish(request)

    llm.script.answers = write
    let_the_model_write(alice, interview)
    body = {"interviewId": interview["_id"], "context": context, "distribution": {"behavioral": 3}}
    response = alice.post("/api/questions/generate", json=body, headers={"X-Operation-Id": "mine"})
    assert response.status_code == 200
    assert seen == [("writing_questions", (done, 3)) for done in range(3)]


def test_a_failed_generation_releases_the_lease(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    llm.script.fail_next(EngineUnavailable("gone"))
    assert generate(alice, interview["_id"], context, behavioral=1).status_code == 503
    assert generate(alice, interview["_id"], context, behavioral=1).status_code == 200
