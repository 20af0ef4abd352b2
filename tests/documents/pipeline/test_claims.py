"""Document queue: each document is claimed, processed and charged once."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from app.billing.errors import DocumentsLimitReached
from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.state import AppState
from app.documents import service
from app.documents.errors import ProcessingFailed
from app.documents.pipeline.workers import DocumentWorkers
from app.users.accounts import create_user
from app.users.tables import Role
from tests.documents import samples
from tests.documents.pipeline.actions import (
    new_workers,
    process,
    read_allowance,
    read_document,
    receive,
    retry,
    set_allowance,
    until_assessed,
)
from tests.fakes.engines import FakeLlm
from tests.fakes.prompts import asks_for


async def test_concurrent_copies_of_a_file_are_processed_and_charged_once(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, llm: FakeLlm
) -> None:
    before = read_allowance(database, owner_id)
    results = await asyncio.gather(
        *(process(state, workers, owner_id, samples.CV, name=f"{n}.txt") for n in range(4))
    )
    assert len({result.candidate_profile.id for result in results if result.candidate_profile}) == 1
    first = [result.document.id for result in results if result.document.same_as_id is None]
    assert len(first) == 1
    assert {result.document.same_as_id for result in results} == {None, first[0]}
    assert read_allowance(database, owner_id) == before - 1
    for result in results:
        await until_assessed(database, result.document.id)
    summaries = [r for r in llm.requests if asks_for(r, "profile-assess", "summary")]
    assert len(summaries) == 1


async def test_a_copy_with_another_stated_type_is_processed_again(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str
) -> None:
    first = await process(state, workers, owner_id, samples.CV)
    stated = await process(state, workers, owner_id, samples.CV, stated_type="job_description")
    assert first.detected_type.type == "cv"
    assert stated.detected_type.type == "job_description"
    assert stated.document.same_as_id is None


async def test_a_copy_of_another_owner_is_processed_again(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str
) -> None:
    with database.transaction() as session:
        bob = create_user(session, username="bob", role=Role.RECRUITER)
        for hook in state.hooks.user_created:
            hook(session, bob.id)
    await process(state, workers, owner_id, samples.CV)
    result = await process(state, workers, bob.id, samples.CV)
    assert result.document.same_as_id is None
    assert result.candidate_profile is not None


async def test_fifty_concurrent_uploads_with_an_allowance_of_three_keep_three(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str
) -> None:
    set_allowance(database, owner_id, 3)

    async def one(number: int) -> str:
        text = samples.LETTER.replace("nora.", f"nora{number}.")
        try:
            await process(state, workers, owner_id, text, name=f"{number}.txt")
        except (DocumentsLimitReached, ProcessingFailed) as refused:
            return f"{refused.status} {refused.code}"
        return "done"

    ends = await asyncio.gather(*(one(number) for number in range(50)))
    assert (ends.count("done"), ends.count("402 DOCUMENTS_LIMIT")) == (3, 47)
    assert read_allowance(database, owner_id) == 0
    with database.reading() as session:
        assert len(session.scalars(select(Candidate)).all()) == 3


async def test_a_document_without_allowance_can_be_retried(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, llm: FakeLlm
) -> None:
    release = llm.script.hold()
    document_id = await receive(state, workers, owner_id, samples.NAMELESS_CV)
    await llm.script.started.wait()
    set_allowance(database, owner_id, 0)
    release.set()
    await service.wait_for(state, workers, document_id=document_id)
    failed = read_document(database, document_id)
    assert (failed.processing_status, failed.error_code) == ("failed", "DOCUMENTS_LIMIT")
    with pytest.raises(DocumentsLimitReached):
        await retry(state, workers, owner_id, document_id)
    set_allowance(database, owner_id, 1)
    await retry(state, workers, owner_id, document_id)
    await service.wait_for(state, workers, document_id=document_id)
    assert read_document(database, document_id).processing_status == "completed"
    assert read_allowance(database, owner_id) == 0


async def test_awaited_documents_precede_a_batch(
    state: AppState, database: Database, owner_id: str, batch_id: str, llm: FakeLlm
) -> None:
    idle = new_workers(state)
    for number in range(3):
        await receive(
            state, idle, owner_id, f"{samples.JOB}\n{number}", batch_id=batch_id, is_waited_for=False
        )
    waited_for = await receive(state, idle, owner_id, samples.JOB)
    with database.reading() as session:
        from app.documents import repository

        assert repository.DOCUMENT_ITEMS.list_due(session, now=state.now())[0] == waited_for
        assert repository.queue_positions(session)[waited_for] == 0
