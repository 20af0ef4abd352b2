"""The list of candidates: order, pages, search, CSV export."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.candidates.service import CandidateFacts, save_candidate
from app.candidates.tables import Candidate
from app.core.database import Database
from tests.conftest import Person

PEOPLE = [
    ("Åsa Berg", "zoe@example.com"),
    ("bob adams", None),
    ("Carl Xu", "carl@example.com"),
    ("", "anon@example.com"),
    ("Dora", "dora@example.com"),
]
"""From the oldest to the latest change; created the other way round."""
START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def people(alice: Person, database: Database) -> None:
    with database.transaction() as session:
        for number, (name, email) in enumerate(PEOPLE):
            facts = CandidateFacts(
                name=name,
                email=email,
                phone=f"+49 30 90{number}",
                current_position="=SUM(A1)",
                cv_parsed={"skills": ["Go", "Rust"], "experienceLevel": "senior"},
                cv_profile={"totalExperienceYears": 4.5},
            )
            candidate = save_candidate(session, owner_id=alice.id, facts=facts)
            candidate.updated_at = START + timedelta(days=number)
            candidate.created_at = START - timedelta(days=number)


def list_names(person: Person, **params: Any) -> list[str]:
    body = person.get("/api/candidates/profiles", params=params).json()
    return [row["name"] for row in body["data"]]


def test_every_sort_works_in_both_orders(alice: Person, people: None) -> None:
    by_change = ["Dora", "", "Carl Xu", "bob adams", "Åsa Berg"]
    assert list_names(alice) == by_change
    assert list_names(alice, sort="updatedAt", order="asc") == by_change[::-1]
    assert list_names(alice, sort="createdAt") == by_change[::-1]
    assert list_names(alice, sort="createdAt", order="asc") == by_change
    assert list_names(alice, sort="name") == ["Åsa Berg", "bob adams", "Carl Xu", "Dora", ""]
    assert list_names(alice, sort="name", order="desc") == ["Dora", "Carl Xu", "bob adams", "Åsa Berg", ""]
    assert list_names(alice, sort="email") == ["", "Carl Xu", "Dora", "Åsa Berg", "bob adams"]
    assert list_names(alice, sort="email", order="desc") == ["Åsa Berg", "Dora", "Carl Xu", "", "bob adams"]


@pytest.mark.parametrize("sort", ["updatedAt", "createdAt", "name", "email"])
def test_pages_contain_each_record_once(alice: Person, people: None, sort: str) -> None:
    whole = list_names(alice, sort=sort)
    pages = [list_names(alice, sort=sort, limit=2, page=page) for page in range(1, 5)]
    assert [name for page in pages for name in page] == whole
    assert pages[3] == []
    response = alice.get("/api/candidates/profiles", params={"sort": sort, "limit": 2, "page": 2}).json()
    assert response["pagination"] == {"page": 2, "limit": 2, "total": 5, "totalPages": 3, "hasMore": True}


def test_search_keeps_the_requested_order(alice: Person, people: None) -> None:
    assert list_names(alice, q="ber") == ["Åsa Berg"]
    assert list_names(alice, q="example") == ["Dora", "", "Carl Xu", "Åsa Berg"]
    assert list_names(alice, q="example", sort="name") == ["Åsa Berg", "Carl Xu", "Dora", ""]
    assert list_names(alice, q="example", sort="name", limit=2, page=2) == ["Dora", ""]
    assert list_names(alice, q="d") == ["Dora"]
    assert list_names(alice, q="%") == []


@pytest.mark.parametrize("params", [{"sort": "phone"}, {"order": "up"}, {"page": 0}])
def test_an_unknown_order_is_refused(alice: Person, params: dict[str, Any]) -> None:
    for path in ("/api/candidates/profiles", "/api/candidates/export.csv"):
        if "page" not in params or path.endswith("profiles"):
            response = alice.get(path, params=params)
            assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")


def rows(response: Any) -> list[list[str]]:
    assert response.status_code == 200
    assert response.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline="")))


def test_the_list_can_be_exported_as_csv(alice: Person, people: None) -> None:
    response = alice.get("/api/candidates/export.csv", params={"sort": "name"})
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    disposition = response.headers["content-disposition"]
    assert disposition.startswith('attachment; filename="candidates-2')
    assert disposition.endswith('.csv"')
    header, first, *others = rows(response)
    assert header == [
        "Name", "Email", "Phone", "LinkedIn", "Current position", "Level", "Years of experience", "Skills",
        "Last updated",
    ]  # fmt: skip
    assert first == [
        "Åsa Berg", "zoe@example.com", "'+49 30 900", "", "'=SUM(A1)", "senior", "4.5", "Go; Rust",
        "2026-01-01T00:00:00Z",
    ]  # fmt: skip
    assert [row[0] for row in others] == ["bob adams", "Carl Xu", "Dora", ""]


def test_the_export_contains_only_matching_records_of_the_owner(
    alice: Person, bob: Person, anonymous: Any, people: None
) -> None:
    assert [row[0] for row in rows(alice.get("/api/candidates/export.csv", params={"q": "example"}))[1:]] == [
        "Dora", "", "Carl Xu", "Åsa Berg",
    ]  # fmt: skip
    assert rows(bob.get("/api/candidates/export.csv"))[1:] == []
    assert anonymous.get("/api/candidates/export.csv").status_code == 401


def test_a_long_export_is_complete(alice: Person, database: Database) -> None:
    with database.transaction() as session:
        session.add_all(
            Candidate(owner_id=alice.id, name=f"N{number}", name_key=f"n{number}", updated_at=START)
            for number in range(1_203)
        )
    names = [row[0] for row in rows(alice.get("/api/candidates/export.csv"))[1:]]
    assert len(names) == len(set(names)) == 1_203
