"""Embedded texts of candidates and jobs: what is included, and personal data that is left out."""

from __future__ import annotations

from typing import Any

import pytest

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.matching.passages import cv_lines, job_requirements
from app.matching.sources import candidate_source, job_source
from app.skills.requirements import list_names


def _candidate(**changed: Any) -> Candidate:
    values: dict[str, Any] = {
        "name": "Nora Lindqvist",
        "email": "nora@example.com",
        "phone": "+46 70 123 45 67",
        "current_position": "Backend engineer",
        "cv_parsed": {
            "location": "Uppsala, Sweden",
            "skills": ["Python", "Postgres"],
            "experience": [{"title": "Developer", "company": "Copperline"}],
            "summary": "Nora is a backend engineer who moves money.",
        },
        "cv_text": "Used k8s in production",
    }
    return Candidate(**(values | changed))


def test_candidate_text_has_position_titles_skills_and_summary() -> None:
    source = candidate_source(_candidate())
    assert source.text == (
        "Backend engineer. Developer. Skills: Python, Postgres. is a backend engineer who moves money"
    )
    assert source.skills == ("Python", "PostgreSQL", "Kubernetes")


def test_personal_data_is_left_out() -> None:
    summary = (
        "{name}, 41 years old, of {place} ({email}, {phone}). {first}'s trade is backend work. Born in 1985."
    )

    def build_text(name: str, place: str, email: str, phone: str, company: str) -> str:
        first = name.split(maxsplit=1)[0]
        filled = summary.format(name=name, place=place, email=email, phone=phone, first=first)
        parsed = {
            "location": f"{place}, Sweden",
            "experience": [{"title": "Developer", "company": company, "start": "2019-01"}],
            "education": [{"institution": company}],
            "skills": ["Python"],
            "summary": filled,
        }
        person = _candidate(name=name, email=email, phone=phone, cv_parsed=parsed, cv_text=name)
        return candidate_source(person).text

    one = build_text("Nora Lindqvist", "Uppsala", "nora@example.com", "+46 70 123 45 67", "Copperline")
    other = build_text("Jamal Okafor", "Lagos", "jamal@mail.example", "0803 123 4567", "Tidewater")
    assert one == other
    for word in ("Nora", "Uppsala", "41", "1985", "Copperline", "@"):
        assert word not in one


def test_an_ordinary_word_equal_to_the_name_is_kept() -> None:
    person = _candidate(name="Mark Will", cv_parsed={"summary": "Mark will mark papers, and will teach."})
    assert candidate_source(person).text.endswith("will mark papers, and will teach")


def test_job_text_has_title_skills_and_responsibilities() -> None:
    job = JobDescription(
        raw_text="everything",
        parsed={
            "title": "Backend engineer",
            "requiredSkills": ["Go or Java", "Knowledge of PCI DSS"],
            "preferredSkills": ["k8s", "Go or Java"],
            "responsibilities": ["Build services"],
            "benefits": ["Cake"],
        },
    )
    source = job_source(job)
    assert source.text == ("Backend engineer. Skills: Go or Java, Knowledge of PCI DSS, k8s. Build services")
    assert source.skills == ("Go | Java", "PCI DSS")
    assert source.preferred_skills == ("Kubernetes",)


def test_a_job_without_parsed_fields_uses_its_text() -> None:
    assert job_source(JobDescription(raw_text=" We look for\na baker. ", parsed=None)).text == (
        "We look for a baker"
    )


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("Python and Django", ["Python", "Django"]),
        ("Go or Java", ["Go | Java"]),
        ("Java/Kotlin", ["Java | Kotlin"]),
        ("A relational database, such as PostgreSQL, MySQL", ["PostgreSQL | MySQL"]),
        ("Ledger keeping", ["Ledger keeping"]),
        ("Experience with payment systems", ["Payment systems"]),
        ("Ten years of experience", []),
        ("You can keep a secret in a noisy office", []),
    ],
)
def test_skill_names_are_extracted_from_requirements(entry: str, names: list[str]) -> None:
    assert list_names([entry]) == names


def test_cv_lines_are_statements_only() -> None:
    person = _candidate(
        cv_text=(
            "Nora Lindqvist\nSummary\n+46 70 123 45 67, Uppsala, Sweden\nnora@example.com for any question\n"
            "March 2022 – Present\n• Moved nightly batch jobs\n  to event streams\n"
            "• Led a team of four.\nand\n\n"
            "1. Wrote the ledger\n"
        )
    )
    assert cv_lines(person) == [
        "Moved nightly batch jobs to event streams",
        "Led a team of four.",
        "Wrote the ledger",
    ]


def test_job_requirements_are_quoted_verbatim() -> None:
    parsed = {
        "requiredSkills": ["Go", "Experience  with payments"],
        "responsibilities": ["Keep the ledger right", "Experience with payments"],
        "benefits": ["Cake on every Friday"],
    }
    assert job_requirements(JobDescription(parsed=parsed)) == [
        "Experience with payments",
        "Keep the ledger right",
    ]
