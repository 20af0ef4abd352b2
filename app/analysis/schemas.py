"""Responses of the analysis API; the stored report has the form of ``AnalysisView``."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from app.analysis.findings import (
    Analysis,
    Category,
    Feature,
    FindingKind,
    FollowUpPurpose,
    MissingCode,
    QuestionPriority,
    QuoteContext,
    ReportSection,
    Sentiment,
    Severity,
    Speaker,
)
from app.analysis.rules import AnalysisProblem
from app.core.schemas import ApiSchema, Success, UtcTime
from app.matching.schemas import JobFitView


class SentimentView(ApiSchema):
    overall: Sentiment


class ScoresView(ApiSchema):
    technical: float | None
    """1 to 10 with one decimal; null if there was too little evidence."""
    communication: float | None


class BasisView(ApiSchema):
    feature: Feature
    effect: Literal["raises", "lowers"]
    count: int
    segment_ids: list[str]


class ScoreBasisView(ApiSchema):
    technical: list[BasisView]
    communication: list[BasisView]


class EvidenceView(ApiSchema):
    segment_id: str
    quote: str
    """Verbatim from the segment."""
    speaker: Speaker
    start_seconds: float


class StrengthView(ApiSchema):
    kind: FindingKind
    title: str
    """Empty if the model's title was refused: the kind says what the evidence shows."""
    description: str
    category: Category
    evidence: list[EvidenceView]


class ConcernView(StrengthView):
    severity: Severity


class KeyQuoteView(ApiSchema):
    text: str
    speaker: Speaker
    context: QuoteContext
    timestamp: float
    """Seconds since the start of the interview."""
    significance: str
    segment_id: str


class FollowUpView(ApiSchema):
    question: str
    priority: QuestionPriority
    purpose: FollowUpPurpose
    subject: str
    """What the purpose refers to: the title of a concern, or a line of the job description."""


class MissingView(ApiSchema):
    section: ReportSection
    code: MissingCode
    params: dict[str, int]


class GenerationView(ApiSchema):
    model: str
    model_sha256: str
    prompt_version: str
    duration_ms: int


class AnalysisView(ApiSchema):
    sentiment: SentimentView | None
    scores: ScoresView
    score_basis: ScoreBasisView
    summary: str
    technical_assessment: str
    communication_assessment: str
    strengths: list[StrengthView]
    concerns: list[ConcernView]
    key_quotes: list[KeyQuoteView]
    follow_up_questions: list[FollowUpView]
    missing: list[MissingView]
    """Sections, or parts of them, that could not be written, and why."""
    generation: GenerationView
    created_at: UtcTime

    @classmethod
    def of(cls, analysis: Analysis, *, created_at: datetime) -> AnalysisView:
        return cls(
            sentiment=SentimentView(overall=analysis.sentiment) if analysis.sentiment else None,
            scores=ScoresView(technical=analysis.technical_score, communication=analysis.communication_score),
            score_basis=ScoreBasisView(
                technical=[BasisView.model_validate(item) for item in analysis.technical_basis],
                communication=[BasisView.model_validate(item) for item in analysis.communication_basis],
            ),
            summary=analysis.summary,
            technical_assessment=analysis.technical_assessment,
            communication_assessment=analysis.communication_assessment,
            strengths=[StrengthView.model_validate(item) for item in analysis.strengths],
            concerns=[ConcernView.model_validate(item) for item in analysis.concerns],
            key_quotes=[
                KeyQuoteView(
                    text=item.text,
                    speaker=item.speaker,
                    context=item.context,
                    timestamp=item.start_seconds,
                    significance=item.significance,
                    segment_id=item.segment_id,
                )
                for item in analysis.key_quotes
            ],
            follow_up_questions=[FollowUpView.model_validate(item) for item in analysis.follow_up_questions],
            missing=[MissingView.model_validate(item) for item in analysis.missing],
            generation=GenerationView.model_validate(analysis.generation),
            created_at=created_at,
        )


class AnalyzeRequest(ApiSchema):
    interview_id: str


class AnalyzeResponse(Success):
    analysis: AnalysisView


class AnalysisResponse(Success):
    has_analysis: bool
    analysis: AnalysisView | None
    status: Literal["none", "queued", "running", "completed", "failed"]
    problem: AnalysisProblem | None
    """Why the latest run failed; null unless it failed."""
    fit: JobFitView | None
    """Fit of candidate and job; null unless the interview has a report, a profile and a job description."""


class ReadinessResponse(Success):
    ready: bool
    reason: str
