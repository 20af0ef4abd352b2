"""Batches: creation, uploads, listing, deletion and cleanup."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from app.core.database import Database
from app.core.state import AppState
from app.document_batches import service
from app.document_batches.jobs import count_old_batches, remove_old_batches
from app.document_batches.tables import DocumentBatch
from app.documents.tables import Document
from tests.conftest import FrozenClock, Person
from tests.document_batches.conftest import AddRead, cv
from tests.documents import samples
from tests.documents.uploads import read_assessed, wait_for_record

pytestmark = pytest.mark.usefixtures("running_server")


def upload(
    who: Any, batch_id: str, content: str | bytes = samples.CV, *, wait: bool = True, **form: str
) -> Any:
    return who.post(
        f"/api/document-batches/{batch_id}/documents",
        params={} if wait else {"wait": "false"},
        files={"document": ("cv.txt", content)},
        data=form,
    )


def list_documents(database: Database) -> list[str]:
    with database.reading() as session:
        return list(session.scalars(select(Document.id)))


def test_a_batch_is_filled_previewed_and_imported(alice: Person, batch_id: str) -> None:
    first = upload(alice, batch_id)
    assert first.status_code == 200, first.text
    assert first.json()["data"]["detectedType"]["type"] == "cv"
    document = first.json()["data"]["document"]
    assert (document["batchId"], document["candidateProfileId"]) == (batch_id, None)
    assert upload(alice, batch_id, samples.JOB).json()["data"]["detectedType"]["type"] == "job_description"
    shown = alice.get(f"/api/document-batches/{batch_id}").json()["data"]
    assert [row["processingStatus"] for row in shown["documents"]] == ["completed", "completed"]
    data = alice.get(f"/api/document-batches/{batch_id}/preview").json()["data"]
    assert [row["name"] for row in data["candidates"]] == ["Nora Lindqvist"]
    assert [row["title"] for row in data["jobs"]] == ["Staff Platform Engineer"]
    body = {
        "selectedCandidates": [data["candidates"][0]["sourceDocumentId"]],
        "selectedJobs": [data["jobs"][0]["sourceDocumentId"]],
    }
    assert alice.post(f"/api/document-batches/{batch_id}/commit", json=body).status_code == 200
    late = upload(alice, batch_id)
    assert (late.status_code, late.json()["code"]) == (409, "INVALID_STATE")


def test_an_upload_without_waiting_returns_at_once(alice: Person, batch_id: str) -> None:
    added = upload(alice, batch_id, wait=False)
    assert added.status_code == 202
    assert added.json()["data"]["document"]["batchId"] == batch_id


def test_an_unreadable_document_of_a_batch_says_why(alice: Person, batch_id: str) -> None:
    failed = upload(alice, batch_id, b"MZ\x90\x00" + bytes(200))
    assert (failed.status_code, failed.json()["code"]) == (415, "UNSUPPORTED_FILE")
    (row,) = alice.get(f"/api/document-batches/{batch_id}").json()["data"]["documents"]
    assert (row["processingStatus"], row["errorCode"]) == ("failed", "UNSUPPORTED_FILE")


def test_a_full_batch_rejects_uploads(
    alice: Person,
    database: Database,
    state: AppState,
    batch_id: str,
    add_read: AddRead,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "MAX_DOCUMENTS", 1)
    kept = add_read(cv())
    refused = upload(alice, batch_id)
    assert (refused.status_code, refused.json()["fields"][0]["path"]) == (422, "document")
    assert refused.json()["error"] == (
        "An import can hold up to 1,000 documents. Finish this one and start another."
    )
    assert list_documents(database) == [kept]
    assert [path.name for path in state.settings.documents_dir.iterdir()] == [kept]


def test_open_batches_are_listed(
    alice: Person, bob: Person, anonymous: Any, batch_id: str, add_read: AddRead, clock: FrozenClock
) -> None:
    document_id = add_read(cv())
    clock.advance(minutes=1)
    newer = alice.post("/api/document-batches").json()["data"]["batchId"]
    rows = alice.get("/api/document-batches", params={"status": "open"}).json()["data"]
    assert [(row["batchId"], row["documentCount"]) for row in rows] == [(newer, 0), (batch_id, 1)]
    body = {"selectedCandidates": [document_id], "selectedJobs": []}
    alice.post(f"/api/document-batches/{batch_id}/commit", json=body)
    rows = alice.get("/api/document-batches", params={"status": "open"}).json()["data"]
    assert [row["batchId"] for row in rows] == [newer]
    assert len(alice.get("/api/document-batches").json()["data"]) == 2
    assert bob.get("/api/document-batches").json()["data"] == []
    assert anonymous.get("/api/document-batches").status_code == 401
    assert alice.get("/api/document-batches", params={"status": "lost"}).status_code == 422


def test_batches_are_listed_in_pages(alice: Person, batch_id: str, clock: FrozenClock) -> None:
    clock.advance(minutes=1)
    newer = alice.post("/api/document-batches").json()["data"]["batchId"]
    first, second = (
        alice.get("/api/document-batches", params={"limit": 1, "page": page}).json() for page in (1, 2)
    )
    assert [row["batchId"] for row in first["data"]] == [newer]
    assert first["pagination"] == {"page": 1, "limit": 1, "total": 2, "totalPages": 2, "hasMore": True}
    assert [row["batchId"] for row in second["data"]] == [batch_id]
    assert second["pagination"]["hasMore"] is False
    assert alice.get("/api/document-batches").json()["pagination"]["limit"] == 10


def test_an_open_batch_is_deleted_with_its_documents(
    alice: Person,
    bob: Person,
    anonymous: Any,
    state: AppState,
    database: Database,
    batch_id: str,
    add_read: AddRead,
) -> None:
    document_id = add_read(cv())
    url = f"/api/document-batches/{batch_id}"
    for method in ("get", "delete"):
        assert getattr(anonymous, method)(url).status_code == 401
        assert getattr(bob, method)(url).status_code == 404
        assert getattr(alice, method)("/api/document-batches/nothing").status_code == 404
    assert (state.settings.documents_dir / document_id).is_file()
    assert alice.delete(url).json() == {"success": True}
    assert list_documents(database) == []
    assert not (state.settings.documents_dir / document_id).exists()
    assert alice.delete(url).status_code == 404


def test_a_failed_document_that_is_read_after_the_import_is_imported_by_itself(
    alice: Person, database: Database, batch_id: str
) -> None:
    chef = upload(alice, batch_id, samples.JOB).json()["data"]["document"]["_id"]
    nora = upload(alice, batch_id).json()["data"]["document"]["_id"]
    failed = {"processing_status": "failed", "error_code": "ENGINE_FAILED", "facts": None, "type": None}
    with database.transaction() as session:
        session.execute(update(Document).where(Document.id == nora).values(**failed))
    body = {"selectedCandidates": [], "selectedJobs": [chef]}
    assert alice.post(f"/api/document-batches/{batch_id}/commit", json=body).status_code == 200
    assert alice.get("/api/candidates/profiles").json()["data"] == []
    assert alice.post(f"/api/documents/{nora}/retry").status_code == 200
    read_assessed(alice, f"/api/candidates/profile/{wait_for_record(alice, nora)}")
    assert [row["name"] for row in alice.get("/api/candidates/profiles").json()["data"]] == ["Nora Lindqvist"]


def test_a_committed_batch_cannot_be_deleted(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    document_id = add_read(cv())
    body = {"selectedCandidates": [document_id], "selectedJobs": []}
    alice.post(f"/api/document-batches/{batch_id}/commit", json=body)
    refused = alice.delete(f"/api/document-batches/{batch_id}")
    assert (refused.status_code, refused.json()["code"]) == (409, "INVALID_STATE")
    assert list_documents(database) == [document_id]


def test_anonymous_and_other_users_cannot_add_documents(
    alice: Person, bob: Person, anonymous: Any, state: AppState, database: Database, batch_id: str
) -> None:
    assert anonymous.post("/api/document-batches").status_code == 401
    assert upload(anonymous, batch_id).status_code == 401
    refused = upload(bob, batch_id)
    assert (refused.status_code, refused.json()["code"]) == (404, "DOCUMENT_BATCH_NOT_FOUND")
    assert upload(alice, "nothing").status_code == 404
    assert list_documents(database) == []
    folder = state.settings.documents_dir
    assert not folder.exists() or list(folder.iterdir()) == []


async def test_old_unimported_documents_are_deleted(
    alice: Person, state: AppState, database: Database, batch_id: str, add_read: AddRead
) -> None:
    def last_changed(days_ago: float, *batch_ids: str) -> None:
        # The clock is not moved, or the server's own scheduler would run the job too.
        with database.transaction() as session:
            changed_at = state.now() - timedelta(days=days_ago)
            session.execute(
                update(DocumentBatch).where(DocumentBatch.id.in_(batch_ids)).values(updated_at=changed_at)
            )

    imported, left = add_read(cv()), add_read(cv("Left", "left@example.com"))
    body = {"selectedCandidates": [imported], "selectedJobs": []}
    alice.post(f"/api/document-batches/{batch_id}/commit", json=body)
    abandoned = alice.post("/api/document-batches").json()["data"]["batchId"]
    forgotten = add_read(cv("Forgotten", "f@example.com"), batch_id=abandoned)
    fresh = alice.post("/api/document-batches").json()["data"]["batchId"]
    kept = add_read(cv("Kept", "k@example.com"), batch_id=fresh)
    last_changed(29.9, batch_id, abandoned, fresh)
    assert (await remove_old_batches(state)).processed == 0
    last_changed(30.1, batch_id, abandoned)
    assert (await count_old_batches(state)).processed == 2
    assert (await remove_old_batches(state)).processed == 2
    assert sorted(list_documents(database)) == sorted([imported, kept])
    files = sorted(path.name for path in state.settings.documents_dir.iterdir())
    assert files == sorted([imported, kept])
    assert {left, forgotten}.isdisjoint(files)
    with database.reading() as session:
        assert list(session.scalars(select(DocumentBatch.id))) == [fresh]
        assert session.get_one(Document, imported).candidate_id is not None
    assert (await remove_old_batches(state)).processed == 0
