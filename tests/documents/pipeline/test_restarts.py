"""Restarts and failures of the document queue."""

from __future__ import annotations

import errno
import io
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.core.database import Database
from app.core.errors import AppError
from app.core.state import AppState
from app.documents import service
from app.documents.errors import ProcessingFailed
from app.documents.pipeline import transactions
from app.documents.pipeline.workers import DocumentWorkers
from app.documents.rules import INTERRUPTED, MAX_ATTEMPTS
from app.documents.schemas import DocumentProgress
from app.documents.service import Upload
from app.documents.tables import Document
from tests.conftest import FrozenClock
from tests.documents import samples
from tests.documents.pipeline.actions import (
    new_workers,
    process,
    read_document,
    receive,
)
from tests.fakes.engines import FakeLlm


async def test_work_of_a_stopped_server_is_finished_by_the_next(
    state: AppState, database: Database, owner_id: str, llm: FakeLlm
) -> None:
    first = new_workers(state)
    await first.start()
    release = llm.script.hold()
    document_id = await receive(state, first, owner_id, samples.NAMELESS_CV)
    await llm.script.started.wait()
    await first.stop()
    left = read_document(database, document_id)
    assert (left.processing_status, left.attempts, left.claim_id) == ("queued", 0, None)
    release.set()
    second = new_workers(state)
    await second.start()
    await service.wait_for(state, second, document_id=document_id)
    await second.stop()
    assert read_document(database, document_id).processing_status == "completed"


@pytest.mark.parametrize(
    ("attempts", "status", "error"), [(1, "completed", None), (MAX_ATTEMPTS, "failed", INTERRUPTED)]
)
async def test_a_file_that_kills_the_server_is_given_up(
    state: AppState, database: Database, owner_id: str, attempts: int, status: str, error: str | None
) -> None:
    crashed = new_workers(state)
    document_id = await receive(state, crashed, owner_id, samples.CV)
    with database.transaction() as session:
        session.execute(
            update(Document).values(processing_status="processing", claim_id="dead", attempts=attempts)
        )
    workers = new_workers(state)
    await workers.start()
    await service.wait_for(state, workers, document_id=document_id)
    await workers.stop()
    document = read_document(database, document_id)
    assert (document.processing_status, document.processing_error) == (status, error)


async def test_files_without_a_document_are_set_aside_at_start(
    state: AppState, database: Database, owner_id: str, clock: FrozenClock
) -> None:
    idle = new_workers(state)
    kept = await receive(state, idle, owner_id, samples.CV)
    folder = state.settings.documents_dir
    (folder / "orphan").write_bytes(b"left by a crash")
    clock.advance(days=2)
    workers = new_workers(state)
    await workers.start()
    await service.wait_for(state, workers, document_id=kept)
    await workers.stop()
    assert (folder / kept).is_file()
    assert [path.name for path in folder.glob(".set-aside/*/*")] == ["orphan"]
    assert not (folder / "orphan").exists()


async def test_a_folder_that_cannot_be_swept_does_not_prevent_the_start(
    state: AppState, database: Database, owner_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = new_workers(state)
    document_id = await receive(state, idle, owner_id, samples.CV)

    def refuse(_path: Path, _text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", refuse)
        workers = new_workers(state)
        await workers.start()
    await service.wait_for(state, workers, document_id=document_id)
    await workers.stop()
    assert read_document(database, document_id).processing_status == "completed"


async def test_a_missing_file_fails_with_one_sentence(
    state: AppState, database: Database, owner_id: str
) -> None:
    idle = new_workers(state)
    document_id = await receive(state, idle, owner_id, samples.CV)
    (state.settings.documents_dir / document_id).unlink()
    workers = new_workers(state)
    await workers.start()
    await service.wait_for(state, workers, document_id=document_id)
    await workers.stop()
    assert "upload it again" in str(read_document(database, document_id).processing_error)


async def test_processing_resumes_after_a_full_disk(
    state: AppState,
    database: Database,
    workers: DocumentWorkers,
    owner_id: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, failures = transactions.finish, iter([True, True])

    def finish(session: Session, **values: Any) -> DocumentProgress | None:
        if next(failures, False):
            raise OperationalError("UPDATE", {}, Exception("database or disk is full"))
        return real(session, **values)

    monkeypatch.setattr(transactions, "finish", finish)
    result = await process(state, workers, owner_id, samples.CV)
    assert result.candidate_profile is not None
    assert read_document(database, result.document.id).processing_status == "completed"


async def test_an_unexpected_error_fails_one_document(
    state: AppState,
    database: Database,
    workers: DocumentWorkers,
    owner_id: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def finish(_session: Session, **_values: Any) -> DocumentProgress | None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(transactions, "finish", finish)
    with pytest.raises(ProcessingFailed) as failure:
        await process(state, workers, owner_id, samples.CV)
    assert (failure.value.status, failure.value.code) == (500, "PROCESSING_FAILED")
    monkeypatch.undo()
    assert (await process(state, workers, owner_id, samples.JOB)).job_description is not None


async def test_a_rejected_upload_leaves_no_file(
    state: AppState, database: Database, workers: DocumentWorkers, owner_id: str
) -> None:
    class Closed(AppError):
        pass

    asked = iter([False, True])

    def admit(_session: Session) -> None:
        if next(asked):
            raise Closed("Committed between the look and the row.")

    with pytest.raises(Closed):
        await service.receive_upload(
            state,
            workers,
            owner_id=owner_id,
            upload=Upload(file=io.BytesIO(b"x"), name="a.txt"),
            admit=admit,
        )
    assert list(state.settings.documents_dir.iterdir()) == []
    with database.reading() as session:
        assert session.scalars(select(Document)).all() == []
