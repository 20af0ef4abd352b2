"""The section 'Consistency check' on the wire, under the names that the API documents give its fields."""

from __future__ import annotations

from pydantic import Field

from app.analysis.amendment_schemas import AmendableFinding
from app.analysis.consistency.facts import (
    Action,
    ClaimKind,
    ConsistencyCheck,
    Discrepancy,
    DiscrepancySeverity,
    Origin,
    Pattern,
    Risk,
)
from app.analysis.consistency.metrics import find_patterns, rate_risk
from app.analysis.evidence_schemas import EvidenceView
from app.core.schemas import ApiSchema

_ABOUT = {
    ClaimKind.START: "when a position began",
    ClaimKind.END: "when a position ended",
    ClaimKind.DURATION: "how long a position lasted",
    ClaimKind.CURRENT_EMPLOYER: "whether the candidate still works there",
    ClaimKind.FIRST_EMPLOYER: "which employer was the first",
    ClaimKind.ROLE: "the role",
    ClaimKind.TEAM_SIZE: "the size of a team",
    ClaimKind.DEGREE: "a degree",
    ClaimKind.FIELD_OF_STUDY: "the field of study",
    ClaimKind.INSTITUTION: "the place of study",
    ClaimKind.GRADUATION: "the end of the studies",
    ClaimKind.EXPERIENCE: "years of experience",
    ClaimKind.SKILL: "experience with a tool, method or language",
    ClaimKind.LANGUAGE: "how well a language is spoken",
    ClaimKind.CERTIFICATE: "a certificate",
    ClaimKind.FIGURE: "a figure",
    ClaimKind.LEAVING_REASON: "the reason for leaving",
    ClaimKind.OWN_WORK: "who did the work",
    ClaimKind.NEVER: "something that was never done",
    ClaimKind.STATEMENT: "a statement",
}


class MetricsView(ApiSchema):
    """Scores from 1 to 10; null if the text gives nothing to measure."""

    consistency_score: float | None
    evasiveness_score: float | None
    authenticity_score: float | None
    """Share of the statements compared with the CV that agree with it."""
    stress_indicators: float | None
    """Always null: the check reads words only."""


class CounterpartView(ApiSchema):
    origin: Origin
    quote: str
    """The line of the CV, or an earlier statement."""
    segment_id: str | None
    timestamp: float | None


class DeceptionEvidenceView(AmendableFinding):
    """One possible contradiction: two quotes that may not both be right. It can be struck, not reworded."""

    kind: ClaimKind
    subject: str
    """The employer, degree or skill; may be empty."""
    description: str
    """In English; ``kind`` and ``counterpart.origin`` say the same as codes."""
    quote: str
    """Verbatim from the segment."""
    severity: DiscrepancySeverity
    timestamp: float
    """Seconds since the start of the interview."""
    segment_id: str
    counterpart: CounterpartView

    def list_quotes(self) -> list[tuple[str, str]]:
        return [(self.segment_id, self.quote), (self.counterpart.segment_id or "", self.counterpart.quote)]


class SaidAboutLineView(ApiSchema):
    """A line of the CV and a passage of the interview to compare with it; no verdict."""

    cv_line: str
    evidence: list[EvidenceView]


class PatternView(ApiSchema):
    pattern: ClaimKind
    frequency: int
    significance: DiscrepancySeverity

    @classmethod
    def of(cls, pattern: Pattern) -> PatternView:
        return cls(pattern=pattern.kind, frequency=pattern.frequency, significance=pattern.significance)


class RecommendationView(ApiSchema):
    action: Action
    priority: Risk
    rationale: ClaimKind
    subject: str


class DeceptionAnalysisView(ApiSchema):
    """A reading of the text for a person to weigh. It proves nothing."""

    overall_risk: Risk
    analysis_confidence: float
    """0 to 1, by the number of statements that could be compared."""
    metrics: MetricsView
    evidence: list[DeceptionEvidenceView]
    patterns: list[PatternView]
    recommendations: list[RecommendationView]
    has_cv: bool
    statements_found: int
    statements_compared: int
    side_by_side: list[SaidAboutLineView] = Field(default_factory=list)
    """Up to five, in the order of the CV; empty in reports of earlier versions."""

    @classmethod
    def of(cls, check: ConsistencyCheck) -> DeceptionAnalysisView:
        metrics = check.metrics
        return cls(
            overall_risk=check.risk,
            analysis_confidence=check.confidence,
            metrics=MetricsView(
                consistency_score=metrics.consistency,
                evasiveness_score=metrics.evasiveness,
                authenticity_score=metrics.authenticity,
                stress_indicators=metrics.stress,
            ),
            evidence=[_describe(item) for item in check.discrepancies],
            patterns=[PatternView.of(pattern) for pattern in check.patterns],
            recommendations=[
                RecommendationView(
                    action=item.action, priority=item.priority, rationale=item.kind, subject=item.subject
                )
                for item in check.recommendations
            ],
            has_cv=check.has_cv,
            statements_found=check.claims,
            statements_compared=check.compared_with_cv + check.compared_with_each_other,
            side_by_side=[SaidAboutLineView.model_validate(item) for item in check.side_by_side],
        )

    def with_evidence(self, evidence: list[DeceptionEvidenceView]) -> DeceptionAnalysisView:
        """The check with amended evidence: risk, patterns and recommendations rest on what is not struck.

        The metrics stay: like the scores of a report, they are computed from the transcript.
        """
        kept = [item for item in evidence if not item.is_struck]
        matters = {(item.kind, item.subject) for item in kept}
        return self.model_copy(
            update={
                "overall_risk": rate_risk(kept),
                "evidence": evidence,
                "patterns": [PatternView.of(pattern) for pattern in find_patterns(kept)],
                "recommendations": [
                    item for item in self.recommendations if (item.rationale, item.subject) in matters
                ],
            }
        )


def _describe(item: Discrepancy) -> DeceptionEvidenceView:
    other = "the CV" if item.counterpart.origin is Origin.CV else "an earlier statement"
    return DeceptionEvidenceView(
        kind=item.kind,
        subject=item.subject,
        description=f"Possible difference from {other}: {_ABOUT[item.kind]}.",
        quote=item.statement.quote,
        severity=item.severity,
        timestamp=item.statement.start_seconds,
        segment_id=item.statement.segment_id,
        counterpart=CounterpartView(
            origin=item.counterpart.origin,
            quote=item.counterpart.quote,
            segment_id=item.counterpart.segment_id,
            timestamp=item.counterpart.start_seconds,
        ),
    )
