"""Requests, responses and socket payloads of Question Sense."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.core.schemas import ApiSchema, RecordId, Success
from app.question_tracking.matching import CONFIDENCE_THRESHOLD
from app.questions.schemas import AiTracking


class AnalyzeOptions(ApiSchema):
    update_database: bool = True
    """False: return what would be suggested and store nothing."""
    confidence_threshold: Annotated[float, Field(ge=0.5, le=0.99)] = CONFIDENCE_THRESHOLD
    include_scoring: bool = False
    """Accepted and without effect: only people score answers."""


class AnalyzeTranscript(ApiSchema):
    """The server reads its own transcript and questions; nothing about them is taken from the caller."""

    interview_id: RecordId
    mode: Literal["batch"] = "batch"
    options: AnalyzeOptions = AnalyzeOptions()


class QuestionSuggestion(ApiSchema):
    question_id: str
    ai_tracking: AiTracking


class QuestionSuggestions(ApiSchema):
    """Suggestions that changed, sent to the recruiter of a room."""

    suggestions: list[QuestionSuggestion]


class TranscriptStats(ApiSchema):
    total_segments: int
    interviewer_segments: int
    candidate_segments: int


class AnalyzeTranscriptResponse(Success):
    analysis_results: list[QuestionSuggestion]
    """One for every question of the interview, in order; empty before there is enough conversation."""
    update_count: int
    """Suggestions that were stored because they changed."""
    transcript_stats: TranscriptStats
    message: str


class DecideSuggestion(ApiSchema):
    segment_id: RecordId
    """The line of the suggestion that the person saw."""
    action: Literal["accept", "reject"]
