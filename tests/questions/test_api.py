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
from tests.conftest import Person, StandingClock
from tests.fakes.engines import FakeLlm
from tests.questions import samples
from tests.questions.calls import MANUAL, crud, generate, read_set, track, warm_up


@pytest.fixture
def question(alice: Person, interview: dict[str, Any]) -> dict[str, Any]:
    body: dict[str, Any] = alice.post(crud(interview), json=MANUAL).json()["question"]
    return body


def test_generated_questions_are_stored_with_what_they_rest_on(
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
    assert first["basedOn"] == {"source": "cv", "text": first["basedOn"]["text"]}
    assert first["humanTracking"] == {"status": "pending", "notes": "", "score": None, "markedAt": None}
    assert set(first["generation"]) == {"model", "modelSha256", "promptVersion", "durationMs", "difficulty"}
    stored = alice.get(f"/api/questions/interview/{interview['_id']}").json()
    assert stored["questions"] == body["questions"]
    assert stored["questionSet"]["totalQuestions"] == 4
    assert stored["questionSet"]["candidateProfileId"] == context["candidateProfileId"]


def test_there_is_no_set_before_the_first_question(alice: Person, interview: dict[str, Any]) -> None:
    url = f"/api/questions/interview/{interview['_id']}"
    assert (alice.get(url).status_code, alice.get(url).json()["code"]) == (404, "QUESTION_SET_NOT_FOUND")
    made = alice.post(url, json={}).json()
    assert made["questions"] == []
    assert alice.post(url, json={}).json()["questionSet"]["_id"] == made["questionSet"]["_id"]


def test_what_was_written_before_a_failure_stays(
    alice: Person, llm: FakeLlm, interview: dict[str, Any], context: dict[str, str]
) -> None:
    written = iter([True, False])
    llm.script.answers = lambda request: (
        samples.write_about_fact(request) if next(written) else EngineUnavailable("died")
    )
    response = generate(alice, interview["_id"], context, technical=3)
    assert response.status_code == 503
    assert len(alice.get(f"/api/questions/interview/{interview['_id']}").json()["questions"]) == 1


def test_generation_is_clamped_to_what_still_fits(
    alice: Person, interview: dict[str, Any], context: dict[str, str]
) -> None:
    for number in range(18):
        answer = alice.post(crud(interview), json={**MANUAL, "question": f"Number {number} in the list?"})
        assert answer.status_code == 200
    body = generate(alice, interview["_id"], context, behavioral=1, technical=5).json()
    assert [q["category"] for q in body["questions"]] == ["behavioral", "technical"]
    full = generate(alice, interview["_id"], context, technical=1)
    assert (full.status_code, full.json()["code"]) == (409, "QUESTION_LIMIT")
    assert full.json()["message"] == "Question limit reached (max 20). Remove some to add more."
    manual = alice.post(crud(interview), json=MANUAL)
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
def test_one_side_is_enough(
    alice: Person, interview: dict[str, Any], context: dict[str, str], missing: str
) -> None:
    one = {key: value for key, value in context.items() if key != missing}
    assert len(generate(alice, interview["_id"], one, technical=1).json()["questions"]) == 1


def test_nothing_to_write_from_is_told(alice: Person, interview: dict[str, Any]) -> None:
    response = generate(alice, interview["_id"], {}, technical=1)
    assert (response.status_code, response.json()["code"]) == (422, "NOTHING_TO_ASK_FROM")
    assert generate(alice, interview["_id"], {}, technical=0).json()["code"] == "VALIDATION_ERROR"
    assert generate(alice, interview["_id"], {}, technical=11).json()["code"] == "VALIDATION_ERROR"


def test_a_changed_question_is_the_recruiters(
    alice: Person, interview: dict[str, Any], context: dict[str, str]
) -> None:
    written = generate(alice, interview["_id"], context, technical=1).json()["questions"][0]
    url = crud(interview, written["_id"])
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
def test_a_bad_question_is_refused(alice: Person, interview: dict[str, Any], body: dict[str, Any]) -> None:
    response = alice.post(crud(interview), json=body)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")


def test_removed_questions_give_their_place_back(
    alice: Person, interview: dict[str, Any], question: dict[str, Any]
) -> None:
    alice.post(crud(interview), json=MANUAL)
    assert alice.delete(crud(interview, question["_id"])).status_code == 200
    assert alice.delete(crud(interview, question["_id"])).status_code == 404
    url = f"/api/questions/interview/{interview['_id']}"
    assert alice.get(url).json()["questionSet"]["totalQuestions"] == 1
    assert alice.delete(crud(interview)).status_code == 200
    empty = alice.get(url).json()
    assert (empty["questions"], empty["questionSet"]["totalQuestions"]) == ([], 0)


def test_a_score_answers_and_clearing_it_clears_only_it(
    alice: Person, interview: dict[str, Any], question: dict[str, Any]
) -> None:
    scored = track(alice, interview, question["_id"], score=8, notes="Clear").json()["question"]
    tracking = scored["humanTracking"]
    assert (tracking["status"], tracking["score"], tracking["notes"]) == ("answered", 8, "Clear")
    assert tracking["markedAt"].endswith("Z")
    cleared = track(alice, interview, question["_id"], score=None).json()["question"]["humanTracking"]
    assert cleared == {**tracking, "score": None}


def test_tracking_goes_by_the_documents_steps(
    alice: Person, interview: dict[str, Any], question: dict[str, Any]
) -> None:
    skipped_step = track(alice, interview, question["_id"], status="answered")
    assert (skipped_step.status_code, skipped_step.json()["code"]) == (409, "INVALID_STATE")
    for status in ("asked", "answered", "pending", "skipped", "pending"):
        answer = track(alice, interview, question["_id"], status=status).json()["question"]
        assert answer["humanTracking"]["status"] == status
    assert track(alice, interview, question["_id"], notes="").status_code == 200


@pytest.mark.parametrize("score", [0, 11, 7.5, "8", True])
def test_a_score_is_a_whole_number_from_one_to_ten(
    alice: Person, interview: dict[str, Any], question: dict[str, Any], score: Any
) -> None:
    assert track(alice, interview, question["_id"], score=score).status_code == 422


def test_warming_up_changes_nothing(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    llm.script.answers = "Yes"
    assert warm_up(alice, interview["_id"], context).json() == {"success": True}
    assert len(llm.requests) == 1
    assert alice.get(f"/api/questions/interview/{interview['_id']}").status_code == 404
    assert warm_up(alice, "nothing", context).status_code == 404


def test_somebody_elses_profile_is_no_context(alice: Person, bob: Person, context: dict[str, str]) -> None:
    own = bob.post("/api/interviews", json={}).json()["interview"]
    assert generate(bob, own["_id"], context, technical=1).status_code == 404
    assert warm_up(bob, own["_id"], context).status_code == 404


def test_two_tabs_do_not_write_at_once(
    alice: Person, interview: dict[str, Any], context: dict[str, str], database: Database
) -> None:
    generate(alice, interview["_id"], context, motivation=1)
    with database.transaction() as session:
        found = session.query(QuestionSet).one()
        found.generating_until = datetime(2999, 1, 1, tzinfo=UTC)
    answer = generate(alice, interview["_id"], context, motivation=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "GENERATION_RUNNING")
    assert read_set(alice, interview)["generatingUntil"] == "2999-01-01T00:00:00.000Z"
    with database.transaction() as session:
        # The lease of a server that died runs out by itself.
        session.query(QuestionSet).one().generating_until = datetime(2020, 1, 1, tzinfo=UTC)
    assert read_set(alice, interview)["generatingUntil"] is None
    answer = generate(alice, interview["_id"], context, motivation=1)
    assert (answer.status_code, answer.json()["questionSet"]["generatingUntil"]) == (200, None)


def test_another_tab_sees_that_questions_are_written_and_until_when(
    alice: Person,
    api: FastAPI,
    interview: dict[str, Any],
    context: dict[str, str],
    llm: FakeLlm,
    clock: StandingClock,
) -> None:
    # On a loop of its own: the model of this test holds the server's own loop while it writes.
    other_tab = TestClient(api, headers={"Authorization": f"Bearer {alice.token}"})
    seen: list[datetime] = []

    def write(request: CompletionRequest) -> str:
        until = datetime.fromisoformat(read_set(other_tab, interview)["generatingUntil"])
        seen.append(until)
        clock.advance(minutes=2)
        return samples.write_about_fact(request)

    llm.script.answers = write
    start = clock.now()
    assert generate(alice, interview["_id"], context, technical=3).status_code == 200
    # Two minutes for each question: every one puts the end off, so that it is never passed meanwhile.
    assert seen == [start + LEASE + timedelta(minutes=2 * number) for number in range(3)]
    assert read_set(alice, interview)["generatingUntil"] is None


def test_progress_is_a_code_and_counts_questions(
    alice: Person, api: FastAPI, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    # On a loop of its own: the model of this test holds the server's own loop while it writes.
    other_tab = TestClient(api, headers={"Authorization": f"Bearer {alice.token}"})
    seen: list[tuple[str, tuple[int, int]]] = []

    def write(request: CompletionRequest) -> str:
        progress = other_tab.get("/api/operations/mine").json()["data"]
        seen.append((progress["stage"], (progress["step"], progress["stepCount"])))
        return samples.write_about_fact(request)

    llm.script.answers = write
    body = {"interviewId": interview["_id"], "context": context, "distribution": {"technical": 2}}
    answer = alice.post("/api/questions/generate", json=body, headers={"X-Operation-Id": "mine"})
    assert answer.status_code == 200
    assert seen == [("writing_questions", (done, 2)) for done in (0, 1)]


def test_a_set_is_free_again_after_a_failure(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    llm.script.fail_next(EngineUnavailable("gone"))
    assert generate(alice, interview["_id"], context, motivation=1).status_code == 503
    assert generate(alice, interview["_id"], context, motivation=1).status_code == 200


def test_one_question_is_written_anew_in_its_place(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    alice.patch(f"/api/interviews/{interview['_id']}", json=context)
    first, second = generate(alice, interview["_id"], context, technical=2).json()["questions"]
    answer = alice.post(crud(interview, first["_id"]) + "/rewrite", json={"difficulty": "senior"})
    assert answer.status_code == 200, answer.text
    written = answer.json()["question"]
    assert written["generation"]["difficulty"] == "senior"
    assert written["_id"] == first["_id"]
    assert written["question"] not in {first["question"], second["question"]}
    assert written["category"] == "technical"
    stored = alice.get(f"/api/questions/interview/{interview['_id']}").json()["questions"]
    assert [question["question"] for question in stored] == [written["question"], second["question"]]
    # Asked for again without a word about it, it stays as difficult as it was.
    again = alice.post(crud(interview, first["_id"]) + "/rewrite").json()["question"]
    assert again["generation"]["difficulty"] == "senior"
    assert "senior" in llm.requests[-1].messages[-1].content.casefold()


def test_a_question_that_was_asked_is_not_written_anew(
    alice: Person, bob: Person, interview: dict[str, Any], context: dict[str, str]
) -> None:
    alice.patch(f"/api/interviews/{interview['_id']}", json=context)
    (question,) = generate(alice, interview["_id"], context, technical=1).json()["questions"]
    path = crud(interview, question["_id"]) + "/rewrite"
    assert bob.post(path).status_code == 404
    track(alice, interview, question["_id"], status="asked")
    answer = alice.post(path)
    assert (answer.status_code, answer.json()["code"]) == (409, "INVALID_STATE")


def test_what_cannot_be_written_anew_stays(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    alice.patch(f"/api/interviews/{interview['_id']}", json=context)
    (question,) = generate(alice, interview["_id"], context, technical=1).json()["questions"]
    llm.script.answers = lambda _request: "No."
    answer = alice.post(crud(interview, question["_id"]) + "/rewrite")
    assert (answer.status_code, answer.json()["code"]) == (502, "NO_QUESTION_WRITTEN")
    stored = alice.get(f"/api/questions/interview/{interview['_id']}").json()["questions"]
    assert stored[0]["question"] == question["question"]
