"""What people send by mistake, in a hurry or on purpose, and what breaks while questions are written."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.requests import Request

from app.candidates.service import CandidateFacts, save_candidate
from app.core.database import Database
from app.core.state import AppState
from app.questions import lease, repository
from app.questions.tables import QuestionSet
from models.ports import EngineUnavailable
from tests.conftest import Person, StandingClock
from tests.fakes.engines import FakeLlm, count_words_and_marks
from tests.questions import samples
from tests.questions.calls import MANUAL, crud, generate, read_set

GERMAN_CV = """Jana Brandt
Plattformingenieurin bei Nordhafen Logistik
- Verlegte 140 Dienste von Nomad auf Kubernetes, ohne dass ein Lager stillstand
- Senkte die Bauzeit des Monorepos mit Bazel von 40 auf 9 Minuten
Kenntnisse: Kubernetes, Bazel, Terraform
"""


def save_cv(database: Database, person: Person, text: str) -> dict[str, str]:
    with database.transaction() as session:
        parsed = {"skills": ["Kubernetes", "Bazel"]}
        facts = CandidateFacts(name="Jana Brandt", cv_text=text, cv_parsed=parsed)
        candidate = save_candidate(session, owner_id=person.id, facts=facts)
        return {"candidateProfileId": candidate.id}


def texts_of(person: Person, interview: dict[str, Any]) -> list[str]:
    answer = person.get(f"/api/questions/interview/{interview['_id']}").json()
    return [question["question"] for question in answer["questions"]]


def fill(person: Person, interview: dict[str, Any], number: int) -> None:
    for n in range(number):
        body = {**MANUAL, "question": f"Number {n} in the list?"}
        assert person.post(crud(interview), json=body).status_code == 200


def test_a_cv_in_another_language_is_asked_about_in_the_interviews(
    alice: Person, interview: dict[str, Any], database: Database, llm: FakeLlm
) -> None:
    context = save_cv(database, alice, GERMAN_CV)
    # A model that answers in English whatever it is asked for.
    llm.script.answers = lambda request: (
        "What did you do when that was your task, and how did you see that it was done: "
        f"{samples.fact_of(request)}?"
    )
    assert len(generate(alice, interview["_id"], context, technical=1).json()["questions"]) == 1
    alice.delete(crud(interview))
    alice.patch(f"/api/interviews/{interview['_id']}", json={"language": "de"})
    refused = generate(alice, interview["_id"], context, technical=1).json()
    assert (refused["questions"], refused["missing"]) == ([], 1)
    assert "German" in llm.requests[-1].messages[0].content
    llm.script.answers = lambda request: (
        "Wie sind Sie in der Praxis vorgegangen, und was war für Sie dabei schwer: "
        f"{samples.fact_of(request)}?"
    )
    (written,) = generate(alice, interview["_id"], context, technical=1).json()["questions"]
    assert written["question"].startswith("Wie sind Sie")


def test_a_cv_of_200_pages_fits_the_model(
    alice: Person, interview: dict[str, Any], database: Database, llm: FakeLlm
) -> None:
    page = "\n".join(
        f"Moved {n} services of the freight platform to Kubernetes cluster {n}" for n in range(60)
    )
    context = save_cv(database, alice, "\n\f\n".join([page] * 200))
    llm.context_window = 2048
    answer = generate(alice, interview["_id"], context, technical=2)
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["questions"]) + answer.json()["missing"] == 2
    for request in llm.requests:
        assert sum(count_words_and_marks(message.content) for message in request.messages) < 1200


@pytest.mark.parametrize(
    "distribution",
    [
        {"technical": 11},
        {"technical": -1},
        {"technical": "3"},
        {"technical": "many"},
        {"technical": 2.5},
        {"technical": True},
        {"technical": None},
        {"technical": 10**30},
        {"behavioral": 1, "technical": 11},
        {},
        None,
        [1, 2],
    ],
)
def test_sliders_beyond_their_ends_are_refused(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm, distribution: Any
) -> None:
    body = {"interviewId": interview["_id"], "context": context, "distribution": distribution}
    answer = alice.post("/api/questions/generate", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_ERROR")
    assert llm.requests == []


@pytest.mark.parametrize(
    "options", [{"totalQuestions": 10**9}, {"difficulty": "cruel"}, {"focusAreas": ["x"] * 21}]
)
def test_options_beyond_their_ends_are_refused(
    alice: Person, interview: dict[str, Any], context: dict[str, str], options: dict[str, Any]
) -> None:
    body = {"interviewId": interview["_id"], "context": context, "distribution": {"technical": 1}}
    answer = alice.post("/api/questions/generate", json={**body, "options": options})
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_ERROR")


def test_more_than_fit_are_cut_from_the_last_category_on(
    alice: Person, interview: dict[str, Any], context: dict[str, str]
) -> None:
    fill(alice, interview, 17)
    body = generate(alice, interview["_id"], context, motivation=10, behavioral=2, cognitive=10).json()
    assert [question["category"] for question in body["questions"]] == [
        "behavioral",
        "behavioral",
        "cognitive",
    ]
    assert body["questionSet"]["totalQuestions"] == 20


def test_two_requests_at_once_add_no_21st(alice: Person, interview: dict[str, Any]) -> None:
    fill(alice, interview, 19)
    with ThreadPoolExecutor(4) as pool:
        texts = [f"At once, number {n}?" for n in range(4)]
        answers = list(
            pool.map(lambda text: alice.post(crud(interview), json={**MANUAL, "question": text}), texts)
        )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert len(texts_of(alice, interview)) == 20


def test_the_first_two_requests_at_once_make_one_set(
    alice: Person, interview: dict[str, Any], database: Database
) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: alice.post(crud(interview), json=MANUAL), range(4)))
    assert [answer.status_code for answer in answers] == [200] * 4
    assert read_set(alice, interview)["totalQuestions"] == 4


def test_by_hand_and_by_the_model_at_once_stop_at_20(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm, anonymous: TestClient
) -> None:
    fill(alice, interview, 18)
    release = llm.script.hold()
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(generate, alice, interview["_id"], context, technical=2)
        anonymous.portal.call(llm.script.started.wait)  # type: ignore[union-attr]
        fill(alice, interview, 1)
        anonymous.portal.call(release.set)  # type: ignore[union-attr]
        answer = writing.result().json()
    assert len(answer["questions"]) == 1
    assert (len(texts_of(alice, interview)), answer["questionSet"]["totalQuestions"]) == (20, 20)


def test_a_second_tab_is_refused_until_the_first_has_ended(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm, anonymous: TestClient
) -> None:
    release = llm.script.hold()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(generate, alice, interview["_id"], context, technical=1)
        anonymous.portal.call(llm.script.started.wait)  # type: ignore[union-attr]
        assert read_set(alice, interview)["generatingUntil"] is not None
        second = generate(alice, interview["_id"], context, technical=1)
        assert (second.status_code, second.json()["code"]) == (409, "GENERATION_RUNNING")
        anonymous.portal.call(release.set)  # type: ignore[union-attr]
        assert first.result().status_code == 200
    assert generate(alice, interview["_id"], context, technical=1).status_code == 200


def test_a_tab_that_was_closed_leaves_what_it_had_and_the_set_free(
    alice: Person,
    interview: dict[str, Any],
    context: dict[str, str],
    llm: FakeLlm,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def write(request: Any) -> str:
        if len(llm.requests) == 1:
            llm.script.hold()
        return samples.write_about_fact(request)

    async def has_hung_up(_request: Request) -> bool:
        return len(llm.requests) > 1

    llm.script.answers = write
    with monkeypatch.context() as patch:
        patch.setattr(Request, "is_disconnected", has_hung_up)
        generate(alice, interview["_id"], context, technical=3)
    assert llm.script.cancelled == 1
    assert len(texts_of(alice, interview)) == 1
    assert read_set(alice, interview)["generatingUntil"] is None
    llm.script._held = None
    assert len(generate(alice, interview["_id"], context, technical=2).json()["questions"]) == 2
    assert len(texts_of(alice, interview)) == 3


def test_after_the_model_was_killed_the_rest_can_be_asked_for(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    def die_at_third(request: Any) -> str | Exception:
        return EngineUnavailable("killed") if len(llm.requests) == 3 else samples.write_about_fact(request)

    llm.script.answers = die_at_third
    assert generate(alice, interview["_id"], context, technical=5).status_code == 503
    kept = texts_of(alice, interview)
    assert len(kept) == 2
    rest = generate(alice, interview["_id"], context, technical=3).json()
    assert len(rest["questions"]) == 3
    assert texts_of(alice, interview)[:2] == kept
    assert len(set(texts_of(alice, interview))) == 5


def test_a_forbidden_focus_area_brings_no_forbidden_question(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    llm.script.answers = lambda request: (
        f"How old are you, and how did your age help you with this: {samples.fact_of(request).rstrip('.?')}?"
    )
    body = {"interviewId": interview["_id"], "context": context, "distribution": {"technical": 1}}
    options = {"focusAreas": ["age of the candidate"]}
    answer = alice.post("/api/questions/generate", json={**body, "options": options}).json()
    assert (answer["questions"], answer["missing"]) == ([], 1)
    assert texts_of(alice, interview) == []


async def test_who_waits_long_for_the_model_keeps_the_set(
    state: AppState,
    alice: Person,
    interview: dict[str, Any],
    clock: StandingClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice.post(f"/api/questions/interview/{interview['_id']}", json={})

    def until() -> Any:
        with state.database.reading() as session:
            return session.query(QuestionSet).one().generating_until

    def claim() -> bool:
        with state.database.transaction() as session:
            found = session.query(QuestionSet).one()
            end = clock.now() + lease.LEASE
            return repository.claim_generation(session, question_set_id=found.id, now=clock.now(), until=end)

    monkeypatch.setattr(lease, "_RENEW_SECONDS", 0)
    assert claim()
    set_id = read_set(alice, interview)["_id"]
    clock.advance(minutes=2)
    keeping = asyncio.create_task(lease.renew_lease(state, question_set_id=set_id))
    async with asyncio.timeout(60):
        while until() != clock.now() + lease.LEASE:
            await asyncio.sleep(0.01)
    clock.advance(minutes=2)
    assert not claim()
    await lease.release_lease(state, question_set_id=set_id)
    for _ in range(20):
        # What was given back is not taken again by a renewal that comes late.
        await asyncio.sleep(0)
        assert until() is None
    keeping.cancel()
