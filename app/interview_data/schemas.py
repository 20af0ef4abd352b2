"""Requests and responses of the interview data service."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from app.core.schemas import ApiSchema, RecordId, UtcTime
from app.interviews.schemas import InterviewView
from app.questions.rules import MAX_QUESTIONS
from app.questions.schemas import QuestionView, WriteQuestion
from app.transcription.schemas import TranscriptStatsView

Point = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]


class DataQuestion(WriteQuestion):
    id: RecordId | None = Field(alias="_id", default=None)
    """The id of a question of this interview, which is changed instead of added."""


class KeepQuestions(ApiSchema):
    questions: Annotated[list[DataQuestion], Field(max_length=MAX_QUESTIONS)]


class Assessment(ApiSchema):
    """A client's own assessment. It is neither part of the report nor a scorecard."""

    summary: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20_000)] = ""
    recommendation: Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)] = ""
    strengths: Annotated[list[Point], Field(max_length=50)] = Field(default_factory=list)
    concerns: Annotated[list[Point], Field(max_length=50)] = Field(default_factory=list)
    technical_score: Annotated[int, Field(ge=1, le=10, strict=True)] | None = None
    communication_score: Annotated[int, Field(ge=1, le=10, strict=True)] | None = None


class KeepAssessment(ApiSchema):
    assessment: Assessment


class QuestionCounts(ApiSchema):
    total: int
    pending: int
    asked: int
    answered: int
    skipped: int


class InterviewStats(ApiSchema):
    transcript: TranscriptStatsView
    questions: QuestionCounts
    elapsed_seconds: float


class InterviewDataView(ApiSchema):
    interview: InterviewView
    questions: list[QuestionView]
    stats: InterviewStats
    raw_text: str
    """As the client sent it with ``transcript/append``; empty if it sent none."""
    assessment: Assessment | None
    initialized_at: UtcTime | None
    """When a client first called ``init`` or stored anything."""
