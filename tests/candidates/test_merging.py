"""Merging two CVs of one person."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from app.candidates.merging import merge_cv_parsed, merge_cv_profile, merge_entries
from app.candidates.service import CandidateFacts, fill_blanks
from app.candidates.tables import Candidate
from app.records.merging import merge, merge_skills

TODAY = date(2026, 6, 1)


def work(
    title: str, company: str, start: str | None = None, end: str | None = None, **more: Any
) -> dict[str, Any]:
    return {"title": title, "company": company, "start": start, "end": end, **more}


def merge_positions(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return merge_entries(old, new, what="title", where="company", today=TODAY)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (work("Engineer", "Acme Ltd", "2020-01", "2022-01"), work("engineer", "ACME", "2020", "2022")),
        (work("Engineer", "Acme", "2020", "2022"), work("Engineer", "Acme Logistics GmbH", "2021", "2022")),
        (work("Sr. Engineer", "Acme", "2020-01"), work("Senior Engineer", "Acme Inc.", "2020-01", "2024-03")),
        (work("Engineer", "Acme", "2020-01"), work("Software Engineer", "Acme", "2020-01")),
        (work("Engineer", "Acme"), work("Engineer", "Acme Ltd")),
        (work("Engineer", "Acme"), work("Engineer", "Acme", "2020", "2021")),
        (work("Engineer", "", "2020-01", "2021-01"), work("Engineer", "Acme", "2020-01", "2021-01")),
        (work("VP of Sales", "Müller AG", "2019"), work("Vice President, Sales", "Muller", "2019")),
    ],
)
def test_one_position_worded_differently_is_merged(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert len(merge_positions([one], [other])) == 1
    assert len(merge_positions([other], [one])) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (work("Engineer", "Acme", "2015", "2017"), work("Engineer", "Acme", "2020", "2022")),
        (work("Engineer", "Acme", "2018-01", "2020-01"), work("Senior Engineer", "Acme", "2020-01")),
        (work("Engineer", "Acme", "2020", "2022"), work("Engineer", "Globex", "2020", "2022")),
        (work("Engineer", "Acme", "2020", "2022"), work("Teacher", "Acme", "2020", "2022")),
        (work("Engineer", "Acme"), work("Engineer", "Acme Labs")),
        (work("", ""), work("", "")),
    ],
)
def test_different_positions_are_not_merged(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert len(merge_positions([one], [other])) == 2


def test_a_merged_position_gets_missing_fields_and_more_precise_dates() -> None:
    old = work("Engineer", "Acme Ltd", "2020", None, description="", durationMonths=70)
    new = work("Engineer", "Acme", "2020-03", "2023-09", description="Did it", durationMonths=42)
    (entry,) = merge_positions([old], [new])
    assert entry == work(
        "Engineer", "Acme Ltd", "2020-03", "2023-09", description="Did it", durationMonths=42
    )


def test_entries_of_one_cv_are_never_merged() -> None:
    twice = [work("Engineer", "Acme", "2021"), work("Engineer", "Acme", "2020")]
    assert len(merge_positions([], twice)) == 2
    assert len(merge_positions(twice, twice)) == 2
    assert merge_positions(twice, twice) == twice
    assert len(merge_positions([work("Engineer", "Acme", "2020")], twice)) == 2


def test_a_new_position_is_inserted_by_its_dates() -> None:
    old = [work("C", "Z", "2022"), work("A", "X", "2010", "2012"), work("Unknown", "W")]
    titles = [
        e["title"] for e in merge_positions(old, [work("B", "Y", "2015", "2018"), work("D", "V", "2024")])
    ]
    assert titles == ["D", "C", "B", "A", "Unknown"]


def test_skills_are_merged_by_canonical_name() -> None:
    assert merge_skills(["K8s", "JS", "Falconry"], ["Kubernetes", "JavaScript", "falconry.", "Go"]) == [
        "K8s", "JS", "Falconry", "Go",
    ]  # fmt: skip


def test_languages_and_certificates_are_merged_by_their_words() -> None:
    old = {"languages": ["German (native)"], "certifications": ["AWS Architect."]}
    new = {"languages": ["German", "French – B2"], "certifications": ["aws architect", "CKA"]}
    merged = merge_cv_parsed(old, new, today=TODAY)
    assert merged["languages"] == ["German (native)", "French – B2"]
    assert merged["certifications"] == ["AWS Architect.", "CKA"]


def test_metrics_are_recalculated_from_merged_entries() -> None:
    old = {"experience": [work("Engineer", "Acme", "2020-01", "2022-01")]}
    new = {
        "experience": [work("Intern", "Globex", "2016-01", "2020-01"), work("Engineer", "Acme Ltd", "2020")]
    }
    parsed = merge_cv_parsed(old, new, today=TODAY)
    profile = merge_cv_profile(
        {"totalExperienceYears": 2.0, "averageTenureYears": 2.0, "experienceLevel": "junior"},
        {"totalExperienceYears": 10.4, "averageTenureYears": 5.0, "experienceLevel": "senior"},
        before=old,
        after=parsed,
        today=TODAY,
    )
    assert profile == {"totalExperienceYears": 6.0, "averageTenureYears": 3.0, "experienceLevel": "senior"}


def test_metrics_stay_without_new_positions() -> None:
    old = {"experience": [work("Engineer", "Acme", "2020-01", None, durationMonths=70)]}
    held = {"totalExperienceYears": 5.8, "experienceLevel": "senior"}
    again = {"experience": [work("Engineer", "ACME", "2020-01", None, durationMonths=77)]}
    parsed = merge_cv_parsed(old, again, today=TODAY)
    assert parsed == old
    assert (
        merge_cv_profile(held, {"totalExperienceYears": 6.4}, before=old, after=parsed, today=TODAY) == held
    )


def test_the_higher_education_level_wins() -> None:
    old = {"education": [{"degree": "BSc Physics", "institution": "Oslo", "start": "2010", "end": "2013"}]}
    new = {"education": [
        {"degree": "MSc Physics", "institution": "Oslo", "start": "2013", "end": "2015"},
        {"degree": "High School", "institution": "Town", "start": "2006", "end": "2010"},
    ]}  # fmt: skip
    after = merge_cv_parsed(old, new, today=TODAY)
    profile = merge_cv_profile(
        {"highestEducationLevel": "Bachelor's", "educationLengthYears": 3.0},
        {"highestEducationLevel": "Master's", "educationLengthYears": 2.0},
        before=old,
        after=after,
        today=TODAY,
    )
    assert profile == {"highestEducationLevel": "Master's", "educationLengthYears": 5.0}


def test_no_value_is_blanked_or_replaced() -> None:
    candidate = Candidate(name="Nora", email="n@x.com", current_position="Chef", cv_text="old")
    fill_blanks(
        candidate, CandidateFacts(name="", email=None, cv_parsed={"skills": []}, cv_text=""), today=TODAY
    )
    fill_blanks(
        candidate, CandidateFacts(name="Other", email="o@x.com", current_position="Cook"), today=TODAY
    )
    assert (candidate.name, candidate.email, candidate.current_position) == ("Nora", "n@x.com", "Chef")
    assert candidate.cv_text == "old"
    assert merge({"a": None, "b": ""}, {"a": "", "b": []}) == {"a": None, "b": ""}
    assert merge({"a": 0, "b": False}, {"a": 5, "b": True}) == {"a": 0, "b": False}


def test_the_level_is_updated_in_cv_and_profile() -> None:
    candidate = Candidate(name="Nora", current_position="", cv_text="")
    first = {"experience": [work("A", "X", "2024-06")], "experienceLevel": "junior"}
    fill_blanks(
        candidate, CandidateFacts(cv_parsed=first, cv_profile={"experienceLevel": "junior"}), today=TODAY
    )
    more = {"experience": [work("B", "Y", "2010-01", "2020-01")], "experienceLevel": "senior"}
    fill_blanks(
        candidate, CandidateFacts(cv_parsed=more, cv_profile={"experienceLevel": "senior"}), today=TODAY
    )
    assert candidate.cv_parsed is not None
    assert candidate.cv_profile is not None
    assert (candidate.cv_parsed["experienceLevel"], candidate.cv_profile["experienceLevel"]) == (
        "senior",
        "senior",
    )
    assert candidate.cv_profile["totalExperienceYears"] == 12.0
