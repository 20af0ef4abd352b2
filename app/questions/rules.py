"""Limits, estimated minutes and tracking transitions of questions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from app.questions.tables import QuestionCategory, TrackingStatus

MAX_QUESTIONS = 20
MAX_PER_CATEGORY = 10
ESTIMATED_MINUTES = (3, 5, 7, 10, 15)
DEFAULT_MINUTES = 5


class Difficulty(StrEnum):
    JUNIOR = "junior"
    MID = "mid"
    SENIOR = "senior"
    LEAD = "lead"


_MINUTES: dict[QuestionCategory, tuple[int, int, int, int]] = {
    # junior, mid, senior, lead
    QuestionCategory.BEHAVIORAL: (5, 5, 7, 7),
    QuestionCategory.TECHNICAL: (5, 5, 7, 10),
    QuestionCategory.COGNITIVE: (5, 7, 7, 10),
    QuestionCategory.CULTURE: (3, 5, 5, 5),
    QuestionCategory.MOTIVATION: (3, 3, 3, 5),
}


def estimated_minutes(category: QuestionCategory, difficulty: Difficulty) -> int:
    """Estimated minutes for a question of this kind, one of ESTIMATED_MINUTES."""
    return _MINUTES[category][list(Difficulty).index(difficulty)]


def clamp_distribution(
    requested: Mapping[QuestionCategory, int], *, capacity: int
) -> dict[QuestionCategory, int]:
    """Cut the requested counts to the capacity, filling the categories in their order."""
    left = max(0, capacity)
    result: dict[QuestionCategory, int] = {}
    for category in QuestionCategory:
        result[category] = min(max(0, requested.get(category, 0)), MAX_PER_CATEGORY, left)
        left -= result[category]
    return result


def even_distribution(total: int) -> dict[QuestionCategory, int]:
    """Distribute ``total`` questions over the five categories; the first ones get the remainder."""
    share, rest = divmod(total, len(QuestionCategory))
    return {category: share + (i < rest) for i, category in enumerate(QuestionCategory)}


_BY_HAND: dict[TrackingStatus, frozenset[TrackingStatus]] = {
    TrackingStatus.PENDING: frozenset({TrackingStatus.ASKED, TrackingStatus.SKIPPED}),
    TrackingStatus.ASKED: frozenset(
        {TrackingStatus.ANSWERED, TrackingStatus.SKIPPED, TrackingStatus.PENDING}
    ),
    TrackingStatus.ANSWERED: frozenset({TrackingStatus.PENDING}),
    TrackingStatus.SKIPPED: frozenset({TrackingStatus.PENDING}),
}


def can_track(old: TrackingStatus, new: TrackingStatus, *, has_score: bool) -> bool:
    """Whether tracking may go from ``old`` to ``new``. A score marks any question as answered."""
    if new == old:
        return True
    return new in _BY_HAND[old] or (has_score and new == TrackingStatus.ANSWERED)
