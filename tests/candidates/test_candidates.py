"""Candidate profiles: read, change, search, delete, duplicates."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.candidates import rules
from app.candidates.service import CandidateFacts, save_candidate
from app.core.database import Database
from app.records.merging import merge, merge_lists
from tests.conftest import Person


@pytest.fixture
def candidate_id(alice: Person, database: Database) -> str:
    facts = CandidateFacts(
        name="Nora Lindqvist",
        email="nora@example.com",
        cv_parsed={"summary": "Old", "skills": ["Go"], "experience": []},
        cv_profile={"summary": "Assessment"},
    )
    with database.transaction() as session:
        return save_candidate(session, owner_id=alice.id, facts=facts).id


def test_a_profile_can_be_read_and_changed(alice: Person, candidate_id: str) -> None:
    url = f"/api/candidates/profile/{candidate_id}"
    assert alice.get(url).json()["data"]["cvParsed"]["skills"] == ["Go"]
    changed = alice.patch(
        url, json={"name": "Nora L", "phone": "12345678", "cvParsed": {"summary": "New"}}
    ).json()["data"]
    assert (changed["name"], changed["phone"], changed["email"]) == ("Nora L", "12345678", "nora@example.com")
    assert changed["cvParsed"]["summary"] == "New"
    assert changed["cvParsed"]["skills"] == ["Go"]
    assert changed["cvProfile"]["summary"] == "Assessment"
    assert alice.patch(url, json={"email": ""}).json()["data"]["email"] is None


def test_an_invalid_email_address_changes_nothing(alice: Person, candidate_id: str) -> None:
    url = f"/api/candidates/profile/{candidate_id}"
    response = alice.patch(url, json={"name": "Other", "email": "no address"})
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert alice.get(url).json()["data"]["name"] == "Nora Lindqvist"


@pytest.mark.parametrize("q", ["lindq", "NORA@", "  Nora "])
def test_search_finds_name_and_email(alice: Person, bob: Person, candidate_id: str, q: str) -> None:
    found = alice.get("/api/candidates/search", params={"q": q, "limit": 10}).json()
    assert [row["_id"] for row in found["data"]] == [candidate_id]
    assert found["pagination"]["hasMore"] is False
    assert bob.get("/api/candidates/search", params={"q": q}).json()["data"] == []
    assert alice.get("/api/candidates/search", params={"q": "100%_"}).json()["data"] == []


def test_a_profile_is_found_by_its_email_address(
    alice: Person, bob: Person, anonymous: Any, candidate_id: str
) -> None:
    url = "/api/candidates/profile/email/NORA@example.com"
    assert alice.get(url).json()["data"]["_id"] == candidate_id
    assert anonymous.get(url).status_code == 401
    assert bob.get(url).status_code == 404
    assert alice.get("/api/candidates/profile/email/other@example.com").status_code == 404


def link(person: Person, interview: dict[str, Any], candidate_id: str | None) -> Any:
    return person.patch(f"/api/interviews/{interview['_id']}", json={"candidateProfileId": candidate_id})


def test_interviews_of_a_candidate_are_counted(
    alice: Person, bob: Person, anonymous: Any, interview: dict[str, Any], candidate_id: str
) -> None:
    url = f"/api/candidates/{candidate_id}/interview-count"

    def row() -> dict[str, Any]:
        rows: list[dict[str, Any]] = alice.get("/api/candidates/profiles").json()["data"]
        return rows[0]

    assert alice.get(url).json() == {"success": True, "count": 0}
    assert row()["interviewCount"] == 0
    assert link(alice, interview, candidate_id).status_code == 200
    assert alice.get(url).json()["count"] == 1
    assert row()["interviewCount"] == 1
    assert anonymous.get(url).status_code == 401
    assert bob.get(url).status_code == 404
    assert alice.get("/api/candidates/nothing/interview-count").status_code == 404


def test_the_owner_can_delete_a_candidate(
    alice: Person, bob: Person, anonymous: Any, candidate_id: str
) -> None:
    url = f"/api/candidates/{candidate_id}"
    assert anonymous.delete(url).status_code == 401
    assert bob.delete(url).status_code == 404
    assert alice.delete("/api/candidates/nothing").status_code == 404
    assert alice.get(f"/api/candidates/profile/{candidate_id}").status_code == 200
    assert alice.delete(url).json() == {"success": True}
    assert alice.get(f"/api/candidates/profile/{candidate_id}").status_code == 404
    assert alice.delete(url).status_code == 404


def test_a_candidate_with_interviews_cannot_be_deleted(
    alice: Person, interview: dict[str, Any], candidate_id: str
) -> None:
    link(alice, interview, candidate_id)
    response = alice.delete(f"/api/candidates/{candidate_id}")
    assert (response.status_code, response.json()["code"]) == (409, "INVALID_STATE")
    assert response.json()["error"] == "Cannot delete: 1 dependent interview(s) must be deleted first"
    assert alice.get(f"/api/candidates/profile/{candidate_id}").status_code == 200
    alice.delete(f"/api/interview/{interview['_id']}")
    assert alice.delete(f"/api/candidates/{candidate_id}").status_code == 200


def test_concurrent_linking_and_deleting_leaves_no_orphaned_interview(
    alice: Person, database: Database, interview: dict[str, Any]
) -> None:
    for attempt in range(5):
        with database.transaction() as session:
            facts = CandidateFacts(name=f"Person {attempt}", email=f"p{attempt}@example.com")
            candidate_id = save_candidate(session, owner_id=alice.id, facts=facts).id
        with ThreadPoolExecutor(2) as pool:
            linking = pool.submit(link, alice, interview, candidate_id)
            deleting = pool.submit(alice.delete, f"/api/candidates/{candidate_id}")
        assert (linking.result().status_code, deleting.result().status_code) in {(200, 409), (404, 200)}
        is_there = alice.get(f"/api/candidates/profile/{candidate_id}").status_code == 200
        assert is_there is (deleting.result().status_code == 409)
        link(alice, interview, None)


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (CandidateFacts(name="X", email="NORA@example.com "), True),
        (CandidateFacts(name="Nora Lindqvist", email="other@example.com", phone="+47 22550142"), False),
        (CandidateFacts(name="Nora Lindqvist"), False),
    ],
)
def test_the_same_email_address_is_a_duplicate(
    alice: Person, database: Database, candidate_id: str, other: CandidateFacts, is_same: bool
) -> None:
    with database.transaction() as session:
        assert (save_candidate(session, owner_id=alice.id, facts=other).id == candidate_id) is is_same


def test_without_an_email_address_name_and_phone_decide(
    alice: Person, bob: Person, database: Database
) -> None:
    with database.transaction() as session:
        first = save_candidate(
            session, owner_id=alice.id, facts=CandidateFacts(name="José Núñez", phone="+34 600 123 456")
        )
        again = save_candidate(
            session,
            owner_id=alice.id,
            facts=CandidateFacts(name="jose nunez", phone="600123456", email="j@x.es"),
        )
        assert again.id == first.id
        assert (again.name, again.email) == ("José Núñez", "j@x.es")
        foreign = save_candidate(
            session, owner_id=bob.id, facts=CandidateFacts(name="jose nunez", phone="600123456")
        )
        assert foreign.id != first.id


def test_a_merge_fills_blanks_and_removes_nothing() -> None:
    old = {"a": "kept", "b": "", "list": ["Go"], "deep": {"x": None, "y": 1}}
    new = {"a": "other", "b": "filled", "list": ["go", "Java"], "deep": {"x": 2, "y": None}, "c": ""}
    assert merge(old, new) == {
        "a": "kept", "b": "filled", "list": ["Go", "Java"], "deep": {"x": 2, "y": 1}, "c": "",
    }  # fmt: skip


def test_entries_of_one_position_are_merged() -> None:
    old = [{"title": "Engineer", "company": "Acme", "start": "2020", "description": ""}]
    new = [
        {"title": "engineer", "company": "ACME", "start": "2020", "description": "Did it"},
        {"title": "Engineer", "company": "Acme", "start": "2022", "description": "More"},
    ]
    united = merge_lists(old, new)
    assert [entry["description"] for entry in united] == ["Did it", "More"]


@pytest.mark.parametrize(
    ("entered", "further", "position"),
    [
        (None, {"title": "Head Cook", "start": "2024-01"}, "Head Cook"),
        # A person entered it.
        ("Cook and baker", {"title": "Head Cook", "start": "2024-01"}, "Cook and baker"),
        # An older CV.
        (None, {"title": "Dishwasher", "start": "2015-01", "end": "2018-12"}, "Cook"),
    ],
)
def test_the_current_position_follows_a_later_cv(
    alice: Person, database: Database, entered: str | None, further: dict[str, str], position: str
) -> None:
    def read_cv(entry: dict[str, str]) -> CandidateFacts:
        return CandidateFacts(
            name="Nora Lindqvist",
            email="nora@example.com",
            current_position=entry["title"],
            cv_parsed={"experience": [{**entry, "company": "Skipet"}]},
        )

    with database.transaction() as session:
        cook = {"title": "Cook", "start": "2019-01"}
        candidate = save_candidate(session, owner_id=alice.id, facts=read_cv(cook))
        if entered:
            candidate.current_position = entered
        session.flush()
        save_candidate(session, owner_id=alice.id, facts=read_cv(further))
        assert candidate.current_position == position


def test_duplicate_keys() -> None:
    assert rules.phone_key("+1 (416) 555-0142") == rules.phone_key("416 555 0142")
    assert rules.linkedin_key("https://www.linkedin.com/in/Nora-L/?x=1") == "nora-l"
    assert rules.name_key("Dr. Nora  LINDQVIST") == rules.name_key("nora lindqvist")
    assert rules.email_key("  ") is None
