"""Computes the fit of a candidate and a job: skills 40 %, experience level 30 %, interview score 30 %."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.skills.evidence import CRITICAL_SCORE, SkillEvidence, has_subject, score_listed_skill
from app.skills.requirements import Requirement, split_requirements

MAX_ADDITIONAL_SKILLS = 8
WEIGHTS = {"skills": 0.4, "level": 0.3, "interview": 0.3}
_LEVEL_RANKS = {"junior": 1, "mid": 2, "senior": 3}


class LevelMatch(StrEnum):
    """How far the experience levels of candidate and job are apart: 0, 1 or 2 steps."""

    PERFECT = "perfect"
    GOOD = "good"
    MISMATCH = "mismatch"


class FitPart(StrEnum):
    SKILLS = "skills"
    LEVEL = "level"
    INTERVIEW = "interview"


class FitLabel(StrEnum):
    EXCELLENT = "excellent"
    VERY_GOOD = "veryGood"
    GOOD = "good"
    FAIR = "fair"
    BELOW_AVERAGE = "belowAverage"
    POOR = "poor"


class FitRecommendation(StrEnum):
    STRONG = "strong"
    GOOD = "good"
    WEIGH = "weigh"


LEVEL_SCORES = {LevelMatch.PERFECT: 100, LevelMatch.GOOD: 80, LevelMatch.MISMATCH: 40}
_LABELS = (
    (85, FitLabel.EXCELLENT),
    (75, FitLabel.VERY_GOOD),
    (65, FitLabel.GOOD),
    (50, FitLabel.FAIR),
    (35, FitLabel.BELOW_AVERAGE),
)


@dataclass(frozen=True, slots=True)
class SkillScore:
    """One required skill and how well the candidate meets it, 0 to 100."""

    skill: str
    score: int


@dataclass(frozen=True, slots=True)
class JobFit:
    """The fit of one candidate and one job."""

    skills: tuple[SkillScore, ...]
    missing_critical: tuple[str, ...]
    bonus_skills: tuple[str, ...]
    """Listed skills that the job does not ask for."""
    level: LevelMatch | None
    overall: float | None
    """Weighted mean of the known parts, 0 to 100; None if no part is known."""
    label: FitLabel | None
    recommendation: FitRecommendation | None
    not_counted: tuple[FitPart, ...]
    """Parts that are not known. The weights of the others keep their proportion."""


def candidate_evidence(candidate: Candidate, *, named: Iterable[str] | None = None) -> SkillEvidence:
    """What is known about the candidate's skills; ``named`` are the names in it, if known already."""
    parsed: Mapping[str, Any] = candidate.cv_parsed or {}
    entries = [entry for entry in parsed.get("experience") or [] if isinstance(entry, Mapping)]
    texts = [candidate.cv_text, str(parsed.get("summary") or "")]
    texts += [str(entry.get(key) or "") for entry in entries for key in ("title", "description")]
    listed = [str(skill) for skill in parsed.get("skills") or []]
    return SkillEvidence(listed=listed, texts=[text for text in texts if text], named=named)


def compute_fit(
    candidate: Candidate, job_description: JobDescription, *, interview_score: float | None
) -> JobFit:
    """The fit of ``candidate`` and ``job_description``; ``interview_score`` is 1 to 10."""
    parsed_job: Mapping[str, Any] = job_description.parsed or {}
    profile, parsed = candidate.cv_profile or {}, candidate.cv_parsed or {}
    requirements = [str(entry) for entry in parsed_job.get("requiredSkills") or []]
    return combine(
        required=[item for item in split_requirements(requirements) if has_subject(item)],
        evidence=candidate_evidence(candidate),
        level=match_levels(
            profile.get("experienceLevel") or parsed.get("experienceLevel"), parsed_job.get("level")
        ),
        interview_score=interview_score,
    )


def combine(
    *,
    required: list[Requirement],
    evidence: SkillEvidence,
    level: LevelMatch | None,
    interview_score: float | None,
) -> JobFit:
    """The fit from its parts; a part that is not known is left out."""
    skills = [SkillScore(item.label, evidence.score(item)) for item in required]
    parts: dict[FitPart, float | None] = {
        FitPart.SKILLS: sum(item.score for item in skills) / len(skills) if skills else None,
        FitPart.LEVEL: LEVEL_SCORES[level] if level else None,
        FitPart.INTERVIEW: None if interview_score is None else interview_score * 10,
    }
    known = {part: value for part, value in parts.items() if value is not None}
    weight = sum(WEIGHTS[part] for part in known)
    overall = sum(WEIGHTS[part] * value for part, value in known.items()) / weight if known else None
    additional = [
        skill for skill in evidence.listed if all(not score_listed_skill(item, skill) for item in required)
    ]
    return JobFit(
        skills=tuple(skills),
        missing_critical=tuple(item.skill for item in skills if item.score < CRITICAL_SCORE),
        bonus_skills=tuple(additional[:MAX_ADDITIONAL_SKILLS]),
        level=level,
        overall=overall,
        label=None if overall is None else choose_label(overall),
        recommendation=None if overall is None else choose_recommendation(overall),
        not_counted=tuple(part for part in parts if part not in known),
    )


def match_levels(candidate: str | None, job: str | None) -> LevelMatch | None:
    """Compare two experience levels; None if either is not known. Profiles say "mid-level" for "mid"."""
    first = _LEVEL_RANKS.get((candidate or "").removesuffix("-level"))
    second = _LEVEL_RANKS.get((job or "").removesuffix("-level"))
    if first is None or second is None:
        return None
    return (LevelMatch.PERFECT, LevelMatch.GOOD, LevelMatch.MISMATCH)[abs(first - second)]


def choose_label(overall: float) -> FitLabel:
    return next((label for minimum, label in _LABELS if overall >= minimum), FitLabel.POOR)


def choose_recommendation(overall: float) -> FitRecommendation:
    if overall >= 80:
        return FitRecommendation.STRONG
    return FitRecommendation.GOOD if overall >= 60 else FitRecommendation.WEIGH


def mean_score(*scores: float | None) -> float | None:
    """The mean of the scores that are known; None if none is."""
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else None
