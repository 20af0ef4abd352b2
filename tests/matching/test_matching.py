"""Who suits whom, over HTTP. The fake engine's vectors are bags of words: shared words make texts near."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from app.candidates.service import CandidateFacts, save_candidate
from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.job_descriptions.service import JobFacts, save_job_description
from app.job_descriptions.tables import JobDescription
from app.matching.jobs import embed_records
from app.matching.tables import EmbeddedKind, RecordEmbedding
from models.ports import EngineHealth, EngineKind, Engines, EngineState, EngineUnavailable, Priority
from tests.conftest import Person
from tests.fakes.engines import FakeEmbeddings, fake_engines

BACKEND_CV = """Nora Lindqvist
nora@example.com | +46 70 123 45 67
- Built the payment services of an online shop in Python
- Ran PostgreSQL clusters for the
  orders of a marketplace
- Played handball
"""


@pytest.fixture
def embeddings() -> FakeEmbeddings:
    return FakeEmbeddings()


@pytest.fixture
def engines(embeddings: FakeEmbeddings) -> Engines:
    return fake_engines(embeddings=embeddings)


def _candidate(owner: Person, database: Database, name: str, position: str, **parsed: Any) -> str:
    facts = CandidateFacts(
        name=name,
        email=f"{name.split(maxsplit=1)[0].lower()}@example.com",
        current_position=position,
        cv_parsed={"skills": [], "experience": [], "summary": "", **parsed},
        cv_text=BACKEND_CV if name.startswith("Nora") else f"{name}\nWorked as {position} in a hospital",
    )
    with database.transaction() as session:
        return save_candidate(session, owner_id=owner.id, facts=facts).id


def _job(owner: Person, database: Database, title: str, **parsed: Any) -> str:
    facts = JobFacts(parsed={"title": title, "company": {"name": "Larkfield"}, **parsed}, raw_text=title)
    with database.transaction() as session:
        return save_job_description(session, owner_id=owner.id, facts=facts).id


@pytest.fixture
def nora(alice: Person, database: Database) -> str:
    return _candidate(alice, database, "Nora Lindqvist", "Backend engineer", skills=["Python", "Postgres"])


@pytest.fixture
def paul(alice: Person, database: Database) -> str:
    return _candidate(alice, database, "Paul Adeyemi", "Ward nurse", skills=["Wound care"])


@pytest.fixture
def backend_job(alice: Person, database: Database) -> str:
    return _job(
        alice,
        database,
        "Backend engineer",
        requiredSkills=["Python", "PostgreSQL or MySQL", "Kafka"],
        preferredSkills=["Kubernetes"],
        responsibilities=["Build the payment services of an online shop"],
    )


@pytest.fixture
def embed(state: AppState, anonymous: TestClient) -> Callable[[], JobCounts | None]:
    """One run of the job, in the server's own loop."""

    def run() -> JobCounts | None:
        assert anonymous.portal is not None
        return anonymous.portal.call(embed_records, state)

    return run


def _matches(person: Person, path: str, **query: Any) -> dict[str, Any]:
    answer = person.get(f"/api/{path}/matches", params=query)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


Embed = Callable[[], JobCounts | None]


def test_the_right_trade_comes_first_with_its_skills_and_another_not_at_all(
    alice: Person, database: Database, nora: str, paul: str, backend_job: str, embed: Embed
) -> None:
    otto = _candidate(alice, database, "Otto Brandt", "Backend engineer", skills=["Go", "MySQL"])
    embed()
    found = _matches(alice, f"job-descriptions/{backend_job}")
    assert found["isReady"] is True
    assert [match["recordId"] for match in found["matches"]] == [nora, otto]
    assert paul not in str(found)
    first, second = found["matches"]
    assert (first["name"], first["subtitle"]) == ("Nora Lindqvist", "Backend engineer")
    assert 100 >= first["score"] > second["score"] >= 30
    assert first["sharedSkills"] == ["Python", "PostgreSQL"]
    assert first["missingSkills"] == ["Apache Kafka", "Kubernetes"]
    assert second["sharedSkills"] == ["MySQL"]
    assert second["missingSkills"] == ["Python", "Apache Kafka", "Kubernetes"]


def test_reasons_are_words_of_both_documents(
    alice: Person, database: Database, nora: str, backend_job: str, embed: Embed
) -> None:
    _candidate(alice, database, "Otto Brandt", "Backend engineer", skills=["Go", "MySQL"])
    embed()
    first, second = _matches(alice, f"job-descriptions/{backend_job}")["matches"]
    assert first["reasons"] == [
        {
            "requirement": "Build the payment services of an online shop",
            "evidence": "Built the payment services of an online shop in Python",
        }
    ]
    assert second["reasons"] == []


def test_one_pair_is_explained_from_either_side(
    alice: Person, nora: str, paul: str, backend_job: str, embed: Embed, embeddings: FakeEmbeddings
) -> None:
    url = f"/api/job-descriptions/{backend_job}/matches/{nora}"
    waiting = alice.get(url)
    assert (waiting.status_code, waiting.json()["code"]) == (409, "INVALID_STATE")
    embed()
    one = alice.get(url).json()["data"]
    assert one == _matches(alice, f"job-descriptions/{backend_job}")["matches"][0]
    other = alice.get(f"/api/candidates/{nora}/matches/{backend_job}").json()["data"]
    assert (other["recordId"], other["name"]) == (backend_job, "Backend engineer")
    assert (other["score"], other["reasons"]) == (one["score"], one["reasons"])
    # Whoever is too far off for the list is explained too, when asked for by name.
    far = alice.get(f"/api/job-descriptions/{backend_job}/matches/{paul}").json()["data"]
    assert far["score"] < 30
    assert far["reasons"] == []
    embeddings.script.fail_next(EngineUnavailable("no model"))
    assert alice.get(url).status_code == 503


def test_a_pair_is_explained_to_its_owner_alone(
    alice: Person,
    bob: Person,
    anonymous: TestClient,
    database: Database,
    nora: str,
    backend_job: str,
    embed: Embed,
) -> None:
    bobs = _candidate(bob, database, "Otto Brandt", "Backend engineer")
    bobs_job = _job(bob, database, "Backend engineer")
    embed()
    for url in (
        f"/api/job-descriptions/{backend_job}/matches/{nora}",
        f"/api/candidates/{nora}/matches/{backend_job}",
    ):
        assert alice.get(url).status_code == 200
        assert anonymous.get(url).status_code == 401
        assert bob.get(url).status_code == 404
    assert alice.get(f"/api/job-descriptions/{backend_job}/matches/{bobs}").status_code == 404
    assert alice.get(f"/api/candidates/{nora}/matches/{bobs_job}").status_code == 404
    assert alice.get(f"/api/job-descriptions/{backend_job}/matches/nothing").status_code == 404


def test_the_list_alone_asks_no_model(
    alice: Person, nora: str, backend_job: str, embed: Embed, embeddings: FakeEmbeddings
) -> None:
    embed()
    asked = len(embeddings.requests)
    found = _matches(alice, f"job-descriptions/{backend_job}", reasons="false")
    assert [match["reasons"] for match in found["matches"]] == [[]]
    assert len(embeddings.requests) == asked
    assert _matches(alice, f"job-descriptions/{backend_job}")["matches"][0]["reasons"]
    assert embeddings.script.priorities[-1] is Priority.INTERACTIVE


def test_jobs_are_found_for_a_candidate_but_closed_ones(
    alice: Person, database: Database, nora: str, backend_job: str, embed: Embed
) -> None:
    _job(alice, database, "Ward nurse", requiredSkills=["Wound care"])
    other = _job(alice, database, "Data clerk", requiredSkills=["Python", "SQL"])
    embed()
    found = _matches(alice, f"candidates/{nora}")
    assert [(m["recordId"], m["name"], m["subtitle"]) for m in found["matches"]] == [
        (backend_job, "Backend engineer", "Larkfield"),
        (other, "Data clerk", "Larkfield"),
    ]
    assert found["matches"][0]["sharedSkills"] == ["Python", "PostgreSQL"]
    assert alice.patch(f"/api/job-descriptions/{backend_job}", json={"status": "closed"}).status_code == 200
    left = _matches(alice, f"candidates/{nora}")
    assert [match["recordId"] for match in left["matches"]] == [other]


@pytest.mark.parametrize("side", ["job-descriptions", "candidates"])
def test_nobody_else_sees_matches(
    alice: Person, bob: Person, anonymous: TestClient, nora: str, backend_job: str, embed: Embed, side: str
) -> None:
    embed()
    record_id = nora if side == "candidates" else backend_job
    assert anonymous.get(f"/api/{side}/{record_id}/matches").status_code == 401
    assert bob.get(f"/api/{side}/{record_id}/matches").status_code == 404
    assert alice.get(f"/api/{side}/nothing/matches").status_code == 404
    assert alice.get(f"/api/{side}/{record_id}/matches", params={"limit": 21}).status_code == 422


def test_only_own_records_are_matched(
    alice: Person, bob: Person, database: Database, nora: str, backend_job: str, embed: Embed
) -> None:
    _candidate(bob, database, "Nora Other", "Backend engineer", skills=["Python", "PostgreSQL", "Kafka"])
    bobs_job = _job(bob, database, "Backend engineer", requiredSkills=["Python"])
    embed()
    found = _matches(alice, f"job-descriptions/{backend_job}")["matches"]
    assert [match["recordId"] for match in found] == [nora]
    assert bobs_job not in [m["recordId"] for m in _matches(alice, f"candidates/{nora}")["matches"]]


def test_it_is_told_while_records_wait_to_be_read(
    alice: Person, database: Database, nora: str, backend_job: str, embed: Embed
) -> None:
    assert _matches(alice, f"job-descriptions/{backend_job}") == {"isReady": False, "matches": []}
    embed()
    assert _matches(alice, f"job-descriptions/{backend_job}")["isReady"] is True
    later = _candidate(alice, database, "Otto Brandt", "Backend engineer", skills=["Python"])
    found = _matches(alice, f"job-descriptions/{backend_job}")
    assert found["isReady"] is False
    assert [match["recordId"] for match in found["matches"]] == [nora]
    embed()
    found = _matches(alice, f"job-descriptions/{backend_job}")
    assert found["isReady"] is True
    assert {match["recordId"] for match in found["matches"]} == {nora, later}


def test_a_record_that_says_nothing_is_no_reason_to_wait(
    alice: Person, database: Database, backend_job: str, embed: Embed
) -> None:
    with database.transaction() as session:
        blank = save_candidate(session, owner_id=alice.id, facts=CandidateFacts(name="Vera Blank")).id
    embed()
    assert _matches(alice, f"candidates/{blank}") == {"isReady": True, "matches": []}
    assert _matches(alice, f"job-descriptions/{backend_job}") == {"isReady": True, "matches": []}


def test_a_broken_engine_is_said_where_waiting_would_be_in_vain(
    alice: Person, state: AppState, nora: str, backend_job: str, embeddings: FakeEmbeddings, embed: Embed
) -> None:
    broken = [EngineHealth(kind=EngineKind.EMBEDDINGS, state=EngineState.FAILED, model="none")]
    state.engines = fake_engines(embeddings=embeddings, health=broken)
    answer = alice.get(f"/api/job-descriptions/{backend_job}/matches")
    assert (answer.status_code, answer.json()["code"]) == (503, "ENGINE_UNAVAILABLE")
    embeddings.script.fail_next(EngineUnavailable("no model"))
    with pytest.raises(EngineUnavailable):
        embed()
    embed()
    # The vectors are there now: only the reasons need the engine.
    embeddings.script.fail_next(EngineUnavailable("no model"))
    assert alice.get(f"/api/job-descriptions/{backend_job}/matches").status_code == 503
    assert _matches(alice, f"job-descriptions/{backend_job}", reasons="false")["matches"]


def test_what_did_not_change_is_not_read_again(
    alice: Person, nora: str, backend_job: str, embed: Embed, embeddings: FakeEmbeddings
) -> None:
    assert embed() == JobCounts(processed=2)
    asked = len(embeddings.requests)
    assert set(embeddings.script.priorities) == {Priority.BACKGROUND}
    assert embed() is None
    # A change that says nothing new of the person's work needs no model, and is settled by one run.
    alice.patch(f"/api/candidates/profile/{nora}", json={"phone": "+46 70 000 00 00"})
    assert _matches(alice, f"job-descriptions/{backend_job}", reasons="false")["isReady"] is False
    assert embed() == JobCounts(processed=1)
    assert len(embeddings.requests) == asked
    assert embed() is None
    alice.patch(f"/api/candidates/profile/{nora}", json={"cvParsed": {"skills": ["Python", "Kafka"]}})
    assert embed() == JobCounts(processed=1)
    assert len(embeddings.requests) == asked + 1
    shared = _matches(alice, f"job-descriptions/{backend_job}")["matches"][0]["sharedSkills"]
    assert "Apache Kafka" in shared


def test_another_model_reads_everything_anew(
    alice: Person, state: AppState, nora: str, backend_job: str, embed: Embed
) -> None:
    embed()
    state.engines = fake_engines(embeddings=FakeEmbeddings(name="other-model"))
    assert _matches(alice, f"job-descriptions/{backend_job}") == {"isReady": False, "matches": []}
    assert embed() == JobCounts(processed=2)
    assert _matches(alice, f"job-descriptions/{backend_job}")["isReady"] is True


@pytest.mark.parametrize("kind", EmbeddedKind)
def test_the_vector_goes_with_its_record(
    alice: Person, database: Database, nora: str, backend_job: str, embed: Embed, kind: EmbeddedKind
) -> None:
    embed()
    is_candidate = kind is EmbeddedKind.CANDIDATE
    url = f"/api/candidates/{nora}" if is_candidate else f"/api/job-descriptions/{backend_job}"
    assert alice.delete(url).status_code == 200
    with database.reading() as session:
        left = list(session.scalars(select(RecordEmbedding.record_kind)))
    assert left == [other for other in EmbeddedKind if other is not kind]


def test_a_record_deleted_while_it_was_read_gets_no_vector(
    alice: Person, database: Database, nora: str, embed: Embed, embeddings: FakeEmbeddings
) -> None:
    bags = embeddings.script.answers

    def deleting(texts: tuple[str, ...]) -> Any:
        with database.transaction() as session:
            session.delete(session.get_one(Candidate, nora))
        return bags(texts)  # type: ignore[operator]

    embeddings.script.answers = deleting
    embed()
    with database.reading() as session:
        assert session.scalars(select(RecordEmbedding)).all() == []


def test_two_runs_at_once_leave_one_vector_for_each(
    state: AppState, anonymous: TestClient, database: Database, nora: str, backend_job: str
) -> None:
    async def twice() -> None:
        await asyncio.gather(embed_records(state), embed_records(state))

    assert anonymous.portal is not None
    anonymous.portal.call(twice)
    with database.reading() as session:
        kept = sorted(session.scalars(select(RecordEmbedding.record_id)))
    assert kept == sorted([nora, backend_job])


def test_more_than_a_batch_is_read_in_one_run(
    alice: Person, database: Database, embed: Embed, embeddings: FakeEmbeddings
) -> None:
    with database.transaction() as session:
        session.add_all(
            JobDescription(owner_id=alice.id, parsed={"title": f"Trade {number}"}) for number in range(70)
        )
    assert embed() == JobCounts(processed=70)
    assert [len(texts) for texts in embeddings.requests] == [32, 32, 6]
