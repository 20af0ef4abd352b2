"""Interviews listed on the pages of a candidate and a job description."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.candidates.service import CandidateFacts, save_candidate
from app.core.database import Database
from app.job_descriptions.service import JobFacts, save_job_description
from tests.conftest import Person


@pytest.fixture
def records(alice: Person, database: Database) -> dict[str, str]:
    """Alice's candidate and job description, by the field that links an interview to them."""
    with database.transaction() as session:
        candidate = save_candidate(session, owner_id=alice.id, facts=CandidateFacts(name="Nora Lindqvist"))
        job_facts = JobFacts(parsed={"title": "Site manager"}, raw_text="", document_id="document-1")
        job = save_job_description(session, owner_id=alice.id, facts=job_facts)
        return {"candidateProfileId": candidate.id, "jobDescriptionId": job.id}


CASES = pytest.mark.parametrize(
    ("field", "base"),
    [("candidateProfileId", "/api/candidates"), ("jobDescriptionId", "/api/job-descriptions")],
)


def _link(person: Person, field: str, record_id: str, title: str) -> str:
    created = person.post("/api/interviews", json={"title": title, "candidateName": "Unlinked Name"}).json()
    interview_id: str = created["interview"]["_id"]
    assert person.patch(f"/api/interviews/{interview_id}", json={field: record_id}).status_code == 200
    return interview_id


@CASES
def test_the_interviews_of_a_record_are_listed_newest_first(
    alice: Person, records: dict[str, str], field: str, base: str
) -> None:
    url = f"{base}/{records[field]}/interviews"
    assert alice.get(url).json()["data"] == []
    alice.post("/api/interviews", json={"title": "Not linked"})
    first = _link(alice, field, records[field], "First round")
    second = _link(alice, field, records[field], "Second round")
    response = alice.get(url).json()
    assert [row["_id"] for row in response["data"]] == [second, first]
    row = response["data"][0]
    assert (row["title"], row["status"], row["scheduledDate"]) == ("Second round", "scheduled", None)
    # Linking copies the name or the position from the record.
    copied = row["candidateName"] if field == "candidateProfileId" else row["position"]
    assert copied == {"candidateProfileId": "Nora Lindqvist", "jobDescriptionId": "Site manager"}[field]
    assert set(row) == {
        "_id", "title", "candidateName", "position", "status", "scheduledDate", "updatedAt",
    }  # fmt: skip
    page = alice.get(url, params={"limit": 1, "page": 2}).json()
    assert [row["_id"] for row in page["data"]] == [first]
    assert page["pagination"] == {"page": 2, "limit": 1, "total": 2, "totalPages": 2, "hasMore": False}


def test_an_interview_can_begin_with_a_candidate_and_a_job(alice: Person, records: dict[str, str]) -> None:
    body = {"candidateName": "Unnamed Candidate", "title": "New Interview", **records}
    made = alice.post("/api/interviews", json=body).json()["interview"]
    assert {field: made[field] for field in records} == records
    assert (made["candidateName"], made["position"]) == ("Nora Lindqvist", "Site manager")
    assert made["title"] == "Site manager"


@CASES
def test_no_interview_begins_with_another_users_record(
    alice: Person, bob: Person, records: dict[str, str], field: str, base: str
) -> None:
    for person, record_id in ((bob, records[field]), (alice, "nothing")):
        refused = person.post("/api/interviews", json={field: record_id})
        assert refused.status_code == 404, refused.text
        assert person.get("/api/interviews").json()["pagination"]["total"] == 0
        assert records[field] not in refused.text


@CASES
def test_only_the_owner_sees_the_interviews_of_a_record(
    alice: Person,
    bob: Person,
    anonymous: TestClient,
    records: dict[str, Any],
    field: str,
    base: str,
) -> None:
    _link(alice, field, records[field], "First round")
    url = f"{base}/{records[field]}/interviews"
    assert anonymous.get(url).status_code == 401
    assert bob.get(url).status_code == 404
    assert alice.get(f"{base}/nothing/interviews").status_code == 404


def test_a_job_description_is_also_found_by_its_document(alice: Person, records: dict[str, str]) -> None:
    interview_id = _link(alice, "jobDescriptionId", records["jobDescriptionId"], "First round")
    found = alice.get("/api/job-descriptions/document-1/interviews").json()["data"]
    assert [row["_id"] for row in found] == [interview_id]
