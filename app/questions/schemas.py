"""Requests and responses of the question routes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from app.core.invalid_values import FieldSentence
from app.core.schemas import ApiSchema, Identified, RecordId, Success, UtcTime
from app.questions.facts import Kind, Source
from app.questions.rules import MAX_PER_CATEGORY, Difficulty
from app.questions.tables import Question, QuestionCategory, QuestionSet, QuestionSource, TrackingStatus

QuestionText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]
Minutes = Literal[3, 5, 7, 10, 15]
Count = Annotated[int, Field(ge=0, le=MAX_PER_CATEGORY, strict=True)]


class BasedOn(ApiSchema):
    source: Source
    kind: Kind | None = None
    """Null for questions written before kinds were stored."""
    text: str


class HumanTracking(ApiSchema):
    status: TrackingStatus
    notes: str
    score: int | None
    marked_at: UtcTime | None


class AiTracking(ApiSchema):
    """What Question Sense suggests. A person accepts or rejects it; the human status stays as it is."""

    status: TrackingStatus
    """pending, asked or answered."""
    confidence: float | None
    """Calibrated probability that the question was asked, 0 to 1."""
    segment_id: str | None
    """The transcript line that asks the question."""
    quote: str | None
    """The words of that line."""

    @classmethod
    def none(cls) -> AiTracking:
        """No suggestion."""
        return cls(status=TrackingStatus.PENDING, confidence=None, segment_id=None, quote=None)

    @classmethod
    def of(cls, row: Question) -> AiTracking:
        suggestion = row.ai_suggestion or {}
        if row.ai_tracking_status == TrackingStatus.PENDING or "segmentId" not in suggestion:
            return cls.none()
        return cls(
            status=row.ai_tracking_status,
            confidence=suggestion["confidence"],
            segment_id=suggestion["segmentId"],
            quote=suggestion["quote"],
        )


class QuestionView(Identified):
    question: str
    category: QuestionCategory
    estimated_time: int
    """Minutes."""
    source: QuestionSource
    based_on: BasedOn | None
    good_answer: list[str] | None
    """Answer points, for the recruiter only; null until they are written."""
    position: int
    human_tracking: HumanTracking
    ai_tracking: AiTracking
    generation: dict[str, Any] | None
    created_at: UtcTime
    updated_at: UtcTime

    @classmethod
    def of(cls, row: Question) -> QuestionView:
        return cls(
            id=row.id,
            question=row.question,
            category=row.category,
            estimated_time=row.estimated_minutes,
            source=row.source,
            based_on=None if row.based_on is None else BasedOn.model_validate(row.based_on),
            good_answer=row.good_answer,
            position=row.position,
            human_tracking=HumanTracking(
                status=row.tracking_status, notes=row.notes, score=row.score, marked_at=row.marked_at
            ),
            ai_tracking=AiTracking.of(row),
            generation=row.generation,
            created_at=row.created_at,
            updated_at=row.updated_at,
        )


class QuestionSetView(Identified):
    interview_id: str
    candidate_profile_id: str | None
    job_description_id: str | None
    total_questions: int
    generating_until: UtcTime | None
    """Until when the model's claim on this set holds; each written question extends it. Null when no
    questions are being written, in this tab or another."""

    @classmethod
    def of(cls, row: QuestionSet, *, now: datetime) -> QuestionSetView:
        until = row.generating_until
        return cls(
            id=row.id,
            interview_id=row.interview_id,
            candidate_profile_id=row.candidate_id,
            job_description_id=row.job_description_id,
            total_questions=row.question_count,
            generating_until=until if until is not None and until > now else None,
        )


class CreateQuestionSet(ApiSchema):
    candidate_profile_id: RecordId | None = None
    job_description_id: RecordId | None = None


class GenerationContext(CreateQuestionSet):
    existing_questions: Annotated[list[RecordId], Field(max_length=100)] = Field(default_factory=list)
    """Ids of questions not to repeat. Those of the interview are never repeated anyway."""


class Distribution(ApiSchema):
    behavioral: Count = 0
    technical: Count = 0
    cognitive: Count = 0
    culture: Count = 0
    motivation: Count = 0

    def counts(self) -> dict[QuestionCategory, int]:
        return {category: getattr(self, category.value) for category in QuestionCategory}


FocusArea = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)]
OwnLine = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=200)]


class GenerationOptions(ApiSchema):
    total_questions: Annotated[int, Field(ge=0, le=5 * MAX_PER_CATEGORY, strict=True)] | None = None
    """Upper limit for the sum of the distribution."""
    difficulty: Difficulty = Difficulty.MID
    focus_areas: Annotated[list[FocusArea], Field(max_length=20)] = Field(default_factory=list)
    own_lines: Annotated[list[OwnLine], Field(max_length=5)] = Field(default_factory=list)
    """What the recruiter wants to ask about. Each line gets one of the first questions."""


class GenerateQuestions(ApiSchema):
    interview_id: RecordId
    context: GenerationContext = GenerationContext()
    distribution: Distribution
    options: GenerationOptions = GenerationOptions()

    @model_validator(mode="after")
    def _check_own_lines(self) -> Self:
        if len(self.options.own_lines) > sum(self.distribution.counts().values()):
            raise ValueError(
                FieldSentence("There are more lines of your own than questions.", code="TOO_MANY_OWN_LINES")
            )
        return self


class WarmUp(ApiSchema):
    interview_id: RecordId
    context: CreateQuestionSet = CreateQuestionSet()


class WriteQuestion(ApiSchema):
    question: QuestionText
    category: QuestionCategory = QuestionCategory.BEHAVIORAL
    estimated_time: Minutes = 5


class PatchQuestion(ApiSchema):
    question: QuestionText | None = None
    category: QuestionCategory | None = None
    estimated_time: Minutes | None = None
    source: Literal[QuestionSource.RECRUITER_ADDED] | None = None


class RewriteQuestion(ApiSchema):
    difficulty: Difficulty | None = None
    """The present difficulty if not given."""


class OrderQuestions(ApiSchema):
    question_ids: Annotated[list[RecordId], Field(max_length=100)]
    """Every question of the interview exactly once, in the new order."""


class PatchHumanTracking(ApiSchema):
    status: TrackingStatus | None = None
    notes: Annotated[str, StringConstraints(max_length=20_000)] | None = None
    score: Annotated[int, Field(ge=1, le=10, strict=True)] | None = None
    """Null clears the score and changes nothing else."""
    marked_at: UtcTime | None = None
    """Accepted from the browser and ignored: the server stores its own time."""


class TrackQuestion(ApiSchema):
    human_tracking: PatchHumanTracking


class QuestionResponse(Success):
    question: QuestionView


class QuestionSetResponse(Success):
    question_set: QuestionSetView
    questions: list[QuestionView]


class GenerationResponse(QuestionSetResponse):
    missing: int
    """Questions left out because two attempts at each failed the checks."""
