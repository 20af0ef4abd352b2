"""Requests and responses of demo transcripts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from app.core.invalid_values import FieldSentence
from app.core.schemas import ApiSchema, Data, Success
from app.demo.material import Scenario
from app.transcription.schemas import SegmentView

MIN_SEGMENTS, MAX_SEGMENTS, SEGMENT_STEP, DEFAULT_SEGMENTS = 4, 50, 2, 10
MIN_QUESTIONS, MAX_QUESTIONS, DEFAULT_QUESTIONS = 1, 10, 3


class GenerateTranscript(ApiSchema):
    scenario: Scenario
    custom_role: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] = ""
    """Required by the scenario ``custom``; the others define a role."""
    segment_count: Annotated[
        int, Field(ge=MIN_SEGMENTS, le=MAX_SEGMENTS, multiple_of=SEGMENT_STEP, strict=True)
    ] = DEFAULT_SEGMENTS
    cover_questions: bool = False
    """Ask prepared questions of the interview."""
    question_count: Annotated[int, Field(ge=MIN_QUESTIONS, le=MAX_QUESTIONS, strict=True)] = DEFAULT_QUESTIONS
    """How many, with ``coverQuestions``."""

    @model_validator(mode="after")
    def _require_role(self) -> GenerateTranscript:
        if self.scenario is Scenario.CUSTOM and not self.custom_role:
            raise ValueError(FieldSentence("Name the role of the custom scenario.", code="ROLE_NEEDED"))
        return self


class DemoTranscript(ApiSchema):
    segments: list[SegmentView]
    covered_questions: int
    """Prepared questions that are asked in it."""


class DemoTranscriptResponse(Data[DemoTranscript]):
    message: str


class DemoClearedResponse(Success):
    message: str
    removed: int


class CreatedDemoInterview(ApiSchema):
    interview_id: str
