"""Requests and responses of imported interviews."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints

from app.core.schemas import ApiSchema, Email, Instant, RecordId
from app.interviews.schemas import Language, OptionalText, Title


class SpeakerRole(StrEnum):
    INTERVIEWER = "interviewer"
    CANDIDATE = "candidate"
    LEFT_OUT = "left_out"


class SpeakerPreview(ApiSchema):
    name: str
    line_count: int
    word_count: int
    sample: str
    """The beginning of the longest of their first lines."""
    suggested_role: SpeakerRole


class LinePreview(ApiSchema):
    speaker: str
    text: str
    start_seconds: float


class TranscriptPreview(ApiSchema):
    """Preview of an import. Nothing is stored yet."""

    line_count: int
    duration_seconds: float
    speakers: list[SpeakerPreview]
    lines: list[LinePreview]
    """The first lines."""


class InterviewFacts(ApiSchema):
    """Facts about an interview that its transcript or recording does not contain."""

    candidate_name: Title
    candidate_email: Email | None = None
    position: OptionalText = ""
    held_at: Instant
    language: Language = "en"
    candidate_profile_id: RecordId | None = None
    job_description_id: RecordId | None = None


class ImportDetails(InterviewFacts):
    import_id: Annotated[str, StringConstraints(min_length=8, max_length=100)]
    """Chosen by the client. The same id imports one interview, even if the call arrives twice."""
    roles: Annotated[dict[str, SpeakerRole], Field(max_length=1_000)]
    """Role of each speaker by name; speakers without one are left out."""
