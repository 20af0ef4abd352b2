"""Deletion of documents and files together with their records."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from app.core.database import Database
from app.core.state import AppState
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
