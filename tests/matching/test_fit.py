"""The fit of candidate and job: skills, level, interview, and agreement with the match panel."""

from __future__ import annotations

from typing import Any

import pytest

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.matching.fit import (
    FitLabel,
    FitPart,
    FitRecommendation,
    LevelMatch,
    candidate_evidence,
    choose_label,
    choose_recommendation,
    compute_fit,
    match_levels,
    mean_score,
)
from app.matching.rules import RequiredSkills
from app.matching.sources import candidate_source, job_source


def make_candidate(skills: list[str], level: str | None = "senior", cv_text: str = "") -> Candidate:
    return Candidate(
        name="Cara Holm",
        current_position="",
        cv_text=cv_text,
        cv_parsed={"skills": skills},
        cv_profile={"experienceLevel": level},
    )


def make_job(skills: list[str], level: str | None = "senior") -> JobDescription:
    return JobDescription(raw_text="", parsed={"requiredSkills": skills, "level": level})


@pytest.mark.parametrize(
    ("candidate_level", "job_level", "match"),
    [
        ("mid", "mid", LevelMatch.PERFECT),
        ("mid-level", "mid", LevelMatch.PERFECT),
        ("mid", "senior", LevelMatch.GOOD),
        ("junior", "senior", LevelMatch.MISMATCH),
        (None, "senior", None),
        ("mid", "chief", None),
    ],
)
def test_levels_are_compared_by_distance(
    candidate_level: str | None, job_level: str, match: LevelMatch | None
) -> None:
    assert match_levels(candidate_level, job_level) is match


def test_the_overall_score_decides_label_and_recommendation() -> None:
    labels = {85: "excellent", 84.9: "veryGood", 75: "veryGood", 65: "good", 50: "fair", 35: "belowAverage"}
    assert {overall: choose_label(overall).value for overall in labels} == labels
    assert choose_label(34.9) is FitLabel.POOR
    assert choose_recommendation(80) is FitRecommendation.STRONG
    assert choose_recommendation(60) is FitRecommendation.GOOD
    assert choose_recommendation(59.9) is FitRecommendation.WEIGH


def test_only_known_scores_are_averaged() -> None:
    assert mean_score(8, 6) == 7
    assert mean_score(None, 6) == 6
    assert mean_score(None, None) is None


def test_skills_count_40_level_30_interview_30() -> None:
    fit = compute_fit(
        make_candidate(["Python, expert", "Sailing"]), make_job(["Python", "Kafka"]), interview_score=7
    )
    assert [(item.skill, item.score) for item in fit.skills] == [("Python", 95), ("Apache Kafka", 0)]
    assert fit.overall == pytest.approx(0.4 * 47.5 + 0.3 * 100 + 0.3 * 70)
    assert fit.label is FitLabel.GOOD
    assert fit.missing_critical == ("Apache Kafka",)
    assert fit.bonus_skills == ("Sailing",)
    assert fit.not_counted == ()


def test_unknown_parts_are_left_out_instead_of_counting_as_zero() -> None:
    person = make_candidate(["Python, expert"])
    fit = compute_fit(person, make_job(["Python", "Kafka"], level=None), interview_score=None)
    assert fit.overall == pytest.approx(47.5)
    assert fit.not_counted == (FitPart.LEVEL, FitPart.INTERVIEW)
    unknown = compute_fit(person, make_job([], level=None), interview_score=None)
    assert (unknown.overall, unknown.label, unknown.recommendation) == (None, None, None)


def test_at_most_eight_bonus_skills_are_listed() -> None:
    hobbies = [f"Hobby{index}" for index in range(12)]
    assert (
        len(compute_fit(make_candidate(hobbies), make_job(["Python"]), interview_score=None).bonus_skills)
        == 8
    )


@pytest.mark.parametrize(
    ("asked", "listed", "cv_text"),
    [
        ("k8s", ["Kubernetes"], ""),
        ("Kubernetes", [], "Ran k8s on three sites"),
        (
            "Experience with payment systems",
            [],
            "Most of the work was in online payments. Built the payment API.",
        ),
        ("Go or Java", ["Java"], ""),
        ("Fraud detection", ["Sewing"], "Detected leaks in water pipes"),
        ("React Native", ["React"], ""),
        ("Python and Kafka", ["Python"], ""),
    ],
)
def test_match_panel_and_report_agree_about_every_skill(asked: str, listed: list[str], cv_text: str) -> None:
    person: Candidate = make_candidate(listed, cv_text=cv_text)
    position: Any = make_job([asked])
    stored = candidate_source(person).skills
    panel = RequiredSkills("\n".join(job_source(position).skills), "")
    shared, missing = panel.shared_and_missing(candidate_evidence(person, named=stored))
    fit = compute_fit(person, position, interview_score=None)
    found = [item.skill for item in fit.skills if item.skill not in fit.missing_critical]
    assert list(fit.missing_critical) == missing
    assert len(found) == len([label for label in found if set(label.split(" / ")) & set(shared)])
