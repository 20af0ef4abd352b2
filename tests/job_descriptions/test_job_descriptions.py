"""Job descriptions: read, change, search, delete, duplicates."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.database import Database
from app.job_descriptions import rules
from app.job_descriptions.service import JobFacts, save_job_description
from tests.conftest import Person


@pytest.fixture
def job_id(alice: Person, database: Database) -> str:
    facts = JobFacts(
        parsed={
            "title": "Ward Nurse",
            "level": "mid",
            "company": {"name": "Ashbrook Hospital"},
            "responsibilities": ["Care for patients"],
            "requiredSkills": ["NEWS2"],
        },
        raw_text="Ward Nurse …",
        document_id="d1",
    )
    with database.transaction() as session:
        return save_job_description(session, owner_id=alice.id, facts=facts).id


def test_a_job_can_be_read_by_its_own_or_its_document_id(alice: Person, job_id: str) -> None:
    for key in (job_id, "d1"):
        data = alice.get(f"/api/job-descriptions/{key}").json()["data"]
        assert data["_id"] == job_id
        assert data["parsed"]["title"] == "Ward Nurse"
        assert data["status"] == "draft"


@pytest.mark.parametrize("status", ["draft", "open", "on_hold", "closed"])
def test_every_status_can_be_set(alice: Person, job_id: str, status: str) -> None:
    changed = alice.patch(f"/api/job-descriptions/{job_id}", json={"status": status}).json()["data"]
    assert changed["status"] == status


def test_only_fields_that_are_sent_change(alice: Person, job_id: str) -> None:
    parsed = {"title": "Senior Nurse", "level": "senior", "responsibilities": ["Lead", "", "Teach"]}
    changed = alice.patch(f"/api/job-descriptions/{job_id}", json={"parsed": parsed}).json()["data"]["parsed"]
    assert (changed["title"], changed["level"]) == ("Senior Nurse", "senior")
    assert changed["responsibilities"] == ["Lead", "Teach"]
    assert changed["requiredSkills"] == ["NEWS2"]
    assert changed["company"]["name"] == "Ashbrook Hospital"


def test_company_and_location_can_be_changed_and_removed(alice: Person, job_id: str) -> None:
    url = f"/api/job-descriptions/{job_id}"
    parsed = {"company": {"name": " Kelpwater Clinic "}, "location": "Bergen"}
    changed = alice.patch(url, json={"parsed": parsed}).json()["data"]["parsed"]
    assert (changed["company"]["name"], changed["location"]) == ("Kelpwater Clinic", "Bergen")
    (entry, *_) = alice.get(f"{url}/history").json()["data"]
    assert {change["path"] for change in entry["changes"]} == {"parsed.company.name", "parsed.location"}
    empty = alice.patch(url, json={"parsed": {"company": {}, "location": None}}).json()["data"]["parsed"]
    assert (empty["company"]["name"], empty["location"]) == ("Kelpwater Clinic", "Bergen")
    removed = alice.patch(url, json={"parsed": {"company": {"name": ""}, "location": ""}}).json()["data"]
    assert (removed["parsed"]["company"]["name"], removed["parsed"]["location"]) == ("", "")
    too_long = alice.patch(url, json={"parsed": {"company": {"name": "x" * 301}}})
    assert too_long.status_code == 422


def test_a_job_with_a_corrected_company_is_found_as_the_same_position(
    alice: Person, database: Database, job_id: str
) -> None:
    alice.patch(f"/api/job-descriptions/{job_id}", json={"parsed": {"company": {"name": "Kelpwater"}}})
    facts = JobFacts(parsed={"title": "Ward Nurse", "company": {"name": "Kelpwater"}}, raw_text="")
    with database.transaction() as session:
        assert save_job_description(session, owner_id=alice.id, facts=facts).id == job_id


def test_an_unknown_level_is_refused(alice: Person, job_id: str) -> None:
    response = alice.patch(f"/api/job-descriptions/{job_id}", json={"parsed": {"level": "wizard"}})
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")


@pytest.mark.parametrize("q", ["ward", "ASHBROOK"])
def test_search_finds_title_and_company(alice: Person, bob: Person, job_id: str, q: str) -> None:
    assert [
        row["_id"] for row in alice.get("/api/job-descriptions/search", params={"q": q}).json()["data"]
    ] == [job_id]
    assert bob.get("/api/job-descriptions/search", params={"q": q}).json()["data"] == []
    assert alice.get("/api/job-descriptions/search", params={"q": "zebra"}).json()["data"] == []


def link(person: Person, interview: dict[str, Any], job_id: str) -> Any:
    return person.patch(f"/api/interviews/{interview['_id']}", json={"jobDescriptionId": job_id})


def test_interviews_for_a_job_are_counted(
    alice: Person, bob: Person, anonymous: Any, interview: dict[str, Any], job_id: str
) -> None:
    url = f"/api/job-descriptions/{job_id}/interview-count"
    assert alice.get(url).json() == {"success": True, "count": 0}
    assert link(alice, interview, job_id).status_code == 200
    assert alice.get(url).json()["count"] == 1
    assert alice.get("/api/job-descriptions").json()["data"][0]["interviewCount"] == 1
    assert anonymous.get(url).status_code == 401
    assert bob.get(url).status_code == 404
    assert alice.get("/api/job-descriptions/nothing/interview-count").status_code == 404


def test_the_owner_can_delete_a_job(alice: Person, bob: Person, anonymous: Any, job_id: str) -> None:
    url = f"/api/job-descriptions/{job_id}"
    assert anonymous.delete(url).status_code == 401
    assert bob.delete(url).status_code == 404
    assert alice.delete("/api/job-descriptions/nothing").status_code == 404
    assert alice.get(url).status_code == 200
    assert alice.delete(url).json() == {"success": True}
    assert alice.get(url).status_code == 404
    assert alice.get("/api/job-descriptions").json()["pagination"]["total"] == 0


def test_a_job_with_interviews_cannot_be_deleted(
    alice: Person, interview: dict[str, Any], job_id: str
) -> None:
    link(alice, interview, job_id)
    response = alice.delete(f"/api/job-descriptions/{job_id}")
    assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")
    assert response.json()["error"] == "Cannot delete: 1 dependent interview(s) must be deleted first"
    alice.delete(f"/api/interview/{interview['_id']}")
    assert alice.delete(f"/api/job-descriptions/{job_id}").status_code == 200


def test_the_same_title_and_company_is_a_duplicate(alice: Person, database: Database, job_id: str) -> None:
    same = JobFacts(
        parsed={
            "title": "ward  nurse (m/f/d)",
            "company": {"name": "Ashbrook Hospital Ltd"},
            "benefits": ["Pension"],
        },
        raw_text="",
    )
    other = JobFacts(parsed={"title": "Ward Nurse", "company": {"name": "Elsewhere"}}, raw_text="")
    untitled = JobFacts(parsed={"title": ""}, raw_text="")
    with database.transaction() as session:
        merged = save_job_description(session, owner_id=alice.id, facts=same)
        assert merged.id == job_id
        assert merged.parsed is not None
        assert merged.parsed["title"] == "Ward Nurse"
        assert merged.parsed["benefits"] == ["Pension"]
        assert merged.raw_text == "Ward Nurse …"
        assert save_job_description(session, owner_id=alice.id, facts=other).id != job_id
        first = save_job_description(session, owner_id=alice.id, facts=untitled)
        assert save_job_description(session, owner_id=alice.id, facts=untitled).id != first.id


def test_duplicate_keys() -> None:
    assert rules.title_key("C++ Developer (m/w/d)") == "c++ developer"
    assert rules.company_key("Acme GmbH") == rules.company_key("ACME")
