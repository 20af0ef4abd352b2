"""The fit equals a table that was computed by hand (``fit_table.csv``)."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.matching.fit import JobFit, compute_fit
from app.skills.matches import MatchKind, MatchSource, SkillMatch
from app.skills.requirements import split_requirements

Row = dict[str, str]


def read_table() -> list[Row]:
    with Path(__file__).with_name("fit_table.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def split(cell: str) -> list[str]:
    return [part.strip() for part in cell.split(";")] if cell else []


def label(name: str) -> str:
    """The name under which a requirement is shown."""
    (requirement,) = split_requirements([name])
    return requirement.label


def test_the_table_has_at_least_40_cases() -> None:
    names = [row["case"] for row in read_table()]
    assert len(set(names)) == len(names) >= 40


@pytest.mark.parametrize("row", read_table(), ids=lambda row: row["case"])
def test_the_fit_equals_the_calculation_by_hand(row: Row) -> None:
    candidate = Candidate(
        name="Cara Holm",
        cv_text=row["cv"],
        cv_parsed={"skills": split(row["listed"])},
        cv_profile={"experienceLevel": row["candidate_level"] or None},
    )
    job = JobDescription(
        raw_text="",
        parsed={"requiredSkills": split(row["required"]), "level": row["job_level"] or None},
    )
    fit = compute_fit(candidate, job, interview_score=float(row["interview"]) if row["interview"] else None)
    assert [item.score for item in fit.skills] == [int(score) for score in row["scores"].split()]
    assert fit.overall == (pytest.approx(float(row["overall"]), abs=1e-6) if row["overall"] else None)
    assert ("" if fit.overall is None else str(math.floor(fit.overall))) == row["percent"]
    assert (fit.label or "", fit.recommendation or "") == (row["label"], row["recommendation"])
    assert (fit.level or "") == row["level"]
    assert list(fit.missing_critical) == [label(name) for name in split(row["missing"])]
    assert list(fit.bonus_skills) == split(row["bonus"])
    assert list(fit.not_counted) == row["not_counted"].split()


def fit_with(found: SkillMatch) -> JobFit:
    candidate = Candidate(name="Cara Holm", cv_text="", cv_parsed={"skills": ["Intensive care"]})
    job = JobDescription(raw_text="", parsed={"requiredSkills": ["Wound care"]})
    return compute_fit(candidate, job, interview_score=None, found={"Wound care": found})


def test_a_skill_that_the_interview_shows_is_75_and_not_missing() -> None:
    words = "I dressed wounds every morning."
    fit = fit_with(SkillMatch(75, MatchKind.MEANING, MatchSource.INTERVIEW, words, "s1"))
    assert (fit.overall, fit.missing_critical) == (75, ())
    assert fit.skills[0].words == words


def test_a_mention_keeps_the_partial_match_missing_and_shows_the_words() -> None:
    words = "I never did wound care."
    fit = fit_with(SkillMatch(0, None, MatchSource.INTERVIEW, words, "s1"))
    assert (fit.overall, fit.missing_critical) == (40, ("Wound care",))
    assert (fit.skills[0].match, fit.skills[0].words, fit.skills[0].segment_id) == (None, words, "s1")


def test_a_skill_that_the_candidate_denies_counts_for_nothing_though_the_profile_lists_it() -> None:
    candidate = Candidate(name="Cara Holm", cv_text="", cv_parsed={"skills": ["Wound care"]})
    job = JobDescription(raw_text="", parsed={"requiredSkills": ["Wound care"]})
    said = SkillMatch(0, None, MatchSource.INTERVIEW, "That was always the nurse.", "s1")
    fit = compute_fit(candidate, job, interview_score=None, denied={"Wound care": said})
    assert (fit.overall, fit.missing_critical) == (0, ("Wound care",))
    assert (fit.skills[0].words, fit.skills[0].segment_id) == (said.words, "s1")
