"""The list of job descriptions: order, status filter, CSV export."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.core.database import Database
from app.job_descriptions.service import JobFacts, save_job_description
from app.job_descriptions.tables import JobStatus
from tests.conftest import Person

JOBS = [
    ("Nurse", "Ashbrook", JobStatus.OPEN),
    ("baker", "Crumb", JobStatus.DRAFT),
    ("Åkerman", "Farm", JobStatus.CLOSED),
    ("", "Untitled Company", JobStatus.OPEN),
]
"""From the oldest to the latest change; created the other way round."""
START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def jobs(alice: Person, database: Database) -> None:
    with database.transaction() as session:
        for number, (title, company, status) in enumerate(JOBS):
            parsed = {
                "title": title, "company": {"name": company}, "level": "mid", "location": "Leeds",
                "requiredSkills": ["Care", "-1"], "preferredSkills": ["Care", "Night"],
            }  # fmt: skip
            job = save_job_description(
                session, owner_id=alice.id, facts=JobFacts(parsed=parsed, raw_text="…")
            )
            job.status = status
            job.updated_at = START + timedelta(days=number)
            job.created_at = START - timedelta(days=number)


def list_titles(person: Person, **params: Any) -> list[str]:
    body = person.get("/api/job-descriptions", params=params).json()
    assert body["pagination"]["total"] >= len(body["data"])
    return [row["parsed"]["title"] for row in body["data"]]


def test_every_sort_works_in_both_orders(alice: Person, jobs: None) -> None:
    by_change = ["", "Åkerman", "baker", "Nurse"]
    assert list_titles(alice) == by_change
    assert list_titles(alice, sort="updatedAt", order="asc") == by_change[::-1]
    assert list_titles(alice, sort="createdAt") == by_change[::-1]
    assert list_titles(alice, sort="title") == ["Åkerman", "baker", "Nurse", ""]
    assert list_titles(alice, sort="title", order="desc") == ["Nurse", "baker", "Åkerman", ""]
    assert list_titles(alice, sort="status") == ["Åkerman", "baker", "Nurse", ""]
    assert list_titles(alice, sort="status", order="desc") == ["", "Nurse", "baker", "Åkerman"]


def test_the_status_filter_works_with_and_without_search(alice: Person, jobs: None) -> None:
    assert list_titles(alice, status="open") == ["", "Nurse"]
    assert list_titles(alice, status="open", sort="title") == ["Nurse", ""]
    assert list_titles(alice, status="open", limit=1, page=2) == ["Nurse"]
    assert list_titles(alice, status="on_hold") == []
    assert list_titles(alice, q="leeds", status="open") == ["", "Nurse"]
    assert list_titles(alice, q="leeds", status="open", sort="updatedAt", order="asc") == ["Nurse", ""]
    assert list_titles(alice, q="leeds", limit=3, page=2) == ["Nurse"]
    assert alice.get("/api/job-descriptions", params={"status": "gone"}).status_code == 422


def test_a_changed_status_changes_the_filtered_list(alice: Person, jobs: None) -> None:
    job = alice.get("/api/job-descriptions", params={"q": "nurse"}).json()["data"][0]
    alice.patch(f"/api/job-descriptions/{job['_id']}", json={"status": "on_hold"})
    assert list_titles(alice, q="nurse", status="open") == []
    assert list_titles(alice, q="nurse", status="on_hold") == ["Nurse"]


def test_matches_in_the_title_rank_first(alice: Person, database: Database, jobs: None) -> None:
    with database.transaction() as session:
        for title, company, skills in (("Chef", "X", ["Nurse"]), ("Cook", "Nurse Ltd", ["Y"])):
            parsed = {"title": title, "company": {"name": company}, "requiredSkills": skills}
            save_job_description(session, owner_id=alice.id, facts=JobFacts(parsed=parsed, raw_text="…"))
    found = alice.get("/api/job-descriptions/search", params={"q": "nur"}).json()["data"]
    assert [row["parsed"]["title"] for row in found] == ["Nurse", "Cook", "Chef"]


def test_the_list_can_be_exported_as_csv(alice: Person, bob: Person, anonymous: Any, jobs: None) -> None:
    response = alice.get("/api/job-descriptions/export.csv", params={"status": "open", "sort": "title"})
    assert response.headers["content-disposition"].startswith('attachment; filename="jobs-2')
    table = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline="")))
    assert table == [
        ["Title", "Company", "Status", "Level", "Location", "Skills", "Last updated"],
        ["Nurse", "Ashbrook", "open", "mid", "Leeds", "Care; -1; Night", "2026-01-01T00:00:00Z"],
        ["", "Untitled Company", "open", "mid", "Leeds", "Care; -1; Night", "2026-01-04T00:00:00Z"],
    ]
    assert bob.get("/api/job-descriptions/export.csv").content.count(b"\r\n") == 1
    assert anonymous.get("/api/job-descriptions/export.csv").status_code == 401
