"""Values that no database can store are refused with 422, wherever they arrive."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text

from app.core.database import Database
from app.core.errors import ValidationFailed
from tests.conftest import Person

SURROGATE = b'"\\ud800"'


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/interviews", b'{"title": %s}'),
        ("PATCH", "/api/interviews/{id}", b'{"candidateProfileId": %s}'),
        ("PATCH", "/api/interviews/{id}", b'{"jobDescriptionId": %s}'),
        ("POST", "/api/aisense/analyze", b'{"interviewId": %s}'),
        (
            "POST",
            "/api/interview/{id}/transcript/append",
            b'{"segments": [{"speaker": "candidate", "text": %s}]}',
        ),
        (
            "POST",
            "/api/interview/{id}/transcript/append",
            b'{"segments": [{"speaker": "candidate", "text": "x", "_id": %s}]}',
        ),
    ],
)
def test_half_a_surrogate_pair_is_refused(
    alice: Person, interview: dict[str, Any], method: str, path: str, body: bytes
) -> None:
    response = alice.request(
        method,
        path.format(id=interview["_id"]),
        content=body % SURROGATE,
        headers={"Content-Type": "application/json"},
    )
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR"), response.text


@pytest.mark.sqlite
def test_numbers_beyond_64_bits_are_refused(database: Database) -> None:
    """As a `lastSequence` of 2^64 over the socket."""
    with pytest.raises(ValidationFailed), database.reading() as session:
        session.execute(text("SELECT :number"), {"number": 2**64})


def test_other_overflows_are_not_hidden(database: Database) -> None:
    with pytest.raises(OverflowError), database.reading():
        raise OverflowError("math range error")


def test_ids_and_times_are_bounded(alice: Person, running_interview: dict[str, Any]) -> None:
    interview = running_interview
    path = f"/api/interviews/{interview['_id']}"
    assert alice.patch(path, json={"candidateProfileId": "x" * 101}).status_code == 422
    assert alice.patch(path, json={"candidateProfileId": "x" * 100}).status_code == 404
    segment = {"speaker": "candidate", "text": "x", "timestamp": "2199-12-31T00:00:00Z"}
    append = f"/api/interview/{interview['_id']}/transcript/append"
    assert alice.post(append, json={"segments": [segment]}).status_code == 200
    lines = alice.get(f"/api/interview/{interview['_id']}/transcript").json()["data"]["segments"]
    assert lines[0]["startSeconds"] == 7 * 24 * 3600


@pytest.mark.parametrize("name", ["name", "email"])
def test_a_filter_longer_than_any_name_finds_nothing(alice: Person, name: str) -> None:
    """SQLite refuses such patterns, which looked like a busy database."""
    response = alice.get("/api/candidates/search", params={name: "a" * 60_000})
    assert (response.status_code, response.json()["data"]) == (200, [])
