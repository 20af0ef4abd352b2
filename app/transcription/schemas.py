"""Requests and responses of transcription."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from app.core.ids import new_id
from app.core.schemas import ApiSchema, Identified, Success, UtcTime
from app.transcription.pipeline.events import Speaker
from app.transcription.rules import TOKEN_LIFETIME_SECONDS
from app.transcription.tables import TranscriptSegment

MAX_TEXT_LENGTH = 20_000
MAX_SEGMENTS = 1_000
MAX_SECONDS = 7 * 24 * 3_600


def _aware(value: datetime) -> datetime:
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)


def _accept_room_role(value: Any) -> Any:
    """Rooms call the interviewer ``recruiter``; the stored transcript does not."""
    return Speaker.INTERVIEWER.value if value == "recruiter" else value


Seconds = Annotated[float, Field(ge=0, le=MAX_SECONDS, allow_inf_nan=False)]


class SegmentView(Identified):
    sequence: int | None
    speaker: Speaker
    text: str
    timestamp: UtcTime
    start_seconds: float
    end_seconds: float
    source: str

    @classmethod
    def of(cls, segment: TranscriptSegment) -> SegmentView:
        return cls(
            id=segment.id,
            sequence=segment.sequence,
            speaker=segment.speaker,
            text=segment.text,
            timestamp=segment.spoken_at,
            start_seconds=segment.started_seconds,
            end_seconds=segment.ended_seconds,
            source=segment.source,
        )


class TranscriptStatsView(ApiSchema):
    total_segments: int
    interviewer_segments: int
    candidate_segments: int
    total_characters: int
    average_segment_length: int


class TranscriptView(ApiSchema):
    segments: list[SegmentView]
    """Empty if the caller asked for the text only."""
    raw_text: str
    stats: TranscriptStatsView


class AppendSegment(ApiSchema):
    id: Annotated[str, StringConstraints(min_length=1, max_length=64)] = Field(
        alias="_id", default_factory=new_id
    )
    speaker: Annotated[Speaker, BeforeValidator(_accept_room_role)]
    text: Annotated[str, StringConstraints(max_length=MAX_TEXT_LENGTH)]
    timestamp: Annotated[datetime, AfterValidator(_aware)] | None = None
    start_seconds: Seconds | None = None
    end_seconds: Seconds | None = None
    source: Annotated[str, StringConstraints(min_length=1, max_length=40)] = "client"


class AppendTranscript(ApiSchema):
    segments: Annotated[list[AppendSegment], Field(max_length=MAX_SEGMENTS)]
    raw_text: Annotated[str, StringConstraints(max_length=2_000_000)] | None = None
    """Accepted for compatibility but not stored: the text is always built from the segments."""


class AppendResult(ApiSchema):
    stored: int


class TokenRequest(ApiSchema):
    expires_in: Annotated[int, Field(ge=1, le=24 * 3_600)] = TOKEN_LIFETIME_SECONDS


class TranscriptionTokenResponse(Success):
    provider: Literal["local", "openai"]
    whisper_url: str = Field(alias="whisper_url")
    """Spelled with an underscore on the wire, unlike other fields, for existing clients."""
    expires_in: int


class RecordingText(Success):
    text: str
    language: str
    duration_seconds: float
    model: str
