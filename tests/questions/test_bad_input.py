"""Question generation with invalid input, concurrent requests, closed tabs and a failing model."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.requests import Request

from app.candidates.service import CandidateFacts, save_candidate
from app.core.database import Database
from app.core.state import AppState
from app.questions import lease, repository
from app.questions.languages import is_in_language
from app.questions.slot_writer import WORDED_BY_CODE
from app.questions.tables import QuestionSet
from models.ports import Engines, EngineUnavailable
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeEmbeddings, FakeLlm, count_words_and_marks
from tests.questions import samples
from tests.questions.calls import (
    MANUAL,
    generate,
    let_the_model_write,
    list_texts,
    questions_path,
    read_set,
)

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


def fill(person: Person, interview: dict[str, Any], number: int) -> None:
    for n in range(number):
        body = {**MANUAL, "question": f"Number {n} in the list?"}
        assert person.post(questions_path(interview), json=body).status_code == 200


_FOREIGN = {
    "de": GERMAN_CV,
    "fr": """Nora Brandt
Ingénieure de plateforme chez Nordhafen Logistique
- Déplacement de 140 services vers Kubernetes avec une équipe de trois personnes pour les clients
- Réduction du temps de construction dans le dépôt, de 40 à 9 minutes
Compétences : Kubernetes, Bazel
""",
    "en": """Nora Brandt
Platform engineer at Nordhafen Logistics
- Moved 140 services to Kubernetes, with a team of three and for the customers of the company
- Cut the build time of the repository from 40 to 9 minutes
Skills: Kubernetes, Bazel
""",
}
_QUOTED = re.compile(r"[“„«][^”“»]{0,300}[”“»]")


@pytest.mark.parametrize("of_cv", _FOREIGN)
@pytest.mark.parametrize("of_interview", _FOREIGN)
@pytest.mark.parametrize(
    "answer",
    [
        "What did you do when that was your task, and how did you see that it was done: {line}?",
        "Wie sind Sie vorgegangen, und was haben Sie dabei für die Kunden gelernt: {line}?",
        "Comment avez-vous procédé dans ce travail, et pour quel résultat : {line} ?",
    ],
)
def test_questions_about_a_foreign_cv_are_in_the_interview_language(
    alice: Person,
    interview: dict[str, Any],
    database: Database,
    engines: Engines,
    llm: FakeLlm,
    of_cv: str,
    of_interview: str,
    answer: str,
) -> None:
    """Whatever language the model writes, all but the quoted line is in the language of the interview."""
    assert isinstance(engines.embeddings, FakeEmbeddings)
    # Words alone decide about topics: the vectors of fakes mean nothing.
    engines.embeddings.script.answers = lambda _texts: EngineUnavailable("down")
    context = save_cv(database, alice, _FOREIGN[of_cv])
    llm.script.answers = lambda request: answer.format(line=samples.find_fact(request))
    alice.patch(f"/api/interviews/{interview['_id']}", json={"language": of_interview})
    counts = dict.fromkeys(("behavioral", "technical", "cognitive", "culture", "motivation"), 2)
    questions = generate(alice, interview["_id"], context, **counts).json()["questions"]
    assert len(questions) == 10
    for question in questions:
        asked = _QUOTED.sub("", question["question"])
        assert is_in_language(asked, of_interview), question["question"]
        address = {"en": r"\byou", "de": r"\b(?:Sie|Ihnen|Ihre?[mnrs]?)\b", "fr": r"\bv(?:ous|otre|os)\b"}
        assert re.search(address[of_interview], asked, re.IGNORECASE), question["question"]


def test_a_line_in_another_language_is_quoted_and_not_put_into_a_sentence(
    alice: Person, interview: dict[str, Any], database: Database, llm: FakeLlm
) -> None:
    context = save_cv(database, alice, GERMAN_CV)
    (question,) = generate(alice, interview["_id"], context, behavioral=1).json()["questions"]
    assert llm.requests == []
    assert f"“{question['basedOn']['text'].rstrip('.')}”" in question["question"]


def test_a_cv_of_200_pages_is_cut_to_fit_the_context_window(
    alice: Person, interview: dict[str, Any], database: Database, llm: FakeLlm
) -> None:
    page = "\n".join(
        f"Moved {n} services of the freight platform to Kubernetes cluster {n}" for n in range(60)
    )
    context = save_cv(database, alice, "\n\f\n".join([page] * 200))
    llm.context_window = 2048
    response = generate(alice, interview["_id"], context, technical=2)
    assert response.status_code == 200, response.text
    assert len(response.json()["questions"]) + response.json()["missing"] == 2
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
def test_invalid_distributions_are_refused(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm, distribution: Any
) -> None:
    body = {"interviewId": interview["_id"], "context": context, "distribution": distribution}
    response = alice.post("/api/questions/generate", json=body)
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert llm.requests == []


@pytest.mark.parametrize(
    "options", [{"totalQuestions": 10**9}, {"difficulty": "cruel"}, {"focusAreas": ["x"] * 21}]
)
def test_invalid_options_are_refused(
    alice: Person, interview: dict[str, Any], context: dict[str, str], options: dict[str, Any]
) -> None:
    body = {"interviewId": interview["_id"], "context": context, "distribution": {"technical": 1}}
    response = alice.post("/api/questions/generate", json={**body, "options": options})
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")


def test_questions_above_the_limit_are_cut_from_the_last_category(
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


def test_concurrent_requests_never_exceed_20_questions(alice: Person, interview: dict[str, Any]) -> None:
    fill(alice, interview, 19)
    bodies = [{**MANUAL, "question": f"At once, number {n}?"} for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        responses = list(pool.map(lambda body: alice.post(questions_path(interview), json=body), bodies))
    assert sorted(response.status_code for response in responses) == [200, 409, 409, 409]
    assert len(list_texts(alice, interview)) == 20


def test_concurrent_first_requests_create_one_question_set(
    alice: Person, interview: dict[str, Any], database: Database
) -> None:
    with ThreadPoolExecutor(4) as pool:
        responses = list(pool.map(lambda _: alice.post(questions_path(interview), json=MANUAL), range(4)))
    assert [response.status_code for response in responses] == [200] * 4
    assert read_set(alice, interview)["totalQuestions"] == 4


def test_adding_by_hand_during_generation_stops_at_20_questions(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm, anonymous: TestClient
) -> None:
    fill(alice, interview, 18)
    llm.script.answers = samples.write_in_spanish
    let_the_model_write(alice, interview)
    release = llm.script.hold()
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(generate, alice, interview["_id"], context, behavioral=2)
        anonymous.portal.call(llm.script.started.wait)  # type: ignore[union-attr]
        fill(alice, interview, 1)
        anonymous.portal.call(release.set)  # type: ignore[union-attr]
        response = writing.result().json()
    assert len(response["questions"]) == 1
    assert (len(list_texts(alice, interview)), response["questionSet"]["totalQuestions"]) == (20, 20)


def test_a_second_generation_is_refused_until_the_first_has_ended(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm, anonymous: TestClient
) -> None:
    release = llm.script.hold()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(generate, alice, interview["_id"], context, behavioral=1)
        anonymous.portal.call(llm.script.started.wait)  # type: ignore[union-attr]
        assert read_set(alice, interview)["generatingUntil"] is not None
        second = generate(alice, interview["_id"], context, behavioral=1)
        assert (second.status_code, second.json()["code"]) == (409, "GENERATION_RUNNING")
        anonymous.portal.call(release.set)  # type: ignore[union-attr]
        assert first.result().status_code == 200
    assert generate(alice, interview["_id"], context, behavioral=1).status_code == 200


def test_closing_the_tab_keeps_written_questions_and_releases_the_lease(
    alice: Person,
    interview: dict[str, Any],
    context: dict[str, str],
    llm: FakeLlm,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def write(request: Any) -> str:
        if len(llm.requests) == 1:
            llm.script.hold()
        return samples.write_in_spanish(request)

    async def has_disconnected(_request: Request) -> bool:
        return len(llm.requests) > 1

    llm.script.answers = write
    let_the_model_write(alice, interview)
    with monkeypatch.context() as patch:
        patch.setattr(Request, "is_disconnected", has_disconnected)
        generate(alice, interview["_id"], context, behavioral=3)
    assert llm.script.cancelled == 1
    assert len(list_texts(alice, interview)) == 1
    assert read_set(alice, interview)["generatingUntil"] is None
    llm.script._held = None
    assert len(generate(alice, interview["_id"], context, behavioral=2).json()["questions"]) == 2
    assert len(list_texts(alice, interview)) == 3


def test_the_remaining_questions_can_be_generated_after_the_model_died(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    def die_at_second(request: Any) -> str | Exception:
        return EngineUnavailable("killed") if len(llm.requests) == 2 else samples.write_in_spanish(request)

    llm.script.answers = die_at_second
    let_the_model_write(alice, interview)
    assert generate(alice, interview["_id"], context, behavioral=3).status_code == 503
    kept = list_texts(alice, interview)
    assert len(kept) == 1
    rest = generate(alice, interview["_id"], context, behavioral=2).json()
    assert len(rest["questions"]) == 2
    assert list_texts(alice, interview)[:1] == kept
    assert len(set(list_texts(alice, interview))) == 3


def test_a_forbidden_focus_area_yields_no_forbidden_question(
    alice: Person, interview: dict[str, Any], context: dict[str, str], llm: FakeLlm
) -> None:
    llm.script.answers = lambda request: (
        f"How old are you, and how did your age help with this: {samples.find_fact(request).rstrip('.?')}?"
    )
    body = {"interviewId": interview["_id"], "context": context, "distribution": {"technical": 1}}
    options = {"focusAreas": ["age of the candidate"]}
    response = alice.post("/api/questions/generate", json={**body, "options": options}).json()
    (question,) = response["questions"]
    assert (question["generation"]["model"], response["missing"]) == (WORDED_BY_CODE, 0)
    assert " age" not in question["question"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["How old are you?"], "FORBIDDEN_LINE"),
        (["Are you pregnant, or do you plan to have children?"], "FORBIDDEN_LINE"),
        (["night shifts", "the on-call phone"], "VALIDATION_ERROR"),
        (["x"], "VALIDATION_ERROR"),
        (["x" * 201], "VALIDATION_ERROR"),
    ],
)
def test_unusable_lines_of_the_recruiter_are_refused(
    alice: Person,
    interview: dict[str, Any],
    context: dict[str, str],
    llm: FakeLlm,
    lines: list[str],
    code: str,
) -> None:
    body = {"interviewId": interview["_id"], "context": context, "distribution": {"technical": 1}}
    response = alice.post("/api/questions/generate", json={**body, "options": {"ownLines": lines}})
    assert (response.status_code, response.json()["code"]) == (422, code)
    assert llm.requests == []
    again = alice.post("/api/questions/generate", json={**body, "options": {"ownLines": ["night shifts"]}})
    assert again.json()["questions"][0]["basedOn"] == {
        "source": "recruiter",
        "kind": "own",
        "text": "night shifts",
    }


async def test_the_lease_is_renewed_while_waiting_for_the_model_but_not_after_release(
    state: AppState,
    alice: Person,
    interview: dict[str, Any],
    clock: FrozenClock,
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
    renewing = asyncio.create_task(lease.renew_lease(state, question_set_id=set_id))
    async with asyncio.timeout(60):
        while until() != clock.now() + lease.LEASE:
            await asyncio.sleep(0.01)
    clock.advance(minutes=2)
    assert not claim()
    await lease.release_lease(state, question_set_id=set_id)
    for _ in range(20):
        # A late renewal must not take the released lease again.
        await asyncio.sleep(0)
        assert until() is None
    renewing.cancel()
