"""Edits of candidate profiles: validation and recalculated metrics."""

from __future__ import annotations

from typing import Any

import pytest

from app.candidates.service import CandidateFacts, save_candidate
from app.core.database import Database
from tests.conftest import Person


@pytest.fixture
def url(alice: Person, database: Database) -> str:
    facts = CandidateFacts(
        name="Nora",
        email="nora@example.com",
        linkedin="in/nora",
        cv_parsed={
            "skills": ["Go"],
            "experience": [{"title": "Cook", "company": "Acme", "start": "2020-01", "end": "2022-01"}],
        },
        cv_profile={"summary": "Cooks.", "totalExperienceYears": 2.0, "experienceLevel": "junior"},
    )
    with database.transaction() as session:
        return "/api/candidates/profile/" + save_candidate(session, owner_id=alice.id, facts=facts).id


@pytest.mark.parametrize(
    "linkedin",
    [
        "https://www.linkedin.com/in/nora",
        "linkedin.com/in/nora",
        "de.linkedin.com/in/nora",
        "http://nora.example/cv",
        "",
    ],
)
def test_linkedin_addresses_are_accepted(alice: Person, url: str, linkedin: str) -> None:
    assert alice.patch(url, json={"linkedin": linkedin}).json()["data"]["linkedin"] == (linkedin or None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("linkedin", "javascript:alert(1)"),
        ("linkedin", "nora lindqvist"),
        ("linkedin", "https://nora"),
        ("linkedin", "linkedin.com"),
        ("linkedin", "evil.com/linkedin.com/in/nora"),
        ("linkedin", 'https://x.com/"onmouseover='),
        ("email", "nora"),
        ("email", "nora@example"),
        ("email", "<nora@example.com>"),
        ("name", ""),
        ("name", "   "),
    ],
)
def test_invalid_values_are_refused_and_change_nothing(
    alice: Person, url: str, field: str, value: str
) -> None:
    before = alice.get(url).json()["data"]
    response = alice.patch(url, json={"phone": "12345678", field: value})
    assert (response.status_code, response.json()["code"]) == (422, "VALIDATION_ERROR")
    assert [problem["path"] for problem in response.json()["fields"]] == [field]
    assert alice.get(url).json()["data"] == before


def test_an_existing_invalid_value_does_not_block_other_edits(alice: Person, url: str) -> None:
    # The CV gave "in/nora". The form sends it along unchanged when only the phone number is edited.
    changed = alice.patch(url, json={"linkedin": "in/nora", "phone": "12345678"})
    assert (changed.status_code, changed.json()["data"]["phone"]) == (200, "12345678")


def test_blank_list_entries_are_dropped(alice: Person, url: str) -> None:
    body: dict[str, Any] = {
        "skills": ["Go", " ", "", "SQL"],
        "experience": [{"title": " "}, {"title": "Chef", "start": "2020-01", "end": "2024-01"}, {}],
        "education": [{"degree": "", "institution": ""}],
    }
    parsed = alice.patch(url, json={"cvParsed": body}).json()["data"]["cvParsed"]
    assert parsed["skills"] == ["Go", "SQL"]
    assert [entry["title"] for entry in parsed["experience"]] == ["Chef"]
    assert parsed["education"] == []


def test_correcting_positions_recalculates_the_years(alice: Person, url: str) -> None:
    entry = {"title": "Cook", "company": "Acme", "start": "2016-01", "end": "2022-01"}
    profile = alice.patch(url, json={"cvParsed": {"experience": [entry]}}).json()["data"]["cvProfile"]
    assert (profile["totalExperienceYears"], profile["experienceLevel"]) == (6.0, "senior")
    assert profile["summary"] == "Cooks."


@pytest.mark.parametrize(
    "entry",
    [{"start": "last year"}, {"end": "2020-1"}, {"durationMonths": -1}, {"title": "x" * 301}],
)
def test_entries_are_validated(alice: Person, url: str, entry: dict[str, Any]) -> None:
    assert alice.patch(url, json={"cvParsed": {"experience": [entry]}}).status_code == 422


def test_position_and_location_can_be_changed_and_removed(alice: Person, url: str) -> None:
    change = {"currentPosition": " Head Cook ", "cvParsed": {"location": "Bergen"}}
    changed = alice.patch(url, json=change).json()["data"]
    assert (changed["currentPosition"], changed["cvParsed"]["location"]) == ("Head Cook", "Bergen")
    assert changed["cvParsed"]["skills"] == ["Go"]
    (entry, *_) = alice.get(url.replace("profile/", "") + "/history").json()["data"]
    assert {change["path"] for change in entry["changes"]} == {"currentPosition", "cvParsed.location"}
    removed = alice.patch(url, json={"currentPosition": "", "cvParsed": {"location": ""}}).json()["data"]
    assert (removed["currentPosition"], removed["cvParsed"]["location"]) == ("", "")


@pytest.mark.parametrize("change", [{"currentPosition": "x" * 301}, {"cvParsed": {"location": "x" * 301}}])
def test_a_position_or_location_that_is_too_long_is_refused(
    alice: Person, url: str, change: dict[str, Any]
) -> None:
    assert alice.patch(url, json=change).status_code == 422


def test_a_position_that_someone_else_changed_meanwhile_is_not_overwritten(alice: Person, url: str) -> None:
    shown = alice.get(url).json()["data"]["updatedAt"]
    assert alice.patch(url, json={"currentPosition": "Head Cook", "updatedAt": shown}).status_code == 200
    late = alice.patch(url, json={"currentPosition": "Baker", "updatedAt": shown})
    assert (late.status_code, late.json()["code"]) == (409, "EDITED_MEANWHILE")
    assert alice.get(url).json()["data"]["currentPosition"] == "Head Cook"
