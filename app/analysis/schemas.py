"""Responses of the analysis API; the stored report has the form of ``AnalysisView``."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from app.analysis.amendment_schemas import AmendableFinding, Wording
from app.analysis.consistency.schemas import DeceptionAnalysisView
from app.analysis.evidence_schemas import EvidenceView
from app.analysis.findings import (
    Category,
    Feature,
    FindingKind,
    FollowUpPurpose,
    MissingCode,
    ModelRole,
    QuestionPriority,
    QuoteContext,
    ReportSection,
    RequirementStatus,
    ScoreRange,
    Sentiment,
    Severity,
    Speaker,
)
from app.analysis.result import Analysis
from app.analysis.rules import AnalysisProblem
from app.core.schemas import ApiSchema, RecordId, Success, UtcTime
from app.matching.schemas import JobFitView
from app.skills.evidence import FOUND_SCORE
from app.skills.matches import MatchKind, MatchSource, SkillMatch
from models.judgement.labels import AnswerLabel, SentenceLabel


class SentimentView(ApiSchema):
    overall: Sentiment


class ScoreRangeView(ApiSchema):
    low: float
    high: float


class ScoresView(ApiSchema):
    technical: float | None
    """1 to 10 with one decimal; null if there was too little evidence."""
    communication: float | None
    technical_range: ScoreRangeView | None = None
    """90 % interval of the score; null in reports of earlier versions."""
    communication_range: ScoreRangeView | None = None


class BasisView(ApiSchema):
    feature: Feature
    effect: Literal["raises", "lowers"]
    count: int
    segment_ids: list[str]


class ScoreBasisView(ApiSchema):
    technical: list[BasisView]
    communication: list[BasisView]


class LabeledSentenceView(ApiSchema):
    evidence: list[EvidenceView]
    labels: list[SentenceLabel]


class PointView(ApiSchema):
    text: str
    covered_by: list[EvidenceView]
    """The sentence that covers it; empty if none does."""


class QuestionScoreView(ApiSchema):
    question: str
    start_seconds: float
    technical: float
    """1 to 10 with one decimal."""
    communication: float
    answered: AnswerLabel
    is_probe: bool
    points: list[PointView]
    """Points of a good answer, written at preparation."""
    sentences: list[LabeledSentenceView]


class StrengthView(AmendableFinding):
    kind: FindingKind
    title: str
    """Empty if the model's title was refused: the kind says what the evidence shows."""
    description: str
    category: Category
    evidence: list[EvidenceView]

    def get_wording(self) -> Wording:
        return Wording(self.title, self.description)

    def list_quotes(self) -> list[tuple[str, str]]:
        return [(item.segment_id, item.quote) for item in self.evidence]


class ConcernView(StrengthView):
    severity: Severity


class RequirementFindingView(ApiSchema):
    """Result of the interview for one requirement of the job."""

    requirement: str
    """As worded in the job description."""
    status: RequirementStatus
    evidence: list[EvidenceView]
    """Empty if it was not discussed."""
    cv_line: str = ""
    """The line of the CV about it, verbatim; empty if there is none."""


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
    """Subject of the purpose: the title of a concern, or a line of the job description."""


class MissingView(ApiSchema):
    section: ReportSection
    code: MissingCode
    params: dict[str, int]


class SpeechModelView(ApiSchema):
    name: str
    sha256: str
    """Empty for a model on another server."""


class UsedModelView(ApiSchema):
    role: ModelRole
    name: str
    sha256: str
    """Empty for a model on another server."""


class GenerationView(ApiSchema):
    model: str
    model_sha256: str
    prompt_version: str
    duration_ms: int
    speech_models: list[SpeechModelView] = Field(default_factory=list)
    """The models that wrote the transcript; empty in the stored report."""
    used_models: list[UsedModelView] = Field(default_factory=list)
    """The models that read the answers; empty in reports that are older than this list."""


class FoundSkillView(ApiSchema):
    """A required skill that neither the profile nor the CV names, found when the report was written."""

    skill: str
    match: MatchKind | None
    """Null for a skill that the interview only mentions."""
    source: MatchSource
    words: str
    segment_id: str | None

    def to_match(self) -> SkillMatch:
        score = FOUND_SCORE if self.match else 0
        return SkillMatch(score, self.match, self.source, self.words, self.segment_id)


class AnalysisView(ApiSchema):
    sentiment: SentimentView | None
    scores: ScoresView
    score_basis: ScoreBasisView
    question_scores: list[QuestionScoreView] = Field(default_factory=list)
    """Scores by question; empty in reports of earlier versions."""
    instructions: int = 0
    """Sentences addressed to the assessor; they are not counted."""
    summary: str
    technical_assessment: str
    communication_assessment: str
    strengths: list[StrengthView]
    concerns: list[ConcernView]
    requirements: list[RequirementFindingView] = Field(default_factory=list)
    """In the order of the job description; empty without one, and in reports of earlier versions."""
    key_quotes: list[KeyQuoteView]
    follow_up_questions: list[FollowUpView]
    missing: list[MissingView]
    """Sections, or parts of them, that could not be written, and why."""
    generation: GenerationView
    deception_analysis: DeceptionAnalysisView | None = None
    """The section 'Consistency check'. Null if an administrator has switched it off, in reports that are
    older than the check, and where ``missing`` says that it could not run."""
    found_skills: list[FoundSkillView] = Field(default_factory=list)
    """Empty in reports that are older than this search. The fit includes only those that are still valid."""
    created_at: UtcTime
    has_model_texts: bool = True
    """The language model worded parts of it; false if code wrote every text. True in reports that are older
    than this field."""
    has_struck_findings: bool = False
    """A person struck a finding that the texts may still refer to; false in the stored report."""

    @classmethod
    def of(cls, analysis: Analysis, *, created_at: datetime) -> AnalysisView:
        return cls(
            sentiment=SentimentView(overall=analysis.sentiment) if analysis.sentiment else None,
            scores=ScoresView(
                technical=analysis.technical_score,
                communication=analysis.communication_score,
                technical_range=_describe_range(analysis.technical_range),
                communication_range=_describe_range(analysis.communication_range),
            ),
            score_basis=ScoreBasisView(
                technical=[BasisView.model_validate(item) for item in analysis.technical_basis],
                communication=[BasisView.model_validate(item) for item in analysis.communication_basis],
            ),
            question_scores=[QuestionScoreView.model_validate(item) for item in analysis.question_scores],
            instructions=analysis.instructions,
            summary=analysis.summary,
            technical_assessment=analysis.technical_assessment,
            communication_assessment=analysis.communication_assessment,
            strengths=[StrengthView.model_validate(item) for item in analysis.strengths],
            concerns=[ConcernView.model_validate(item) for item in analysis.concerns],
            requirements=[RequirementFindingView.model_validate(item) for item in analysis.requirements],
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
            generation=GenerationView.model_validate(analysis.generation).model_copy(
                update={
                    "used_models": [
                        UsedModelView(role=item.role, name=item.identity.name, sha256=item.identity.sha256)
                        for item in analysis.used_models
                    ]
                }
            ),
            deception_analysis=(
                None if analysis.consistency is None else DeceptionAnalysisView.of(analysis.consistency)
            ),
            found_skills=[
                FoundSkillView(
                    skill=item.skill,
                    match=item.match.kind,
                    source=item.match.source,
                    words=item.match.words,
                    segment_id=item.match.segment_id,
                )
                for item in analysis.found_skills
                if item.match.source
            ],
            created_at=created_at,
            has_model_texts=analysis.has_model_texts,
        )


def _describe_range(value: ScoreRange | None) -> ScoreRangeView | None:
    return None if value is None else ScoreRangeView.model_validate(value)


class AnalyzeRequest(ApiSchema):
    interview_id: RecordId


class AnalyzeResponse(Success):
    analysis: AnalysisView | None
    """Null while the report is concealed from the user."""


class AnalysisResponse(Success):
    has_analysis: bool
    is_concealed: bool
    """Whether there is a report that the user sees only after scoring, or after choosing to look."""
    analysis: AnalysisView | None
    """Null without a report, and while it is concealed."""
    status: Literal["none", "queued", "running", "completed", "failed"]
    problem: AnalysisProblem | None
    """Why the latest run failed; null unless it failed."""
    is_outdated: bool = False
    """Lines of the transcript were corrected after the shown report was written."""
    fit: JobFitView | None
    """Fit of candidate and job; null unless the interview has a report that is shown, a profile and a job
    description."""


class ReadinessResponse(Success):
    ready: bool
    reason: str
