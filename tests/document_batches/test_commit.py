"""Commit of a batch: once, in slices, continued after an interruption."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.document_batches import commit as commits
from app.document_batches.jobs import continue_imports
from app.document_batches.schemas import CommitBatch
from app.document_batches.service import create_batch
from app.document_batches.tables import DocumentBatch
from app.documents.importing import import_document
from app.documents.tables import AssessmentStatus, Document, ProcessingStatus
from app.job_descriptions.tables import JobDescription
from tests.conftest import Person
from tests.document_batches.conftest import AddRead, cv, job, letter


def commit(person: Any, batch_id: str, candidates: list[str], jobs: list[str] | None = None) -> Any:
    body = {"selectedCandidates": candidates, "selectedJobs": jobs or []}
    return person.post(f"/api/document-batches/{batch_id}/commit", json=body)


def counts(database: Database) -> tuple[int, int]:
    with database.reading() as session:
        return len(session.scalars(select(Candidate.id)).all()), len(
            session.scalars(select(JobDescription.id)).all()
        )


def test_a_selection_becomes_candidates_and_jobs(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    nora, chef, _left_out = add_read(cv()), add_read(job()), add_read(cv("Left Out", "left@example.com"))
    data = commit(alice, batch_id, [nora], [chef]).json()["data"]
    assert [row["name"] for row in data["createdCandidates"]] == ["Nora Lindqvist"]
    assert [row["title"] for row in data["createdJobs"]] == ["Chef"]
    assert (data["updatedCandidates"], data["updatedJobs"], data["skipped"]) == ([], [], 0)
    shown = alice.get(f"/api/candidates/profile/{data['createdCandidates'][0]['_id']}").json()["data"]
    assert shown["email"] == "nora@example.com"
    assert counts(database) == (1, 1)
    with database.reading() as session:
        document = session.get_one(Document, nora)
        assert document.candidate_id == data["createdCandidates"][0]["_id"]
    history = alice.get(f"/api/candidates/{shown['_id']}/history").json()["data"]
    assert [(row["cause"], row["documentName"], row["actorName"]) for row in history] == [
        ("created", "1.pdf", "Alice")
    ]
    batch = alice.get(f"/api/document-batches/{batch_id}").json()["data"]
    assert (batch["status"], batch["result"]) == ("committed", data)


def test_assessments_are_written_after_the_commit(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    nora, chef, theirs = add_read(cv()), add_read(job()), add_read(letter())
    assert commit(alice, batch_id, [nora, theirs], [chef]).status_code == 200
    with database.reading() as session:
        statuses = {row.id: row.assessment_status for row in session.scalars(select(Document))}
        records = [*session.scalars(select(Candidate)), *session.scalars(select(JobDescription))]
        assert [record.is_assessment_pending for record in records] == [True, True]
    queued, none = AssessmentStatus.QUEUED, AssessmentStatus.NONE
    assert statuses == {nora: queued, chef: queued, theirs: none}


def test_repeating_a_selection_gives_the_same_response(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    one, two = add_read(cv()), add_read(cv("Other", "other@example.com"))
    first = commit(alice, batch_id, [one, two]).json()
    assert commit(alice, batch_id, [two, one, one]).json() == first
    other = commit(alice, batch_id, [one])
    assert (other.status_code, other.json()["code"]) == (409, "INVALID_STATE")
    assert counts(database) == (2, 0)


def test_fifty_commits_at_once_have_one_effect(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    ids = [add_read(cv(f"Person {n}", f"p{n}@example.com")) for n in range(4)]
    with ThreadPoolExecutor(50) as pool:
        responses = list(pool.map(lambda _: commit(alice, batch_id, ids), range(50)))
    assert {response.status_code for response in responses} == {200}
    assert all(response.json() == responses[0].json() for response in responses)
    assert counts(database) == (4, 0)


def test_two_documents_of_one_person_become_one_new_candidate(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    theirs = letter(phone="+47 22 55 01 42")
    ids = [add_read(theirs), add_read(cv()), add_read(cv("N. Lindqvist", "NORA@example.com"))]
    data = commit(alice, batch_id, ids).json()["data"]
    assert len(data["createdCandidates"]) == 1
    assert data["updatedCandidates"] == []
    profile = alice.get(f"/api/candidates/profile/{data['createdCandidates'][0]['_id']}").json()["data"]
    # The CV is imported first although it was uploaded second; the cover letter fills its blanks.
    assert (profile["name"], profile["phone"]) == ("Nora Lindqvist", "+47 22 55 01 42")
    assert counts(database) == (1, 0)


def test_known_records_are_updated(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    first = commit(alice, batch_id, [add_read(cv())], [add_read(job())]).json()["data"]
    again = alice.post("/api/document-batches").json()["data"]["batchId"]
    nora = add_read(cv(phone="12345678"), batch_id=again)
    chef = add_read(job("CHEF (m/f/d)", "Acme", benefits=["Lunch"]), batch_id=again)
    second = commit(alice, again, [nora], [chef]).json()["data"]
    assert second["updatedCandidates"] == first["createdCandidates"]
    assert second["updatedJobs"] == first["createdJobs"]
    assert (second["createdCandidates"], second["createdJobs"]) == ([], [])
    assert counts(database) == (1, 1)


def test_two_copies_of_a_file_without_a_name_become_one_candidate(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    unnamed = cv("", None)
    ids = [add_read(unnamed, content="same"), add_read(unnamed, content="same")]
    other = add_read(cv("", None), content="another")
    data = commit(alice, batch_id, [*ids, other]).json()["data"]
    assert len(data["createdCandidates"]) == 2
    assert counts(database) == (2, 0)


def test_an_invalid_selection_is_reported_field_by_field_and_imports_nothing(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    nora, chef = add_read(cv()), add_read(job())
    recipe, failed = add_read(None), add_read(None, processing_status=ProcessingStatus.FAILED, type=None)
    other_batch = alice.post("/api/document-batches").json()["data"]["batchId"]
    elsewhere = add_read(cv("Else", "else@example.com"), batch_id=other_batch)
    response = commit(alice, batch_id, [nora, chef, recipe, "nothing", elsewhere], [nora, failed])
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert {field["path"]: field["message"] for field in response.json()["fields"]} == {
        "selectedCandidates.1": "This document is not a CV or a cover letter.",
        "selectedCandidates.2": "This document is not a CV or a cover letter.",
        "selectedCandidates.3": "This document is not part of the import.",
        "selectedCandidates.4": "This document is not part of the import.",
        "selectedJobs.0": "This document is not a job description.",
        "selectedJobs.1": "This document has not been processed.",
    }
    assert counts(database) == (0, 0)
    assert commit(alice, batch_id, []).status_code == 422
    assert commit(alice, batch_id, ["x"] * 1001).status_code == 422
    assert alice.get(f"/api/document-batches/{batch_id}").json()["data"]["status"] == "open"
    assert commit(alice, batch_id, [nora], [chef]).status_code == 200


def test_unprocessed_documents_move_to_a_new_batch(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    nora = add_read(cv())
    later = {"processing_status": ProcessingStatus.FAILED, "error_code": "DOCUMENTS_LIMIT", "type": None}
    queued = add_read(None, processing_status=ProcessingStatus.PROCESSING, type=None)
    limited, broken = (
        add_read(None, **later),
        add_read(None, processing_status=ProcessingStatus.FAILED, type=None),
    )
    data = commit(alice, batch_id, [nora]).json()["data"]
    assert data["skipped"] == 2
    rows = alice.get("/api/document-batches", params={"status": "open"}).json()["data"]
    assert [(row["batchId"], row["documentCount"]) for row in rows] == [(data["openBatchId"], 2)]
    moved = alice.get(f"/api/document-batches/{data['openBatchId']}").json()["data"]["documents"]
    assert [row["_id"] for row in moved] == [queued, limited]
    kept = alice.get(f"/api/document-batches/{batch_id}").json()["data"]["documents"]
    assert [row["_id"] for row in kept] == [nora, broken]
    assert commit(alice, batch_id, [nora]).json()["data"] == data


def test_documents_processed_after_the_preview_move_to_a_new_batch(
    alice: Person, batch_id: str, add_read: AddRead
) -> None:
    nora, declined = add_read(cv()), add_read(cv("Declined", "d@example.com"))
    recipe, late = add_read(None), add_read(cv("Late", "late@example.com"))
    body = {"selectedCandidates": [nora], "selectedJobs": [], "previewed": [declined]}
    data = alice.post(f"/api/document-batches/{batch_id}/commit", json=body).json()["data"]
    assert data["skipped"] == 1
    moved = alice.get(f"/api/document-batches/{data['openBatchId']}").json()["data"]["documents"]
    assert [row["_id"] for row in moved] == [late]
    kept = alice.get(f"/api/document-batches/{batch_id}").json()["data"]["documents"]
    assert [row["_id"] for row in kept] == [nora, declined, recipe]


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commits, "MAX_SLICE", 2)


@pytest.mark.usefixtures("small_slices")
async def test_other_writers_come_between_the_slices_of_an_import(
    alice: Person, state: AppState, database: Database, batch_id: str, add_read: AddRead
) -> None:
    ids = [add_read(cv(f"Person {n}", f"p{n}@example.com")) for n in range(5)]
    imported: list[int] = []

    async def write_meanwhile() -> None:
        """Another request: it waits for the database, and sees what is imported so far."""
        async with asyncio.timeout(5):
            await database.run(create_batch, owner_id=alice.id, now=state.now())
        imported.append(counts(database)[0])

    result = await commits.commit_batch(
        database,
        owner_id=alice.id,
        batch_id=batch_id,
        selection=CommitBatch(selected_candidates=ids),
        now=state.now(),
        pause=write_meanwhile,
    )
    assert imported == [2, 4]
    assert len(result.created_candidates) == 5


@pytest.mark.usefixtures("small_slices")
async def test_an_interrupted_import_is_continued_where_it_stopped(
    alice: Person,
    state: AppState,
    database: Database,
    batch_id: str,
    add_read: AddRead,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ids = [add_read(cv(f"Person {n}", f"p{n}@example.com")) for n in range(4)]
    # The last one has the phone number of the first, and joins it although it is in another slice.
    ids.append(add_read(cv("Person 0", "p0@example.com", phone="12345678")))
    done = 0

    def fail_at_fourth(*args: Any, **values: Any) -> Any:
        nonlocal done
        done += 1
        if done == 4:
            raise RuntimeError("the power went off")
        return import_document(*args, **values)

    monkeypatch.setattr(commits, "import_document", fail_at_fourth)
    assert commit(alice, batch_id, ids).status_code == 500
    assert counts(database) == (2, 0)
    assert alice.get(f"/api/document-batches/{batch_id}").json()["data"]["status"] == "committing"
    assert commit(alice, batch_id, ids[:1]).json()["code"] == "INVALID_STATE"
    assert alice.delete(f"/api/document-batches/{batch_id}").status_code == 409
    monkeypatch.setattr(commits, "import_document", import_document)
    with database.transaction() as session:
        session.execute(update(DocumentBatch).values(updated_at=state.now() - timedelta(minutes=1)))
    assert (await continue_imports(state)) == JobCounts(processed=1)
    assert counts(database) == (4, 0)
    data = commit(alice, batch_id, ids).json()["data"]
    assert (len(data["createdCandidates"]), data["updatedCandidates"]) == (4, [])
    assert await continue_imports(state) is None


@pytest.mark.usefixtures("small_slices")
async def test_an_import_goes_on_when_documents_and_records_are_deleted_meanwhile(
    alice: Person, state: AppState, database: Database, batch_id: str, add_read: AddRead
) -> None:
    ids = [add_read(cv(f"Person {n}", f"p{n}@example.com")) for n in range(4)]
    ids.append(add_read(cv("Person 0", "p0@example.com")))

    async def delete_meanwhile() -> None:
        with database.transaction() as session:
            session.execute(delete(Candidate).where(Candidate.name == "Person 0"))
            session.execute(delete(Document).where(Document.id == ids[3]))

    result = await commits.commit_batch(
        database,
        owner_id=alice.id,
        batch_id=batch_id,
        selection=CommitBatch(selected_candidates=ids),
        now=state.now(),
        pause=delete_meanwhile,
    )
    assert {person.name for person in result.created_candidates} == {"Person 0", "Person 1", "Person 2"}
    with database.reading() as session:
        names = sorted(session.scalars(select(Candidate.name)))
    assert names == ["Person 0", "Person 1", "Person 2"]


def test_only_the_owner_can_commit(
    alice: Person, bob: Person, anonymous: Any, database: Database, batch_id: str, add_read: AddRead
) -> None:
    nora = add_read(cv())
    assert commit(anonymous, batch_id, [nora]).status_code == 401
    assert commit(bob, batch_id, [nora]).status_code == 404
    assert commit(alice, "nothing", [nora]).status_code == 404
    mine = bob.post("/api/document-batches").json()["data"]["batchId"]
    assert commit(bob, mine, [nora]).status_code == 422
    assert counts(database) == (0, 0)
