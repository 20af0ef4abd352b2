"""Edits and duplicates of job descriptions."""

from __future__ import annotations

import pytest

from app.core.database import Database
from app.job_descriptions.rules import PositionIndex
from app.job_descriptions.service import JobFacts, make_position_keys, save_job_description
from tests.conftest import Person


@pytest.fixture
def url(alice: Person, database: Database) -> str:
    facts = JobFacts(parsed={"title": "Chef", "requiredSkills": ["K8s"]}, raw_text="Chef")
    with database.transaction() as session:
        return "/api/job-descriptions/" + save_job_description(session, owner_id=alice.id, facts=facts).id


def test_a_title_cannot_be_removed(alice: Person, url: str) -> None:
    refused = alice.patch(url, json={"status": "open", "parsed": {"title": "  "}})
    assert (refused.status_code, refused.json()["fields"][0]["path"]) == (422, "parsed.title")
    shown = alice.get(url).json()["data"]
    assert (shown["parsed"]["title"], shown["status"]) == ("Chef", "draft")


def test_an_untitled_one_can_be_edited(alice: Person, database: Database) -> None:
    with database.transaction() as session:
        facts = JobFacts(parsed={"title": ""}, raw_text="?")
        made = save_job_description(session, owner_id=alice.id, facts=facts)
    changed = alice.patch(
        f"/api/job-descriptions/{made.id}", json={"parsed": {"title": "", "requiredSkills": ["Go", " "]}}
    )
    assert changed.json()["data"]["parsed"]["requiredSkills"] == ["Go"]


def test_a_skill_with_another_name_is_not_added_twice(alice: Person, database: Database, url: str) -> None:
    more = JobFacts(parsed={"title": "chef", "requiredSkills": ["Kubernetes", "Go"]}, raw_text="Chef, again")
    with database.transaction() as session:
        merged = save_job_description(session, owner_id=alice.id, facts=more)
    assert url.endswith(merged.id)
    shown = alice.get(url).json()["data"]
    assert (shown["parsed"]["requiredSkills"], shown["rawText"]) == (["K8s", "Go"], "Chef, again")


def test_the_same_title_and_company_is_the_same_position() -> None:
    index = PositionIndex()
    for number, (title, company) in enumerate([("Chef", "Acme Ltd"), ("chef (m/w/d)", "ACME"), ("", "Acme")]):
        keys = make_position_keys({"title": title, "company": {"name": company}})
        index.add(str(number), title=keys[0], company=keys[1])
    assert index.find(title="chef", company="acme") == "0"
    assert index.find(title="chef", company="") is None
    assert index.find(title="", company="acme") is None
    assert make_position_keys(None) == make_position_keys({"title": None, "company": None}) == ("", "")
