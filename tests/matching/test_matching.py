"""Matches of candidates and jobs over HTTP. In the fake embeddings, texts that share words are similar."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from app.candidates.service import CandidateFacts, save_candidate
from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.job_descriptions.tables import JobDescription
from app.matching.jobs import embed_records
from app.matching.tables import EmbeddedKind, RecordEmbedding
from models.ports import EngineHealth, EngineKind, EngineState, EngineUnavailable, Priority
from tests.conftest import Person
from tests.fakes.engines import FakeEmbeddings, fake_engines
from tests.matching.conftest import Embed, add_candidate, add_job, read_matches


def test_matches_are_ranked_with_skills_and_leave_out_other_trades(
    alice: Person, database: Database, nora: str, paul: str, backend_job: str, embed: Embed
) -> None:
    otto = add_candidate(alice, database, "Otto Brandt", "Backend engineer", skills=["Go", "MySQL"])
    embed()
    found = read_matches(alice, f"job-descriptions/{backend_job}")
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


def test_reasons_quote_both_documents(
    alice: Person, database: Database, nora: str, backend_job: str, embed: Embed
) -> None:
    add_candidate(alice, database, "Otto Brandt", "Backend engineer", skills=["Go", "MySQL"])
    embed()
    first, second = read_matches(alice, f"job-descriptions/{backend_job}")["matches"]
    assert first["reasons"] == [
        {
            "requirement": "Build the payment services of an online shop",
            "evidence": "Built the payment services of an online shop in Python",
        }
    ]
    assert second["reasons"] == []


def test_a_match_says_how_each_skill_of_the_job_is_found(
    alice: Person, database: Database, nora: str, embed: Embed
) -> None:
    job = add_job(
        alice,
        database,
        "Backend engineer",
        requiredSkills=["Python", "PostgreSQL or MySQL", "Payment services", "Kafka"],
        preferredSkills=["Kubernetes"],
    )
    embed()
    match = alice.get(f"/api/job-descriptions/{job}/matches/{nora}").json()["data"]
    assert [(s["skill"], s["isRequired"], s["foundBy"], s["words"]) for s in match["skills"]] == [
        ("Python", True, "name", "Python"),
        ("PostgreSQL / MySQL", True, "synonym", "Postgres"),
        ("Payment services", True, "name", "Built the payment services of an online shop in Python"),
        ("Apache Kafka", True, None, None),
        ("Kubernetes", False, None, None),
    ]
    assert match["missingSkills"] == [s["skill"] for s in match["skills"] if s["foundBy"] is None]


def test_a_pair_can_be_explained_from_either_side(
    alice: Person, nora: str, paul: str, backend_job: str, embed: Embed, embeddings: FakeEmbeddings
) -> None:
    url = f"/api/job-descriptions/{backend_job}/matches/{nora}"
    waiting = alice.get(url)
    assert (waiting.status_code, waiting.json()["code"]) == (409, "INVALID_STATE")
    embed()
    embeddings.script.fail_next(EngineUnavailable("no model"))
    assert alice.get(url).status_code == 503
    one = alice.get(url).json()["data"]
    assert one == read_matches(alice, f"job-descriptions/{backend_job}")["matches"][0]
    other = alice.get(f"/api/candidates/{nora}/matches/{backend_job}").json()["data"]
    assert (other["recordId"], other["name"]) == (backend_job, "Backend engineer")
    assert (other["score"], other["reasons"]) == (one["score"], one["reasons"])
    # A candidate with a score too low for the list can still be requested by id.
    distant = alice.get(f"/api/job-descriptions/{backend_job}/matches/{paul}").json()["data"]
    assert distant["score"] < 30
    assert distant["reasons"] == []


def test_a_pair_is_explained_to_its_owner_only(
    alice: Person,
    bob: Person,
    anonymous: TestClient,
    database: Database,
    nora: str,
    backend_job: str,
    embed: Embed,
) -> None:
    bobs = add_candidate(bob, database, "Otto Brandt", "Backend engineer")
    bobs_job = add_job(bob, database, "Backend engineer")
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


def test_the_list_without_reasons_uses_no_model(
    alice: Person, nora: str, backend_job: str, embed: Embed, embeddings: FakeEmbeddings
) -> None:
    embed()
    sent = len(embeddings.requests)
    found = read_matches(alice, f"job-descriptions/{backend_job}", reasons="false")
    assert [match["reasons"] for match in found["matches"]] == [[]]
    assert len(embeddings.requests) == sent
    assert read_matches(alice, f"job-descriptions/{backend_job}")["matches"][0]["reasons"]
    assert embeddings.script.priorities[-1] is Priority.INTERACTIVE


def test_a_candidate_matches_open_jobs_only(
    alice: Person, database: Database, nora: str, backend_job: str, embed: Embed
) -> None:
    add_job(alice, database, "Ward nurse", requiredSkills=["Wound care"])
    other = add_job(alice, database, "Data clerk", requiredSkills=["Python", "SQL"])
    embed()
    found = read_matches(alice, f"candidates/{nora}")
    assert [(m["recordId"], m["name"], m["subtitle"]) for m in found["matches"]] == [
        (backend_job, "Backend engineer", "Larkfield"),
        (other, "Data clerk", "Larkfield"),
    ]
    assert found["matches"][0]["sharedSkills"] == ["Python", "PostgreSQL"]
    assert alice.patch(f"/api/job-descriptions/{backend_job}", json={"status": "closed"}).status_code == 200
    remaining = read_matches(alice, f"candidates/{nora}")
    assert [match["recordId"] for match in remaining["matches"]] == [other]


@pytest.mark.parametrize("side", ["job-descriptions", "candidates"])
def test_matches_are_visible_to_the_owner_only(
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
    add_candidate(bob, database, "Nora Other", "Backend engineer", skills=["Python", "PostgreSQL", "Kafka"])
    bobs_job = add_job(bob, database, "Backend engineer", requiredSkills=["Python"])
    embed()
    found = read_matches(alice, f"job-descriptions/{backend_job}")["matches"]
    assert [match["recordId"] for match in found] == [nora]
    assert bobs_job not in [m["recordId"] for m in read_matches(alice, f"candidates/{nora}")["matches"]]


def test_matches_are_not_ready_while_records_wait_for_embeddings(
    alice: Person, database: Database, nora: str, backend_job: str, embed: Embed
) -> None:
    assert read_matches(alice, f"job-descriptions/{backend_job}") == {"isReady": False, "matches": []}
    embed()
    assert read_matches(alice, f"job-descriptions/{backend_job}")["isReady"] is True
    later = add_candidate(alice, database, "Otto Brandt", "Backend engineer", skills=["Python"])
    found = read_matches(alice, f"job-descriptions/{backend_job}")
    assert found["isReady"] is False
    assert [match["recordId"] for match in found["matches"]] == [nora]
    embed()
    found = read_matches(alice, f"job-descriptions/{backend_job}")
    assert found["isReady"] is True
    assert {match["recordId"] for match in found["matches"]} == {nora, later}


def test_a_record_without_text_does_not_delay_readiness(
    alice: Person, database: Database, backend_job: str, embed: Embed
) -> None:
    with database.transaction() as session:
        blank = save_candidate(session, owner_id=alice.id, facts=CandidateFacts(name="Vera Blank")).id
    embed()
    assert read_matches(alice, f"candidates/{blank}") == {"isReady": True, "matches": []}
    assert read_matches(alice, f"job-descriptions/{backend_job}") == {"isReady": True, "matches": []}


def test_a_failed_engine_is_reported_instead_of_waiting(
    alice: Person, state: AppState, nora: str, backend_job: str, embeddings: FakeEmbeddings, embed: Embed
) -> None:
    broken = [EngineHealth(kind=EngineKind.EMBEDDINGS, state=EngineState.FAILED, model="none")]
    state.engines = fake_engines(embeddings=embeddings, health=broken)
    response = alice.get(f"/api/job-descriptions/{backend_job}/matches")
    assert (response.status_code, response.json()["code"]) == (503, "ENGINE_UNAVAILABLE")
    embeddings.script.fail_next(EngineUnavailable("no model"))
    with pytest.raises(EngineUnavailable):
        embed()
    embed()
    # The vectors exist now; only the reasons need the engine.
    embeddings.script.fail_next(EngineUnavailable("no model"))
    assert alice.get(f"/api/job-descriptions/{backend_job}/matches").status_code == 503
    assert read_matches(alice, f"job-descriptions/{backend_job}", reasons="false")["matches"]


def test_unchanged_records_are_not_embedded_again(
    alice: Person, nora: str, backend_job: str, embed: Embed, embeddings: FakeEmbeddings
) -> None:
    assert embed() == JobCounts(processed=2)
    sent = len(embeddings.requests)
    assert set(embeddings.script.priorities) == {Priority.BACKGROUND}
    assert embed() is None
    # A change that does not affect the embedded text needs no model, and one run settles it.
    alice.patch(f"/api/candidates/profile/{nora}", json={"phone": "+46 70 000 00 00"})
    assert read_matches(alice, f"job-descriptions/{backend_job}", reasons="false")["isReady"] is False
    assert embed() == JobCounts(processed=1)
    assert len(embeddings.requests) == sent
    assert embed() is None
    alice.patch(f"/api/candidates/profile/{nora}", json={"cvParsed": {"skills": ["Python", "Kafka"]}})
    assert embed() == JobCounts(processed=1)
    assert len(embeddings.requests) == sent + 1
    shared = read_matches(alice, f"job-descriptions/{backend_job}")["matches"][0]["sharedSkills"]
    assert "Apache Kafka" in shared


def test_another_model_embeds_every_record_again(
    alice: Person, state: AppState, nora: str, backend_job: str, embed: Embed
) -> None:
    embed()
    state.engines = fake_engines(embeddings=FakeEmbeddings(name="other-model"))
    assert read_matches(alice, f"job-descriptions/{backend_job}") == {"isReady": False, "matches": []}
    assert embed() == JobCounts(processed=2)
    assert read_matches(alice, f"job-descriptions/{backend_job}")["isReady"] is True


@pytest.mark.parametrize("kind", EmbeddedKind)
def test_deleting_a_record_deletes_its_vector(
    alice: Person, database: Database, nora: str, backend_job: str, embed: Embed, kind: EmbeddedKind
) -> None:
    embed()
    is_candidate = kind is EmbeddedKind.CANDIDATE
    url = f"/api/candidates/{nora}" if is_candidate else f"/api/job-descriptions/{backend_job}"
    assert alice.delete(url).status_code == 200
    with database.reading() as session:
        left = list(session.scalars(select(RecordEmbedding.record_kind)))
    assert left == [other for other in EmbeddedKind if other is not kind]


def test_a_record_deleted_during_embedding_gets_no_vector(
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


def test_concurrent_runs_store_one_vector_per_record(
    state: AppState, anonymous: TestClient, database: Database, nora: str, backend_job: str
) -> None:
    async def twice() -> None:
        await asyncio.gather(embed_records(state), embed_records(state))

    assert anonymous.portal is not None
    anonymous.portal.call(twice)
    with database.reading() as session:
        kept = sorted(session.scalars(select(RecordEmbedding.record_id)))
    assert kept == sorted([nora, backend_job])


def test_one_run_embeds_several_batches(
    alice: Person, database: Database, embed: Embed, embeddings: FakeEmbeddings
) -> None:
    with database.transaction() as session:
        session.add_all(
            JobDescription(owner_id=alice.id, parsed={"title": f"Trade {number}"}) for number in range(70)
        )
    assert embed() == JobCounts(processed=70)
    assert [len(texts) for texts in embeddings.requests] == [32, 32, 6]
