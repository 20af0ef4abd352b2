"""Documents in an S3-compatible store: uploaded, read, deleted, with the store away and back."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from app.core.files import FolderFiles
from app.core.ids import new_id
from app.core.state import AppState
from app.documents.tables import Document
from app.files.deletion import delete_files, list_due
from app.files.work import KEEP_ORPHANS, FileWork
from app.integrations.s3_file_store import COPIES_FOLDER, S3Files
from tests.conftest import FrozenClock, Person
from tests.documents import samples
from tests.documents.uploads import upload, upload_cv
from tests.files.conftest import PREFIX, list_names, wait_until_empty
from tests.s3_server import S3Server


@pytest.fixture
def server(running_server: None) -> None:
    """The work queues run, so that uploads are processed."""


@pytest.fixture
def away(store: S3Server) -> Iterator[S3Server]:
    """The store is killed, and comes back after the test at the latest."""
    store.kill()
    yield store
    if not store.is_running:
        store.start()


def list_local(state: AppState) -> list[str]:
    folders = (state.settings.documents_dir, state.settings.data_dir / COPIES_FOLDER)
    return [path.name for folder in folders if folder.is_dir() for path in folder.iterdir()]


def test_an_upload_is_processed_from_the_store_and_nothing_stays_here(
    alice: Person, state: AppState, store: S3Server, server: None
) -> None:
    document = upload(alice, samples.CV).json()["data"]["document"]
    assert document["processingStatus"] == "completed"
    assert list_names(store) == [f"documents/{document['_id']}"]
    assert list_local(state) == []
    path = f"/api/documents/{document['_id']}/file"
    assert alice.get(path).text == samples.CV
    part = alice.get(path, headers={"Range": "bytes=5-14"})
    assert (part.status_code, part.text) == (206, samples.CV[5:15])
    assert list_local(state) == []


def test_an_upload_while_the_store_is_away_is_refused_and_can_be_repeated(
    alice: Person, state: AppState, store: S3Server, server: None, away: S3Server
) -> None:
    refused = upload(alice, samples.CV)
    assert (refused.status_code, refused.json()["code"]) == (503, "FILE_STORE_UNAVAILABLE")
    assert "127.0.0.1" not in refused.text, "the host is nobody's business"
    assert list_local(state) == []
    with state.database.reading() as session:
        assert session.scalars(select(Document)).all() == []
    away.start()
    assert upload(alice, samples.CV).status_code == 200


def test_a_file_that_cannot_be_reached_is_not_called_missing(
    alice: Person, store: S3Server, server: None
) -> None:
    document_id = upload(alice, samples.CV).json()["data"]["document"]["_id"]
    path = f"/api/documents/{document_id}/file"
    store.kill()
    assert alice.get(path).json()["code"] == "FILE_STORE_UNAVAILABLE"
    store.start()
    assert alice.get(path).text == samples.CV
    with store.open() as bucket:
        bucket.delete(f"{PREFIX}documents/{document_id}")
    assert alice.get(path).status_code == 404


async def test_a_deletion_is_repeated_until_the_store_has_done_it(
    alice: Person, state: AppState, store: S3Server, work: FileWork, files: S3Files
) -> None:
    kept, gone = "documents/kept", "documents/gone"
    for name in (kept, gone):
        place = files.find_place(name)
        place.parent.mkdir(exist_ok=True)
        place.write_text("a CV")
        files.keep(name)
    store.kill()
    await state.database.run(delete_files, state=state, names=[gone])
    await work.run_round()
    assert await state.database.read(list_due) == [gone]
    store.start()
    await work.run_round()
    assert list_names(store) == [kept]
    assert await state.database.read(list_due) == []


def test_a_candidate_is_erased_from_the_store(
    alice: Person, state: AppState, store: S3Server, server: None
) -> None:
    """By the work of the running server, which the deletion wakes."""
    candidate = upload_cv(alice, samples.CV)
    assert len(list_names(store)) == 1
    assert alice.delete(f"/api/candidates/{candidate['_id']}").status_code == 200
    wait_until_empty(store)


async def test_files_from_before_the_store_move_into_it(
    alice: Person, state: AppState, store: S3Server, work: FileWork
) -> None:
    state.files, remote = FolderFiles(state.settings.data_dir), state.files
    document_id = await _add_document(state, alice)
    (state.settings.documents_dir / "unknown").write_text("of no document")
    state.files = remote
    assert alice.get(f"/api/documents/{document_id}/file").text == samples.CV
    await work.run_round()
    assert list_names(store) == [f"documents/{document_id}"]
    assert list_local(state) == ["unknown"], "another upload may be about to create its record"
    assert alice.get(f"/api/documents/{document_id}/file").text == samples.CV


async def test_files_without_a_record_are_deleted_after_a_month(
    state: AppState, store: S3Server, work: FileWork, clock: FrozenClock
) -> None:
    """They may come back: an older database was perhaps restored."""
    with store.open() as bucket:
        bucket.send("PUT", f"{PREFIX}documents/orphan", body=b"a CV")
        bucket.send("PUT", f"{PREFIX}recordings/gone/candidate-1.rec", body=b"a voice")
    await work.run_round()
    clock.advance(days=KEEP_ORPHANS.days - 1)
    await work.run_round()
    assert len(list_names(store)) == 2
    clock.advance(days=1.1)
    await work.run_round()
    assert list_names(store) == []


async def test_a_store_of_another_database_is_left_alone(
    state: AppState, store: S3Server, work: FileWork, clock: FrozenClock
) -> None:
    with store.open() as bucket:
        bucket.send("PUT", f"{PREFIX}.database-id", body=b'"another"')
        bucket.send("PUT", f"{PREFIX}documents/orphan", body=b"a CV")
    for _ in range(3):
        await work.run_round()
        clock.advance(days=KEEP_ORPHANS.days + 1)
    assert list_names(store) == ["documents/orphan"]


async def _add_document(state: AppState, owner: Person) -> str:
    """A document as an upload leaves it, in the store of ``state``."""
    document_id = new_id()
    place = state.files.find_place(f"documents/{document_id}")
    place.parent.mkdir(exist_ok=True)
    place.write_text(samples.CV)
    state.files.keep(f"documents/{document_id}")
    with state.database.transaction() as session:
        session.add(
            Document(
                id=document_id,
                owner_id=owner.id,
                original_name="cv.txt",
                mime_type="text/plain",
                file_size_bytes=len(samples.CV),
                sha256=hashlib.sha256(samples.CV.encode()).hexdigest(),
            )
        )
    return document_id


async def test_a_file_that_two_bring_at_once_stays(state: AppState, store: S3Server, files: S3Files) -> None:
    """The later one must not take it for deleted. A request and the work of any process may meet."""
    place = files.find_place("documents/one")
    place.parent.mkdir(exist_ok=True)
    place.write_text("a CV")
    async with asyncio.TaskGroup() as group:
        for _ in range(3):
            group.create_task(asyncio.to_thread(_keep, files, "documents/one"))
    assert list_names(store) == ["documents/one"]
    assert list_local(state) == []


def _keep(files: S3Files, name: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        files.keep(name)
