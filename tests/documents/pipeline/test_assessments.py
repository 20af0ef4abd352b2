"""Documents of batches, and the assessments after their import."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select, update

from app.candidates.schemas import PatchCandidate
from app.candidates.service import CANDIDATE, change_candidate
from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.state import AppState
from app.documents import repository
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.rules import MAX_ASSESSMENT_ATTEMPTS
from app.documents.tables import Document, DocumentType
from app.job_descriptions.tables import JobDescription
from app.record_history.tables import ChangeCause, RecordChange
from app.records.service import delete_record
from models.ports import EngineUnavailable, Priority
from tests.documents import samples
from tests.documents.model_answers import ASSESSMENT, JOB_SUMMARY, answer
from tests.documents.pipeline.actions import (
    commit,
    new_workers,
    process,
    read_allowance,
    read_document,
    read_in_batch,
    retry,
    until_assessed,
)
from tests.fakes.engines import FakeLlm
from tests.fakes.prompts import asks_for


async def test_a_document_of_a_batch_has_facts_and_creates_no_record(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    before = read_allowance(database, owner_id)
    document_id = await read_in_batch(state, workers, owner_id, batch_id, samples.CV)
    document = read_document(database, document_id)
    assert (document.processing_status, document.candidate_id) == ("completed", None)
    assert document.facts is not None
    assert document.facts["candidate"]["name"] == "Nora Lindqvist"
    assert document.assessment_status == "none"
    assert llm.requests == []
    assert read_allowance(database, owner_id) == before - 1
    with database.reading() as session:
        assert session.scalars(select(Candidate)).all() == []


@pytest.mark.parametrize("written", ["summary", "keyStrengths"])
async def test_assessments_after_the_import_fill_only_blanks(
    state: AppState,
    database: Database,
    workers: DocumentWorkers,
    owner_id: str,
    batch_id: str,
    llm: FakeLlm,
    written: str,
) -> None:
    by_alice = {"summary": "What alice wrote.", "keyStrengths": ["What alice wrote."]}[written]
    document_id = await read_in_batch(state, workers, owner_id, batch_id, samples.CV)
    release = llm.script.hold()
    candidate_id = commit(database, document_id, owner_id)
    with database.transaction() as session:
        candidate = session.get_one(Candidate, candidate_id)
        assert candidate.is_assessment_pending
    workers.wake()
    await llm.script.started.wait()
    with database.transaction() as session:
        change_candidate(
            session,
            candidate=session.get_one(Candidate, candidate_id),
            changes=PatchCandidate.model_validate({"cvProfile": {written: by_alice}}),
        )
    release.set()
    assert (await until_assessed(database, document_id)).assessment_status == "written"
    with database.reading() as session:
        candidate = session.get_one(Candidate, candidate_id)
        causes = session.scalars(select(RecordChange.cause).order_by(RecordChange.created_at)).all()
    assert candidate.cv_profile is not None
    assert candidate.cv_profile[written] == by_alice
    if written == "summary":
        assert len(candidate.cv_profile["keyStrengths"]) == 3
    else:
        assert candidate.cv_profile["summary"] == ASSESSMENT
    assert not candidate.is_assessment_pending
    assert ChangeCause.ASSESSED in causes
    assert set(llm.script.priorities) == {Priority.BACKGROUND}


async def test_a_job_description_gets_its_summary_after_the_import(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, batch_id: str
) -> None:
    document_id = await read_in_batch(state, workers, owner_id, batch_id, samples.JOB)
    job_id = commit(database, document_id, owner_id)
    workers.wake()
    await until_assessed(database, document_id)
    with database.reading() as session:
        job = session.get_one(JobDescription, job_id)
    assert job.parsed is not None
    assert job.parsed["summary"] == JOB_SUMMARY
    assert job.parsed["company"]["industry"] == "Logistics"
    assert not job.is_assessment_pending


async def test_a_failed_assessment_is_not_pending_and_can_be_retried(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    document_id = await read_in_batch(state, workers, owner_id, batch_id, samples.CV)
    llm.script.fail_next(EngineUnavailable("no model"), times=MAX_ASSESSMENT_ATTEMPTS)
    candidate_id = commit(database, document_id, owner_id)
    workers.wake()
    assert (await until_assessed(database, document_id)).assessment_status == "failed"
    with database.reading() as session:
        assert not session.get_one(Candidate, candidate_id).is_assessment_pending
    await retry(state, workers, owner_id, document_id)
    assert (await until_assessed(database, document_id)).assessment_status == "written"
    with database.reading() as session:
        profile = session.get_one(Candidate, candidate_id).cv_profile
    assert profile is not None
    assert profile["summary"] == ASSESSMENT


async def test_a_candidate_deleted_during_the_assessment_stays_deleted(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    document_id = await read_in_batch(state, workers, owner_id, batch_id, samples.CV)
    llm.script.hold()
    candidate_id = commit(database, document_id, owner_id)
    workers.wake()
    await llm.script.started.wait()
    with database.transaction() as session:
        delete_record(session, CANDIDATE, owner_id=owner_id, record_id=candidate_id, hooks=state.hooks)
    async with asyncio.timeout(60):
        while llm.script.cancelled == 0:
            await asyncio.sleep(0.01)
    assert list(state.settings.documents_dir.iterdir()) == []


async def test_interrupted_assessments_are_written_by_the_next_server(
    state: AppState, database: Database, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    first = new_workers(state)
    await first.start()
    document_id = await read_in_batch(state, first, owner_id, batch_id, samples.CV)
    release = llm.script.hold()
    commit(database, document_id, owner_id)
    first.wake()
    await llm.script.started.wait()
    await first.stop()
    assert read_document(database, document_id).assessment_status == "queued"
    release.set()
    with database.transaction() as session:
        # As a killed server leaves it.
        session.execute(update(Document).values(assessment_status="running", claim_id="dead"))
    second = new_workers(state)
    await second.start()
    assert (await until_assessed(database, document_id)).assessment_status == "written"
    await second.stop()


async def test_a_batch_is_parsed_by_patterns_without_a_model(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    llm.script.answers = lambda _request: EngineUnavailable("no model")
    nameless = "What you will do\n- Operate clusters\n\nWhat you bring\n- Terraform\n- Kubernetes\n"
    document_id = await read_in_batch(
        state, workers, owner_id, batch_id, nameless, stated_type=DocumentType.JOB_DESCRIPTION
    )
    document = read_document(database, document_id)
    assert llm.requests, "the model was asked for the employer"
    assert document.processing_status == "completed"
    assert document.facts is not None
    assert document.facts["job"]["parsed"]["company"]["name"] == ""
    assert document.facts["job"]["parsed"]["requirements"] == ["Terraform", "Kubernetes"]


async def test_a_copy_for_an_interview_reuses_batch_facts_and_adds_the_assessment(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, batch_id: str
) -> None:
    before = read_allowance(database, owner_id)
    first = await read_in_batch(state, workers, owner_id, batch_id, samples.CV)
    result = await process(state, workers, owner_id, samples.CV)
    assert result.document.same_as_id == first
    assert (await until_assessed(database, result.document.id)).assessment_status == "written"
    assert result.candidate_profile is not None
    with database.reading() as session:
        profile = session.get_one(Candidate, result.candidate_profile.id).cv_profile
    assert profile is not None
    assert profile["summary"] == ASSESSMENT
    assert read_allowance(database, owner_id) == before - 1


async def test_a_single_upload_has_its_facts_before_the_model_has_written_anything(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, llm: FakeLlm
) -> None:
    release = llm.script.hold()
    result = await process(state, workers, owner_id, samples.CV)
    profile = result.candidate_profile
    assert profile is not None
    assert profile.is_assessment_pending
    assert (profile.name, profile.email) == ("Nora Lindqvist", "nora.lindqvist@example.com")
    assert profile.cv_parsed is not None
    assert [entry.company for entry in profile.cv_parsed.experience] == [
        "Fjordline Freight AS", "Halden Shipping Group",
    ]  # fmt: skip
    assert "Kubernetes" in profile.cv_parsed.skills
    release.set()
    assert (await until_assessed(database, result.document.id)).assessment_status == "written"
    # A user who waits for questions goes first.
    assert set(llm.script.priorities) == {Priority.BACKGROUND}


async def test_single_uploads_are_assessed_before_imports(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    imported = await read_in_batch(state, workers, owner_id, batch_id, samples.CV)
    commit(database, imported, owner_id)
    release = llm.script.hold()
    single = (await process(state, workers, owner_id, samples.JOB)).document.id
    with database.transaction() as session:
        session.execute(update(Document).values(assessment_status="queued", claim_id=None))
    with database.reading() as session:
        assert repository.ASSESSMENT_ITEMS.list_due(session, now=state.now()) == [single, imported]
    release.set()


UNNAMED = samples.CV.replace(
    "Systems Administrator, Halden Shipping Group, Halden\n", "Halden, night watch\n"
)
"""Patterns do not find the title of the second position."""


@pytest.mark.parametrize("is_edited", [False, True])
async def test_positions_are_named_with_the_assessment_unless_a_person_changed_them(
    state: AppState,
    database: Database,
    workers: DocumentWorkers,
    owner_id: str,
    llm: FakeLlm,
    is_edited: bool,
) -> None:
    release = llm.script.hold()
    llm.script.answers = lambda request: (
        "night watch" if asks_for(request, "profile-assess", "title") else answer(request)
    )
    result = await process(state, workers, owner_id, UNNAMED)
    assert result.candidate_profile is not None
    candidate_id = result.candidate_profile.id
    if is_edited:
        with database.transaction() as session:
            candidate = session.get_one(Candidate, candidate_id)
            assert candidate.cv_parsed is not None
            entries = [{**entry, "title": "By alice"} for entry in candidate.cv_parsed["experience"]]
            change_candidate(
                session,
                candidate=candidate,
                changes=PatchCandidate.model_validate({"cvParsed": {"experience": entries}}),
            )
    release.set()
    await until_assessed(database, result.document.id)
    with database.reading() as session:
        parsed = session.get_one(Candidate, candidate_id).cv_parsed
    assert parsed is not None
    titles = [entry["title"] for entry in parsed["experience"]]
    assert titles == (["By alice"] * 2 if is_edited else ["Senior Platform Engineer", "night watch"])
