"""Search, filters and order of the interview list, and overlapping interviews."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.conftest import Person


def search_names(person: Person, search: str) -> list[str]:
    response = person.get("/api/interviews", params={"search": search})
    assert response.status_code == 200
    return [row["candidateName"] for row in response.json()["data"]]


@pytest.fixture(autouse=True)
def _interviews(alice: Person) -> None:
    for body in (
        {"candidateName": "Cara Diaz", "position": "Backend Engineer"},
        {"candidateName": "Dora 100% Ek", "title": "Second round"},
        {"candidateName": "Emil", "position": "Site_Manager"},
    ):
        assert alice.post("/api/interviews", json={"status": "draft", **body}).status_code == 200


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("cara", ["Cara Diaz"]),
        ("  DIAZ ", ["Cara Diaz"]),
        ("engineer", ["Cara Diaz"]),
        ("second", ["Dora 100% Ek"]),
        ("%", ["Dora 100% Ek"]),
        ("_", ["Emil"]),
        ("unknown", []),
        ("", ["Emil", "Dora 100% Ek", "Cara Diaz"]),
    ],
)
def test_search_is_literal_and_ignores_case(alice: Person, search: str, found: list[str]) -> None:
    assert search_names(alice, search) == found


def test_pagination_counts_the_matches(alice: Person) -> None:
    pages = alice.get("/api/interviews", params={"search": "cara"}).json()["pagination"]
    assert (pages["total"], pages["totalPages"]) == (1, 1)


def test_search_finds_only_own_interviews(bob: Person, anonymous: TestClient) -> None:
    assert search_names(bob, "cara") == []
    assert anonymous.get("/api/interviews", params={"search": "cara"}).status_code == 401


def test_a_search_that_is_too_long_is_refused(alice: Person) -> None:
    response = alice.get("/api/interviews", params={"search": "a" * 301})
    assert response.status_code == 422


def list_names(person: Person, **params: Any) -> list[str]:
    response = person.get("/api/interviews", params=params)
    assert response.status_code == 200, response.text
    return [row["candidateName"] for row in response.json()["data"]]


@pytest.fixture
def dated(alice: Person) -> None:
    for name, date in (("Fay", "2083-03-01T09:00:00Z"), ("anna", "2083-03-31T23:59:00Z")):
        body = {
            "candidateName": name,
            "status": "scheduled",
            "scheduledDate": date,
            "scheduledDuration": 45,
        }
        assert alice.post("/api/interviews", json=body).status_code == 200


def test_list_is_filtered_by_status(alice: Person, dated: None) -> None:
    assert list_names(alice, status="scheduled") == ["anna", "Fay"]
    assert len(list_names(alice, status=["scheduled", "draft"])) == 5
    assert list_names(alice, status="in-progress") == []
    assert alice.get("/api/interviews", params={"status": "over"}).status_code == 422


def test_list_is_sorted_as_requested(alice: Person, dated: None) -> None:
    assert list_names(alice, sort="candidateName", order="asc")[:2] == ["anna", "Cara Diaz"]
    # Interviews without a date come last in both orders.
    assert list_names(alice, sort="scheduledDate", order="asc")[:2] == ["Fay", "anna"]
    assert list_names(alice, sort="scheduledDate", order="desc")[:2] == ["anna", "Fay"]


def test_list_is_filtered_by_date_range(alice: Person, bob: Person, dated: None) -> None:
    march = {"scheduledFrom": "2083-03-01T00:00:00Z", "scheduledBefore": "2083-03-31T00:00:00Z"}
    assert list_names(alice, **march) == ["Fay"]
    assert list_names(bob, **march) == []


@pytest.mark.parametrize(
    ("start", "minutes", "found"),
    [
        ("2083-03-01T09:44:00Z", 30, ["Fay"]),
        ("2083-03-01T09:45:00Z", 30, []),
        ("2083-03-01T08:30:00Z", 30, []),
        ("2083-03-01T08:30:00Z", 31, ["Fay"]),
        ("2083-03-01T08:00:00Z", 120, ["Fay"]),
    ],
)
def test_overlapping_interviews_are_listed(
    alice: Person, bob: Person, dated: None, start: str, minutes: int, found: list[str]
) -> None:
    params: dict[str, str | int] = {"start": start, "minutes": minutes}
    rows = alice.get("/api/interviews/clashes", params=params).json()["data"]
    assert [row["candidateName"] for row in rows] == found
    assert bob.get("/api/interviews/clashes", params=params).json()["data"] == []
    for row in rows:
        without = alice.get("/api/interviews/clashes", params={**params, "exceptId": row["_id"]})
        assert without.json()["data"] == []


def test_canceled_interview_does_not_overlap(alice: Person, dated: None) -> None:
    row = alice.get("/api/interviews", params={"search": "Fay"}).json()["data"][0]
    alice.patch(f"/api/interviews/{row['_id']}", json={"status": "cancelled"})
    params: dict[str, str | int] = {"start": "2083-03-01T09:00:00Z", "minutes": 30}
    assert alice.get("/api/interviews/clashes", params=params).json()["data"] == []


def test_overlaps_require_sign_in(anonymous: TestClient) -> None:
    params: dict[str, str | int] = {"start": "2083-03-01T09:00:00Z", "minutes": "30"}
    assert anonymous.get("/api/interviews/clashes", params=params).status_code == 401
