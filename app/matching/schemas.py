"""Responses of the matching API and of the fit in reports."""

from __future__ import annotations

from app.core.schemas import ApiSchema
from app.matching.fit import FitLabel, FitPart, FitRecommendation, LevelMatch
from app.skills.matches import MatchKind, MatchSource


class MatchReason(ApiSchema):
    """A line of each document, verbatim."""

    requirement: str
    """From the job description."""
    evidence: str
    """From the CV."""


class AskedSkillView(ApiSchema):
    skill: str
    """Alternatives as "Go / Java"."""
    is_required: bool
    """False for a preferred skill."""
    found_by: MatchKind | None
    """Null if the candidate does not show it."""
    words: str | None
    """The text in which it was found, verbatim."""


class MatchView(ApiSchema):
    record_id: str
    """The candidate's, or the job description's."""
    name: str
    """The candidate's name, or the title."""
    subtitle: str
    """The candidate's position, or the company."""
    score: int
    """0 to 100, from the wording of both documents; a guide for the person who decides."""
    shared_skills: list[str]
    """Skills that the job asks for and the candidate has."""
    missing_skills: list[str]
    """Skills that the job asks for and that were not found; alternatives as "Go / Java"."""
    skills: list[AskedSkillView]
    """How each skill that the job asks for is found; empty unless ``reasons`` were asked for."""
    reasons: list[MatchReason]


class MatchesView(ApiSchema):
    is_ready: bool
    """False while records wait to be processed; ``matches`` then covers the others."""
    matches: list[MatchView]


class SkillScoreView(ApiSchema):
    skill: str
    score: int
    """0, 40, 75, 80 or 95."""
    match: MatchKind | None
    """How the skill was found; null if it was not."""
    source: MatchSource | None
    words: str
    """The evidence, verbatim; empty if unknown.

    Without a match: the line of the interview that mentions the skill, or with a score of 40 the listed skill
    that has a word in common with it.
    """
    segment_id: str | None
    """The line of the transcript, if only the interview shows or mentions the skill."""


class JobFitView(ApiSchema):
    skills: list[SkillScoreView]
    missing_critical: list[str]
    """Required skills with a score below 50."""
    bonus_skills: list[str]
    level: LevelMatch | None
    overall: float | None
    """0 to 100, to be shown rounded down; null if nothing is known."""
    label: FitLabel | None
    recommendation: FitRecommendation | None
    not_counted: list[FitPart]
