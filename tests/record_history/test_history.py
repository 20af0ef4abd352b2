"""Change history of records: content, access, deletion, edit conflicts."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

from app.candidates.service import CandidateFacts, save_candidate
from app.core.database import Database
from app.job_descriptions.service import JobFacts, save_job_description
from app.record_history.rules import find_changes
from app.record_history.service import Origin
from app.record_history.tables import RecordChange
from tests.conftest import Person

CV = {"summary": "Old", "skills": ["Go"], "experience": [], "education": []}


@pytest.fixture
def candidate_id(alice: Person, database: Database) -> str:
    facts = CandidateFacts(name="Nora Lindqvist", email="nora@example.com", cv_parsed=CV)
    origin = Origin(actor_id=alice.id, document_id="d1", document_name="cv.pdf")
    with database.transaction() as session:
        return save_candidate(session, owner_id=alice.id, facts=facts, origin=origin).id


@pytest.fixture
def job_id(alice: Person, database: Database) -> str:
    facts = JobFacts(parsed={"title": "Chef", "company": {"name": "Acme"}}, raw_text="Chef")
    with database.transaction() as session:
        return save_job_description(session, owner_id=alice.id, facts=facts).id


def history(person: Any, record: str, **query: Any) -> Any:
    return person.get(f"/api/{record}/history", params=query)


def test_history_shows_author_changed_fields_and_source_document(
    alice: Person, database: Database, candidate_id: str
) -> None:
    more = CandidateFacts(
        name="N. L.", email="nora@example.com", phone="12345678", cv_parsed={"skills": ["Go", "Rust"]}
    )
    with database.transaction() as session:
        origin = Origin(actor_id=alice.id, document_id="d2", document_name="new.pdf")
        save_candidate(session, owner_id=alice.id, facts=more, origin=origin)
    alice.patch(f"/api/candidates/profile/{candidate_id}", json={"name": "Nora L", "phone": "12345678"})
    response = history(alice, f"candidates/{candidate_id}").json()
    assert [row["cause"] for row in response["data"]] == ["edited", "merged", "created"]
    assert [row["documentName"] for row in response["data"]] == ["", "new.pdf", "cv.pdf"]
    assert {row["actorName"] for row in response["data"]} == {"Alice"}
    assert response["data"][0]["changes"] == [{"path": "name", "before": "Nora Lindqvist", "after": "Nora L"}]
    assert response["data"][1]["changes"] == [
        {"path": "phone", "before": None, "after": "12345678"},
        {"path": "cvParsed.skills", "before": ["Go"], "after": ["Go", "Rust"]},
    ]
    created = {change["path"]: change["after"] for change in response["data"][2]["changes"]}
    assert created == {
        "name": "Nora Lindqvist", "email": "nora@example.com",
        "cvParsed.summary": "Old", "cvParsed.skills": ["Go"],
    }  # fmt: skip


def test_edits_without_a_change_are_not_recorded(
    alice: Person, database: Database, candidate_id: str
) -> None:
    same = CandidateFacts(name="Nora Lindqvist", email="NORA@example.com", cv_parsed=CV)
    with database.transaction() as session:
        save_candidate(session, owner_id=alice.id, facts=same)
    alice.patch(f"/api/candidates/profile/{candidate_id}", json={"name": "Nora Lindqvist", "phone": ""})
    assert history(alice, f"candidates/{candidate_id}").json()["pagination"]["total"] == 1


def test_history_is_paged(alice: Person, job_id: str) -> None:
    for status in ("open", "on_hold", "closed"):
        alice.patch(f"/api/job-descriptions/{job_id}", json={"status": status})
    page = history(alice, f"job-descriptions/{job_id}", page=2, limit=2).json()
    assert (page["pagination"]["total"], page["pagination"]["hasMore"]) == (4, False)
    assert page["data"][0]["changes"] == [{"path": "status", "before": "draft", "after": "open"}]
    assert page["data"][1]["cause"] == "created"


def test_only_the_owner_can_read_the_history(
    alice: Person, bob: Person, anonymous: Any, candidate_id: str, job_id: str
) -> None:
    for record, nothing in (
        (f"candidates/{candidate_id}", "candidates/nothing"),
        (f"job-descriptions/{job_id}", "job-descriptions/nothing"),
    ):
        assert history(alice, record).status_code == 200
        assert history(anonymous, record).status_code == 401
        assert history(bob, record).status_code == 404
        assert history(alice, nothing).status_code == 404


def test_history_is_deleted_with_its_record(
    alice: Person, database: Database, candidate_id: str, job_id: str
) -> None:
    def count() -> int:
        with database.reading() as session:
            return session.scalar(select(func.count()).select_from(RecordChange)) or 0

    assert count() == 2
    assert alice.delete(f"/api/candidates/{candidate_id}").status_code == 200
    assert count() == 1
    assert alice.delete(f"/api/job-descriptions/{job_id}").status_code == 200
    assert count() == 0


def test_the_second_of_two_concurrent_edits_is_refused(alice: Person, candidate_id: str) -> None:
    url = f"/api/candidates/profile/{candidate_id}"
    seen = alice.get(url).json()["data"]["updatedAt"]
    first = alice.patch(url, json={"name": "First", "updatedAt": seen})
    assert first.status_code == 200
    second = alice.patch(url, json={"name": "Second", "updatedAt": seen})
    assert (second.status_code, second.json()["code"]) == (409, "EDITED_MEANWHILE")
    assert alice.get(url).json()["data"]["name"] == "First"
    again = alice.patch(url, json={"name": "Second", "updatedAt": first.json()["data"]["updatedAt"]})
    assert (again.status_code, again.json()["data"]["name"]) == (200, "Second")
    # Without updatedAt the last edit wins.
    assert alice.patch(url, json={"name": "Third"}).status_code == 200
    assert alice.patch(url, json={"updatedAt": "yesterday"}).status_code == 422


def test_the_second_of_two_concurrent_edits_of_a_job_is_refused(alice: Person, job_id: str) -> None:
    url = f"/api/job-descriptions/{job_id}"
    seen = alice.get(url).json()["data"]["updatedAt"]
    assert alice.patch(url, json={"status": "open", "updatedAt": seen}).status_code == 200
    assert alice.patch(url, json={"status": "closed", "updatedAt": seen}).status_code == 409


def test_long_texts_are_truncated_and_blanks_are_equal() -> None:
    before = {"a": "x" * 600, "b": None, "deep": {"list": [], "gone": 1}}
    after = {"a": "y" * 500, "b": "", "deep": {"list": None, "entries": [{"text": "z" * 501}]}}
    changes = find_changes(before, after)
    assert [change["path"] for change in changes] == ["a", "deep.entries", "deep.gone"]
    assert (len(changes[0]["before"]), len(changes[0]["after"])) == (500, 500)
    assert len(changes[1]["after"][0]["text"]) == 500
    assert changes[2] == {"path": "deep.gone", "before": 1, "after": None}
