"""Rules of reviews: when the report is concealed, and agreement between reviewers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from app.reviews.tables import Outcome

MIN_SCORE = 1
MAX_SCORE = 10
MAX_REVIEWERS = 20

MAX_CLOSE_RANGE = 1
MAX_MIXED_RANGE = 3
"""Points between the lowest and the highest score of a criterion."""


class AgreementLevel(StrEnum):
    CLOSE = "close"
    MIXED = "mixed"
    FAR_APART = "far_apart"


@dataclass(frozen=True, slots=True)
class Spread:
    """The scores of one criterion by several people."""

    count: int
    mean: float | None
    """With one decimal; None without scores."""
    lowest: int | None
    highest: int | None
    level: AgreementLevel | None
    """None with fewer than two scores."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of the people who scored an interview. The report's own scores are not included."""

    technical: Spread
    communication: Spread
    recommendations: Mapping[Outcome, int]
    """Number of people per outcome; outcomes without any are 0."""
    is_unanimous: bool | None
    """Whether all recommendations are the same; None with fewer than two."""


def is_concealed(*, scores_first: bool, has_scored: bool, has_looked: bool) -> bool:
    """Whether a user may not see the report yet: neither scored nor chosen to look."""
    return scores_first and not has_scored and not has_looked


def measure_spread(scores: Sequence[int | None]) -> Spread:
    """The spread of the given scores; None means 'could not judge' and does not count."""
    given = [score for score in scores if score is not None]
    if not given:
        return Spread(count=0, mean=None, lowest=None, highest=None, level=None)
    lowest, highest = min(given), max(given)
    return Spread(
        count=len(given),
        mean=round(fmean(given), 1),
        lowest=lowest,
        highest=highest,
        level=None if len(given) < 2 else _choose_level(highest - lowest),
    )


def _choose_level(points: int) -> AgreementLevel:
    if points <= MAX_CLOSE_RANGE:
        return AgreementLevel.CLOSE
    return AgreementLevel.MIXED if points <= MAX_MIXED_RANGE else AgreementLevel.FAR_APART


def measure_agreement(
    *,
    technical: Sequence[int | None],
    communication: Sequence[int | None],
    recommendations: Sequence[Outcome | None],
) -> Agreement:
    """The agreement of all submitted scorecards."""
    counts = Counter(outcome for outcome in recommendations if outcome is not None)
    return Agreement(
        technical=measure_spread(technical),
        communication=measure_spread(communication),
        recommendations={outcome: counts[outcome] for outcome in Outcome},
        is_unanimous=None if counts.total() < 2 else len(counts) == 1,
    )
