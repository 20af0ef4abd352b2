"""Deletion of documents and files together with their records."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from app.core.database import Database
from app.core.state import AppState
from app.document_batches.jobs import count_old_batches, remove_old_batches
from app.documents.rules import MAX_UNREADABLE_UPLOADS, QUOTA_PERIOD
from app.documents.tables import Document
from models.ports import Engines
from tests.conftest import Person
from tests.documents import samples
from tests.documents.model_answers import answer
from tests.documents.uploads import upload
from tests.fakes.engines import FakeLlm, fake_engines

pytestmark = pytest.mark.usefixtures("running_server")


@pytest.fixture
def engines() -> Engines:
    return fake_engines(llm=FakeLlm(answer))


def stored_documents(database: Database) -> list[str]:
    with database.reading() as session:
        return list(session.scalars(select(Document.id).order_by(Document.created_at)))


@pytest.mark.parametrize("kind", ["cv", "job_description"])
def test_a_document_and_its_file_are_deleted_with_its_record(
    alice: Person, state: AppState, database: Database, kind: str
) -> None:
    cv = upload(alice, samples.CV, type="cv").json()["data"]
    job = upload(alice, samples.JOB, name="job.txt", type="job_description").json()["data"]
    gone, kept = (cv, job) if kind == "cv" else (job, cv)
    url = (
        f"/api/candidates/{cv['candidateProfile']['_id']}"
        if kind == "cv"
        else f"/api/job-descriptions/{job['jobDescription']['_id']}"
    )
    folder = state.settings.documents_dir
    assert (folder / gone["document"]["_id"]).is_file()
    assert alice.delete(url).status_code == 200
    assert stored_documents(database) == [kept["document"]["_id"]]
    assert not (folder / gone["document"]["_id"]).exists()
    assert (folder / kept["document"]["_id"]).is_file()


def test_a_rejected_deletion_keeps_document_and_file(
    alice: Person, state: AppState, database: Database, interview: dict[str, Any]
) -> None:
    data = upload(alice, samples.CV, type="cv", interviewId=interview["_id"]).json()["data"]
    document_id = data["document"]["_id"]
    assert alice.delete(f"/api/candidates/{data['candidateProfile']['_id']}").status_code == 409
    assert stored_documents(database) == [document_id]
    assert (state.settings.documents_dir / document_id).is_file()


def test_the_file_is_removed_only_after_the_commit(
    alice: Person, state: AppState, database: Database
) -> None:
    data = upload(alice, samples.CV, type="cv").json()["data"]
    path = state.settings.documents_dir / data["document"]["_id"]

    class Interrupted(Exception):
        pass

    def delete_and_fail() -> None:
        with database.transaction() as session:
            for hook in state.hooks.candidate_deleted:
                hook(session, data["candidateProfile"]["_id"])
            assert path.is_file()
            raise Interrupted

    with pytest.raises(Interrupted):
        delete_and_fail()
    assert path.is_file()
    assert stored_documents(database) == [data["document"]["_id"]]


def test_a_document_without_a_record_is_deleted_with_its_interview(
    alice: Person, state: AppState, database: Database, interview: dict[str, Any]
) -> None:
    """A letter or a file that could not be read has no page of its own once its interview is gone."""
    unsupported = upload(alice, samples.SHOPPING, interviewId=interview["_id"])
    assert unsupported.json()["data"]["detectedType"]["type"] == "unsupported"
    upload(alice, b"\x89PNG\r\n\x1a\n\x00\x00", name="cv.pdf", interviewId=interview["_id"])
    kept = upload(alice, samples.CV, type="cv", interviewId=interview["_id"]).json()["data"]["document"]
    assert len(stored_documents(database)) == 3
    assert alice.delete(f"/api/interview/{interview['_id']}").status_code == 200
    assert stored_documents(database) == [kept["_id"]]
    assert [path.name for path in state.settings.documents_dir.iterdir()] == [kept["_id"]]


async def test_old_single_uploads_that_nothing_refers_to_are_deleted(
    alice: Person, state: AppState, database: Database, interview: dict[str, Any]
) -> None:
    """No list shows them, so nobody could delete them by hand."""
    upload(alice, b"\x89PNG\r\n\x1a\n\x00\x00", name="cv.pdf")
    upload(alice, samples.SHOPPING)
    imported = upload(alice, samples.CV, type="cv").json()["data"]["document"]["_id"]
    of_interview = upload(alice, f"{samples.SHOPPING} ", interviewId=interview["_id"])
    kept = [imported, of_interview.json()["data"]["document"]["_id"]]

    def last_changed(days_ago: float) -> None:
        with database.transaction() as session:
            session.execute(update(Document).values(updated_at=state.now() - timedelta(days=days_ago)))

    last_changed(29.9)
    assert (await remove_old_batches(state)).processed == 0
    last_changed(30.1)
    assert (await count_old_batches(state)).processed == 2
    assert (await remove_old_batches(state)).processed == 2
    assert stored_documents(database) == kept
    assert sorted(path.name for path in state.settings.documents_dir.iterdir()) == sorted(kept)


def test_unreadable_uploads_are_limited_per_day(
    alice: Person, bob: Person, state: AppState, database: Database
) -> None:
    """A failed document costs no allowance: without a limit, one user fills the disk."""
    state.settings = state.settings.model_copy(update={"max_upload_bytes": 1024})
    for number in range(MAX_UNREADABLE_UPLOADS):
        assert upload(alice, f"{samples.SHOPPING} {number}".ljust(1024)).status_code == 200
    refused = upload(alice, samples.CV)
    assert (refused.status_code, refused.json()["code"]) == (429, "UPLOAD_QUOTA_REACHED")
    assert refused.headers["Retry-After"]
    assert len(list(state.settings.documents_dir.iterdir())) == MAX_UNREADABLE_UPLOADS
    assert upload(bob, samples.CV[:1000]).status_code == 200
    with database.transaction() as session:
        session.execute(update(Document).values(created_at=state.now() - QUOTA_PERIOD))
    assert upload(alice, samples.CV[:1000]).status_code == 200
