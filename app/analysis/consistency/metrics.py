"""Metrics, risk, patterns and recommendations of a consistency check, by rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from app.analysis.consistency.facts import (
    Action,
    ClaimKind,
    Discrepancy,
    DiscrepancySeverity,
    Metrics,
    Pattern,
    Recommendation,
    Risk,
)

BEST_SCORE, WORST_SCORE = 10.0, 1.0
POINTS_LOST = {
    DiscrepancySeverity.MINOR: 0.5,
    DiscrepancySeverity.MODERATE: 1.5,
    DiscrepancySeverity.SIGNIFICANT: 2.5,
    DiscrepancySeverity.MAJOR: 4.0,
}
SEVERITIES = tuple(DiscrepancySeverity)
"""The mildest first."""
FULL_CONFIDENCE_COMPARISONS = 10
MIN_COMPARED = 2
"""Fewer comparisons give no score."""
MIN_ASKED = 3
"""Fewer questions that called for an answer give no score of evasiveness."""
_PROOF = {ClaimKind.DEGREE, ClaimKind.INSTITUTION, ClaimKind.GRADUATION, ClaimKind.CERTIFICATE}
_PROOF |= {ClaimKind.FIELD_OF_STUDY}
_PRIORITIES = {
    DiscrepancySeverity.MAJOR: Risk.IMMEDIATE,
    DiscrepancySeverity.SIGNIFICANT: Risk.HIGH,
    DiscrepancySeverity.MODERATE: Risk.MEDIUM,
    DiscrepancySeverity.MINOR: Risk.LOW,
}


class Rated(Protocol):
    """A discrepancy, computed or stored."""

    @property
    def kind(self) -> ClaimKind: ...
    @property
    def severity(self) -> DiscrepancySeverity: ...


def rate_risk(discrepancies: Sequence[Rated]) -> Risk:
    """Low without anything beyond moderate; high with a major one or two significant ones."""
    counts = Counter(item.severity for item in discrepancies)
    if counts[DiscrepancySeverity.MAJOR] or counts[DiscrepancySeverity.SIGNIFICANT] >= 2:
        return Risk.HIGH
    if counts[DiscrepancySeverity.SIGNIFICANT] or counts[DiscrepancySeverity.MODERATE] >= 2:
        return Risk.MEDIUM
    return Risk.LOW


def compute_confidence(compared: int) -> float:
    """From 0.1 with nothing to compare to 0.9 with ten comparisons or more."""
    return round(0.1 + 0.8 * min(1.0, compared / FULL_CONFIDENCE_COMPARISONS), 2)


def compute_metrics(
    discrepancies: Sequence[Discrepancy], *, compared: int, agreeing: int, compared_with_cv: int
) -> Metrics:
    lost = sum(POINTS_LOST[item.severity] for item in discrepancies)
    return Metrics(
        consistency=max(WORST_SCORE, BEST_SCORE - lost) if compared >= MIN_COMPARED else None,
        authenticity=(
            round(WORST_SCORE + (BEST_SCORE - WORST_SCORE) * agreeing / compared_with_cv, 1)
            if compared_with_cv >= MIN_COMPARED
            else None
        ),
    )


def rate_evasiveness(*, evaded: int, asked: int) -> float | None:
    """From 1 if none of the questions asked was evaded to 10 if all were; None below MIN_ASKED."""
    if asked < MIN_ASKED:
        return None
    return round(WORST_SCORE + (BEST_SCORE - WORST_SCORE) * evaded / asked, 1)


def find_patterns(discrepancies: Sequence[Rated]) -> tuple[Pattern, ...]:
    """Kinds that occur more than once, the most frequent first."""
    counts = Counter(item.kind for item in discrepancies)
    return tuple(
        Pattern(kind, count, max((i.severity for i in discrepancies if i.kind is kind), key=SEVERITIES.index))
        for kind, count in counts.most_common()
        if count > 1
    )


def recommend(discrepancies: Sequence[Discrepancy]) -> tuple[Recommendation, ...]:
    """One recommendation for each kind and subject, in the order of the discrepancies."""
    found: dict[tuple[ClaimKind, str], Recommendation] = {}
    for item in discrepancies:
        action = Action.ASK_FOR_PROOF if item.kind in _PROOF else Action.ASK_CANDIDATE
        found.setdefault(
            (item.kind, item.subject),
            Recommendation(action, _PRIORITIES[item.severity], item.kind, item.subject),
        )
    return tuple(found.values())
