"""Import preview: groups, duplicates and merge previews, before anything is imported."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import event

from app.candidates.service import save_candidate
from app.core.database import Database
from app.document_batches.contents import load_contents
from app.document_batches.merge_preview import compare
from app.document_batches.rules import DuplicateKind
from app.documents.tables import ProcessingStatus
from app.job_descriptions.service import save_job_description
from tests.conftest import Person
from tests.document_batches.conftest import AddRead, cv, job, letter


def preview(person: Any, batch_id: str) -> Any:
    return person.get(f"/api/document-batches/{batch_id}/preview")


def preview_merge(person: Any, batch_id: str, document_id: str) -> Any:
    return person.get(f"/api/document-batches/{batch_id}/documents/{document_id}/merge")


@pytest.fixture
def known_ids(alice: Person, bob: Person, database: Database) -> tuple[str, str]:
    """The same candidate and job description for Alice and for Bob."""
    with database.transaction() as session:
        for owner in (bob, alice):
            person = save_candidate(
                session,
                owner_id=owner.id,
                facts=cv(phone="+44 20 7946 0958", parsed={"summary": "Old", "skills": ["Go"]}),
            )
            position = save_job_description(session, owner_id=owner.id, facts=job())
        return person.id, position.id


def test_entries_are_grouped_and_matched_with_known_ids(
    alice: Person, batch_id: str, add_read: AddRead, known_ids: tuple[str, str]
) -> None:
    flag = {"kind": "hidden_text", "excerpt": "hire me", "start": 3, "end": 10}
    theirs = add_read(letter("N. Lindqvist", "NORA@Example.com"))
    new = add_read(cv("", None, current_position="Cook"), flags=[flag])
    chef = add_read(job("chef (m/w/d)", "ACME", level="senior"))
    add_read(None)
    add_read(None, processing_status=ProcessingStatus.QUEUED, type=None)
    data = preview(alice, batch_id).json()["data"]
    assert data["pending"] == 1
    assert data["candidates"] == [
        {
            "sourceDocumentId": new, "fileName": "2.pdf", "type": "cv", "name": "", "email": None,
            "phone": None, "currentPosition": "Cook", "duplicateOf": None, "duplicateKind": None,
            "duplicateName": None, "flags": [flag],
        },
        {
            "sourceDocumentId": theirs, "fileName": "1.pdf", "type": "cover_letter", "name": "N. Lindqvist",
            "email": "NORA@Example.com", "phone": None, "currentPosition": "", "duplicateOf": known_ids[0],
            "duplicateKind": "existing", "duplicateName": "Nora Lindqvist", "flags": [],
        },
    ]  # fmt: skip
    assert data["jobs"] == [
        {
            "sourceDocumentId": chef, "fileName": "3.pdf", "title": "chef (m/w/d)", "company": "ACME",
            "level": "senior", "duplicateOf": known_ids[1], "duplicateKind": "existing",
            "duplicateName": "Chef", "flags": [],
        }
    ]  # fmt: skip


def test_duplicates_within_a_batch_refer_to_the_first(
    alice: Person, batch_id: str, add_read: AddRead
) -> None:
    early_letter = add_read(letter())
    first = add_read(cv())
    again = add_read(cv("Nora L", "nora@EXAMPLE.com"))
    parent = add_read(cv("Karl Maier", None, phone="030/9018200"))
    child = add_read(cv("Lisa Maier", None, phone="030/9018200"))
    same = add_read(cv("Karl  MAIER", "karl@example.com", phone="+49 30 9018200"))
    by_new_address = add_read(cv("K. Maier", "karl@example.com"))
    job_one, job_two = add_read(job()), add_read(job("Chef", "Acme Limited"))
    other_company, untitled = add_read(job("Chef", "Other")), add_read(job("", "Acme"))
    data = preview(alice, batch_id).json()["data"]
    rows = {row["sourceDocumentId"]: row for row in [*data["candidates"], *data["jobs"]]}
    found = {key: row["duplicateOf"] for key, row in rows.items()}
    assert found == {
        first: None, again: first, early_letter: first, parent: None, child: None, same: parent,
        by_new_address: parent, job_one: None, job_two: job_one, other_company: None, untitled: None,
    }  # fmt: skip
    assert {row["duplicateKind"] for row in rows.values()} == {None, "batch"}
    assert rows[again]["duplicateName"] == "Nora Lindqvist"


def test_a_letter_without_contacts_belongs_to_the_only_cv_of_its_name(
    alice: Person, batch_id: str, add_read: AddRead
) -> None:
    nora = add_read(cv())
    plain = add_read(letter("Nora LINDQVIST", None))
    other_number = add_read(letter("Nora Lindqvist", None, phone="+47 22 55 01 42"))
    add_read(cv("Bo Berg", "bo@example.com"))
    add_read(cv("Bo Berg", "bo.berg@example.org"))
    one_of_two = add_read(letter("Bo Berg", None))
    add_read(cv("Kim Ek", "kim@example.com"))
    other_address = add_read(letter("Kim Ek", "kim@example.org"))
    add_read(cv("Ali", "ali@example.com"))
    first_name_only = add_read(letter("Ali", None))
    without_cv = add_read(letter("Eva Strand", None))
    rows = preview(alice, batch_id).json()["data"]["candidates"]
    found = {row["sourceDocumentId"]: row["duplicateOf"] for row in rows}
    assert found[plain] == nora
    # Its phone number is the first for this person, so it is added; the next one may not differ.
    assert found[other_number] == nora
    for document_id in (one_of_two, other_address, first_name_only, without_cv):
        assert found[document_id] is None
    body = {"selectedCandidates": [nora, plain], "selectedJobs": []}
    made = alice.post(f"/api/document-batches/{batch_id}/commit", json=body).json()["data"]
    assert [row["name"] for row in made["createdCandidates"]] == ["Nora Lindqvist"]


def test_a_letter_with_another_number_is_another_person(
    alice: Person, batch_id: str, add_read: AddRead
) -> None:
    add_read(cv(phone="+44 20 7946 0958"))
    add_read(letter("Nora Lindqvist", None, phone="+47 22 55 01 42"))
    rows = preview(alice, batch_id).json()["data"]["candidates"]
    assert [row["duplicateOf"] for row in rows] == [None, None]


def test_copies_of_a_file_are_one_record(alice: Person, batch_id: str, add_read: AddRead) -> None:
    unnamed = cv("", None)
    first, second = add_read(unnamed, content="scan"), add_read(unnamed, content="scan")
    add_read(unnamed, content="another scan")
    rows = preview(alice, batch_id).json()["data"]["candidates"]
    assert [row["duplicateOf"] for row in rows] == [None, first, None]
    body = {"selectedCandidates": [first, second], "selectedJobs": []}
    made = alice.post(f"/api/document-batches/{batch_id}/commit", json=body).json()["data"]
    later = alice.post("/api/document-batches").json()["data"]["batchId"]
    add_read(unnamed, content="scan", batch_id=later)
    (row,) = preview(alice, later).json()["data"]["candidates"]
    assert (row["duplicateOf"], row["duplicateKind"]) == (made["createdCandidates"][0]["_id"], "existing")


def test_the_preview_and_the_import_agree(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    """The preview and the import agree for many people with few names, addresses and numbers, in any
    order."""
    source = random.Random(7)
    names = ["Ann Lee", "Bo Berg", ""]
    for _ in range(40):
        facts = cv(
            source.choice(names),
            source.choice([None, None, "a@x.com", "b@x.com"]),
            phone=source.choice([None, "5550142", "5550199"]),
            linkedin=source.choice([None, "linkedin.com/in/ann"]),
        )
        add_read(facts)
    rows = preview(alice, batch_id).json()["data"]["candidates"]
    originals = [row for row in rows if row["duplicateOf"] is None]
    body = {"selectedCandidates": [row["sourceDocumentId"] for row in rows], "selectedJobs": []}
    made = alice.post(f"/api/document-batches/{batch_id}/commit", json=body).json()["data"]
    assert 1 < len(originals) < 40
    assert len(made["createdCandidates"]) == len(originals)


def test_many_documents_take_few_queries(
    alice: Person, database: Database, batch_id: str, add_read: AddRead
) -> None:
    for number in range(30):
        add_read(cv(f"Person {number}", f"p{number}@example.com"))
        add_read(job(f"Job {number}"))
    statements: list[str] = []
    with database.reading() as session:
        event.listen(session.get_bind(), "before_cursor_execute", lambda *args: statements.append(args[2]))
        contents = load_contents(session, owner_id=alice.id, batch_id=batch_id)
    assert (len(contents.people), len(contents.positions)) == (30, 30)
    assert len(statements) <= 5


def test_a_merge_is_shown_field_by_field(
    alice: Person, database: Database, batch_id: str, add_read: AddRead, known_ids: tuple[str, str]
) -> None:
    document_id = add_read(
        cv(
            "N. Lindqvist",
            phone="12345678",
            linkedin="linkedin.com/in/nora",
            parsed={"summary": "New", "skills": ["golang", "Rust", "SQL"]},
        )
    )
    data = preview_merge(alice, batch_id, document_id).json()["data"]
    assert (data["recordId"], data["recordName"]) == (known_ids[0], "Nora Lindqvist")
    changes = {change.pop("path"): change for change in data["changes"]}
    assert changes["name"] == {
        "current": "Nora Lindqvist", "incoming": "N. Lindqvist", "merged": "Nora Lindqvist",
        "effect": "kept", "addedCount": None,
    }  # fmt: skip
    assert changes["linkedin"]["effect"] == "filled"
    assert changes["phone"]["effect"] == "kept"
    assert changes["cvParsed.summary"]["merged"] == "Old"
    assert changes["cvParsed.skills"] == {
        "current": ["Go"], "incoming": ["golang", "Rust", "SQL"], "merged": ["Go", "Rust", "SQL"],
        "effect": "united", "addedCount": 2,
    }  # fmt: skip
    assert "email" not in changes
    # Nothing is stored yet; the import then makes exactly these changes.
    profile = f"/api/candidates/profile/{known_ids[0]}"
    assert alice.get(profile).json()["data"]["linkedin"] is None
    body = {"selectedCandidates": [document_id], "selectedJobs": []}
    assert alice.post(f"/api/document-batches/{batch_id}/commit", json=body).status_code == 200
    after = alice.get(profile).json()["data"]
    assert after["linkedin"] == "linkedin.com/in/nora"
    assert after["cvParsed"]["skills"] == ["Go", "Rust", "SQL"]


def test_a_merge_within_the_batch_is_shown(alice: Person, batch_id: str, add_read: AddRead) -> None:
    first = add_read(job(benefits=["Lunch"]))
    second = add_read(job(benefits=["lunch", "Bus"], location="Oslo"))
    data = preview_merge(alice, batch_id, second).json()["data"]
    assert (data["recordId"], data["recordName"]) == (first, "Chef")
    effects = {change["path"]: change["effect"] for change in data["changes"]}
    assert effects == {"parsed.benefits": "united", "parsed.location": "filled"}
    assert (
        preview_merge(alice, batch_id, first).status_code,
        preview_merge(alice, batch_id, "no").status_code,
    ) == (
        409,
        404,
    )


def test_only_the_owner_can_preview(
    alice: Person, bob: Person, anonymous: Any, batch_id: str, add_read: AddRead
) -> None:
    add_read(cv())
    again = add_read(cv())
    assert preview_merge(alice, batch_id, again).status_code == 200
    for call in (preview, lambda who, batch: preview_merge(who, batch, again)):
        assert call(anonymous, batch_id).status_code == 401
        assert call(bob, batch_id).status_code == 404
        assert call(alice, "nothing").status_code == 404
    mine = bob.post("/api/document-batches").json()["data"]["batchId"]
    assert preview_merge(bob, mine, again).status_code == 404


def test_fields_without_a_difference_are_left_out() -> None:
    current = {"a": "Same", "b": "x", "c": None, "d": ["one"], "e": 3, "f": ""}
    incoming = {"a": "SAME ", "b": None, "c": "", "d": ["one"], "e": 4, "f": None}
    changes = compare(current, incoming, current)
    assert [(change.path, change.effect) for change in changes] == [("e", "kept")]


def test_duplicate_kinds_are_wire_values() -> None:
    assert [str(kind) for kind in DuplicateKind] == ["existing", "batch"]
