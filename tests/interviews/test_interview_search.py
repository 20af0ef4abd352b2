from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.conftest import Person


def _names(person: Person, search: str) -> list[str]:
    answer = person.get("/api/interviews", params={"search": search})
    assert answer.status_code == 200
    return [row["candidateName"] for row in answer.json()["data"]]


@pytest.fixture(autouse=True)
def _interviews(alice: Person) -> None:
    for body in (
        {"candidateName": "Cara Diaz", "position": "Backend Engineer"},
        {"candidateName": "Dora 100% Ek", "title": "Second round"},
        {"candidateName": "Emil", "position": "Site_Manager"},
    ):
        assert alice.post("/api/interviews", json=body).status_code == 200


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("cara", ["Cara Diaz"]),
        ("  DIAZ ", ["Cara Diaz"]),
        ("engineer", ["Cara Diaz"]),
        ("second", ["Dora 100% Ek"]),
        ("%", ["Dora 100% Ek"]),
        ("_", ["Emil"]),
        ("nobody", []),
        ("", ["Emil", "Dora 100% Ek", "Cara Diaz"]),
    ],
)
def test_search_is_literal_and_knows_no_case(alice: Person, search: str, found: list[str]) -> None:
    assert _names(alice, search) == found


def test_the_pagination_counts_what_was_found(alice: Person) -> None:
    pages = alice.get("/api/interviews", params={"search": "cara"}).json()["pagination"]
    assert (pages["total"], pages["totalPages"]) == (1, 1)


def test_nobody_finds_the_interviews_of_others(bob: Person, anonymous: TestClient) -> None:
    assert _names(bob, "cara") == []
    assert anonymous.get("/api/interviews", params={"search": "cara"}).status_code == 401


def test_a_search_of_a_whole_page_is_refused(alice: Person) -> None:
    answer = alice.get("/api/interviews", params={"search": "a" * 301})
    assert answer.status_code == 422
