"""Computes the fit of a candidate and a job: skills 40 %, experience level 30 %, interview score 30 %."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from app.candidates.tables import Candidate
from app.job_descriptions.tables import JobDescription
from app.skills.catalog import canonical_skill
from app.skills.evidence import CRITICAL_SCORE, SkillEvidence, has_subject, score_listed_skill
from app.skills.matches import MatchKind, MatchSource, SkillMatch
from app.skills.requirements import Requirement, split_requirements

MAX_ADDITIONAL_SKILLS = 8
WEIGHTS = {"skills": 40, "level": 30, "interview": 30}
"""In percent: whole numbers, because 85 must not become 84.99."""
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
    """One required skill, how well the candidate meets it, 0 to 100, and the evidence."""

    skill: str
    score: int
    match: MatchKind | None = None
    """None if the skill was not found."""
    source: MatchSource | None = None
    words: str = ""
    """Verbatim from the source, where it is known."""
    segment_id: str | None = None

    @classmethod
    def of(cls, skill: str, found: SkillMatch) -> SkillScore:
        return cls(skill, found.score, found.kind, found.source, found.words, found.segment_id)


@dataclass(frozen=True, slots=True)
class JobFit:
    """The fit of one candidate and one job."""

    skills: tuple[SkillScore, ...]
    missing_critical: tuple[str, ...]
    bonus_skills: tuple[str, ...]
    """Listed skills that the job does not require."""
    level: LevelMatch | None
    overall: float | None
    """Weighted mean of the known parts, 0 to 100; None if no part is known.

    Shown rounded down, so that a percentage never appears with the label of a higher range.
    """
    label: FitLabel | None
    recommendation: FitRecommendation | None
    not_counted: tuple[FitPart, ...]
    """Unknown parts. The weights of the others keep their proportions."""


def candidate_evidence(candidate: Candidate, *, named: Iterable[str] | None = None) -> SkillEvidence:
    """Evidence of the candidate's skills; ``named`` are the names in it, if already known."""
    return read_evidence(candidate.cv_text, candidate.cv_parsed, named=named)


def read_evidence(
    cv_text: str, cv_parsed: Mapping[str, Any] | None, *, named: Iterable[str] | None = None
) -> SkillEvidence:
    """Like ``candidate_evidence``, from the text and the parsed profile of a CV."""
    parsed: Mapping[str, Any] = cv_parsed or {}
    entries = [entry for entry in parsed.get("experience") or [] if isinstance(entry, Mapping)]
    texts = [cv_text, str(parsed.get("summary") or "")]
    texts += [str(entry.get(key) or "") for entry in entries for key in ("title", "description")]
    listed = [skill for skill in parsed.get("skills") or [] if isinstance(skill, str) and skill.strip()]
    return SkillEvidence(listed=listed, texts=[text for text in texts if text], named=named)


def list_required(entries: Iterable[object]) -> list[Requirement]:
    """The skills that a job requires, each once."""
    return [item for item in split_requirements(map(str, entries)) if has_subject(item)]


def compute_fit(
    candidate: Candidate,
    job_description: JobDescription,
    *,
    interview_score: float | None,
    found: Mapping[str, SkillMatch] | None = None,
    denied: Mapping[str, SkillMatch] | None = None,
) -> JobFit:
    """The fit of ``candidate`` and ``job_description``; ``interview_score`` is 1 to 10.

    ``found`` are matches of required skills that the documents do not name: by meaning, or shown in the
    interview. ``denied`` are skills that the candidate says they lack, whatever the documents name. The
    keys of both are the labels of the requirements.
    """
    parsed_job: Mapping[str, Any] = job_description.parsed or {}
    profile, parsed = candidate.cv_profile or {}, candidate.cv_parsed or {}
    return combine(
        required=list_required(parsed_job.get("requiredSkills") or []),
        evidence=candidate_evidence(candidate),
        level=match_levels(
            profile.get("experienceLevel") or parsed.get("experienceLevel"), parsed_job.get("level")
        ),
        interview_score=interview_score,
        found=found,
        denied=denied,
    )


def combine(
    *,
    required: list[Requirement],
    evidence: SkillEvidence,
    level: LevelMatch | None,
    interview_score: float | None,
    found: Mapping[str, SkillMatch] | None = None,
    denied: Mapping[str, SkillMatch] | None = None,
) -> JobFit:
    """The fit from its parts; a part that is not known is left out."""
    against = denied or {}
    skills = [
        SkillScore.of(item.label, against.get(item.label) or _match(item, evidence, found or {}))
        for item in required
    ]
    parts: dict[FitPart, Fraction | None] = {
        FitPart.SKILLS: Fraction(sum(item.score for item in skills), len(skills)) if skills else None,
        FitPart.LEVEL: Fraction(LEVEL_SCORES[level]) if level else None,
        # Scores have one decimal, their mean has two, computed in decimal rather than binary.
        FitPart.INTERVIEW: None if interview_score is None else Fraction(f"{interview_score:.2f}") * 10,
    }
    known = {part: value for part, value in parts.items() if value is not None}
    weight = sum(WEIGHTS[part] for part in known)
    overall = (
        sum((WEIGHTS[part] * value for part, value in known.items()), Fraction()) / weight if known else None
    )
    matched = {item.words for item in skills if item.score >= CRITICAL_SCORE}
    return JobFit(
        skills=tuple(skills),
        missing_critical=tuple(item.skill for item in skills if item.score < CRITICAL_SCORE),
        bonus_skills=tuple(_list_additional(required, matched, evidence.listed)[:MAX_ADDITIONAL_SKILLS]),
        level=level,
        overall=None if overall is None else float(overall),
        label=None if overall is None else choose_label(overall),
        recommendation=None if overall is None else choose_recommendation(overall),
        not_counted=tuple(part for part in parts if part not in known),
    )


def _match(item: Requirement, evidence: SkillEvidence, found: Mapping[str, SkillMatch]) -> SkillMatch:
    match = evidence.match(item)
    other = found.get(item.label)
    if other is None or match.score >= CRITICAL_SCORE:
        return match
    # A mention shows that the skill came up; it does not change a partial match.
    return replace(other, score=max(other.score, match.score))


def _list_additional(required: list[Requirement], matched: set[str], listed: Iterable[str]) -> list[str]:
    """The listed skills that meet no requirement, each once; those in ``matched`` meet one."""
    additional: dict[str, str] = {}
    for skill in listed:
        if skill not in matched and all(
            score_listed_skill(item, skill) < CRITICAL_SCORE for item in required
        ):
            additional.setdefault(canonical_skill(skill).casefold(), skill)
    return list(additional.values())


def match_levels(candidate: str | None, job: str | None) -> LevelMatch | None:
    """Compare two experience levels; None if either is not known. Profiles say "mid-level" for "mid"."""
    first, second = (_LEVEL_RANKS.get((level or "").removesuffix("-level")) for level in (candidate, job))
    if first is None or second is None:
        return None
    return (LevelMatch.PERFECT, LevelMatch.GOOD, LevelMatch.MISMATCH)[abs(first - second)]


def choose_label(overall: float | Fraction) -> FitLabel:
    return next((label for minimum, label in _LABELS if overall >= minimum), FitLabel.POOR)


def choose_recommendation(overall: float | Fraction) -> FitRecommendation:
    if overall >= 80:
        return FitRecommendation.STRONG
    return FitRecommendation.GOOD if overall >= 60 else FitRecommendation.WEIGH


def mean_score(*scores: float | None) -> float | None:
    """The mean of the known scores; None without any."""
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else None
