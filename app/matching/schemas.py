from __future__ import annotations

from app.core.schemas import ApiSchema


class MatchReason(ApiSchema):
    """Words of both documents, as they stand there."""

    requirement: str
    """Of the job description."""
    evidence: str
    """Of the CV."""


class MatchView(ApiSchema):
    record_id: str
    """The candidate's, or the job description's."""
    name: str
    """The candidate's name, or the title."""
    subtitle: str
    """The candidate's position, or the company."""
    score: int
    """0 to 100: a reading of words, an aid for a person who decides."""
    shared_skills: list[str]
    """What the job asks for and the candidate names."""
    missing_skills: list[str]
    """What the job asks for and the candidate does not name; alternatives as "Go / Java"."""
    reasons: list[MatchReason]


class MatchesView(ApiSchema):
    is_ready: bool
    """False while records of either side wait to be read: ``matches`` are then of those read so far."""
    matches: list[MatchView]
