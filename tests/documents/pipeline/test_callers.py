"""Callers of the document queue: timeouts, and deletions during processing."""

from __future__ import annotations

import asyncio

import pytest

from app.core.database import Database
from app.core.state import AppState
from app.documents import service
from app.documents.deletion import delete_documents
from app.documents.errors import DocumentNotFound, ProcessingFailed, ProcessingTimeout
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.tables import Document
from tests.documents import samples
from tests.documents.pipeline.actions import (
    read_allowance,
    read_document,
    receive,
)
from tests.fakes.engines import FakeLlm


async def test_processing_continues_after_the_caller_timed_out(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, llm: FakeLlm
) -> None:
    release = llm.script.hold()
    state.settings = state.settings.model_copy(update={"document_wait_seconds": 0.01})
    document_id = await receive(state, workers, owner_id, samples.NAMELESS_CV)
    with pytest.raises(ProcessingTimeout, match="Request timed out"):
        await service.wait_for(state, workers, document_id=document_id)
    release.set()
    state.settings = state.settings.model_copy(update={"document_wait_seconds": 60})
    await service.wait_for(state, workers, document_id=document_id)
    assert read_document(database, document_id).candidate_id is not None


async def test_deleting_a_document_ends_its_processing(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, llm: FakeLlm
) -> None:
    before = read_allowance(database, owner_id)
    llm.script.hold()
    document_id = await receive(state, workers, owner_id, samples.NAMELESS_CV)
    waiting = asyncio.create_task(service.wait_for(state, workers, document_id=document_id))
    await llm.script.started.wait()
    with database.transaction() as session:
        delete_documents(session, state=state, condition=Document.id == document_id)
    await waiting
    with pytest.raises(DocumentNotFound):
        await state.database.read(service.read_outcome, owner_id=owner_id, document_id=document_id)
    assert llm.script.cancelled == 1
    assert list(state.settings.documents_dir.iterdir()) == []
    assert read_allowance(database, owner_id) == before
    assert workers.find_progress(document_id) is None


async def test_deleting_the_interview_drops_only_the_link(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str, llm: FakeLlm
) -> None:
    from app.interviews.tables import Interview

    with database.transaction() as session:
        interview = Interview(
            owner_id=owner_id, room_id="r", recruiter_token="rt", candidate_token="ct", session_id="s"
        )
        session.add(interview)
        session.flush()
        interview_id = interview.id
    release = llm.script.hold()
    document_id = await receive(state, workers, owner_id, samples.NAMELESS_CV, interview_id=interview_id)
    await llm.script.started.wait()
    with database.transaction() as session:
        session.delete(session.get_one(Interview, interview_id))
    release.set()
    await service.wait_for(state, workers, document_id=document_id)
    left = read_document(database, document_id)
    assert (left.processing_status, left.interview_id) == ("completed", None)
    assert left.candidate_id is not None


def test_a_processing_error_has_the_message_of_the_document(state: AppState) -> None:
    error = ProcessingFailed(sentence="It is protected.", code="DOCUMENT_PROTECTED")
    assert (error.status, error.message) == (422, "It is protected.")
    assert ProcessingFailed(sentence="It is HTML.", code="HTML_NAMED_DOC").status == 415
