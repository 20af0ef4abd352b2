"""Requests and responses of transcription."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from app.core.ids import new_id
from app.core.schemas import ApiSchema, Identified, Instant, Success, UtcTime
from app.transcription.constants import load_constants
from app.transcription.line_words import WordMark, list_stored_marks
from app.transcription.pipeline.events import Speaker
from app.transcription.rules import MAX_SECONDS
from app.transcription.tables import SegmentOrigin, StoredGap, TranscriptSegment

MAX_TEXT_LENGTH = 20_000
MAX_SEGMENTS = 1_000
MAX_RAW_TEXT_LENGTH = 2_000_000


def _accept_room_role(value: Any) -> Any:
    """Rooms call the interviewer ``recruiter``; the stored transcript does not."""
    return Speaker.INTERVIEWER.value if value == "recruiter" else value


Seconds = Annotated[float, Field(ge=0, le=MAX_SECONDS, allow_inf_nan=False)]


class SegmentView(Identified):
    sequence: int | None
    speaker: Speaker
    text: str
    original_text: str | None = None
    """The text before a person corrected it; null for an uncorrected line."""
    timestamp: UtcTime
    start_seconds: float
    end_seconds: float
    source: str
    origin: SegmentOrigin
    """Only ``live`` lines were transcribed by the server from the audio of the room."""
    confidence: float | None = None
    """How sure the speech model was of the words as transcribed, on average, 0 to 1; null if unknown."""
    marks: list[WordMark] = Field(default_factory=list)
    """Words that may be misheard; empty once a person has corrected or restored the line."""

    @classmethod
    def of(cls, segment: TranscriptSegment) -> SegmentView:
        return cls(
            id=segment.id,
            sequence=segment.sequence,
            speaker=segment.speaker,
            text=segment.text,
            original_text=segment.original_text,
            timestamp=segment.spoken_at,
            start_seconds=segment.started_seconds,
            end_seconds=segment.ended_seconds,
            source=segment.source,
            origin=segment.origin,
            confidence=None if segment.confidence is None else round(segment.confidence, 3),
            marks=list_stored_marks(segment),
        )


class GapView(Identified):
    """A stretch of one speaker's audio that is missing."""

    speaker: Speaker
    start_seconds: float
    end_seconds: float
    lost_seconds: float
    """Audio that is missing; less than the whole stretch if many short pieces are."""

    @classmethod
    def of(cls, gap: StoredGap) -> GapView:
        return cls(
            id=gap.id,
            speaker=gap.speaker,
            start_seconds=gap.started_seconds,
            end_seconds=gap.ended_seconds,
            lost_seconds=gap.lost_seconds,
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
    gaps: list[GapView] = Field(default_factory=list)
    """Where the sound of a speaker is missing, in order of time."""


class AppendSegment(ApiSchema):
    id: Annotated[str, StringConstraints(min_length=1, max_length=64)] = Field(
        alias="_id", default_factory=new_id
    )
    speaker: Annotated[Speaker, BeforeValidator(_accept_room_role)]
    text: Annotated[str, StringConstraints(max_length=MAX_TEXT_LENGTH)]
    timestamp: Instant | None = None
    start_seconds: Seconds | None = None
    end_seconds: Seconds | None = None
    source: Annotated[str, StringConstraints(min_length=1, max_length=40)] = "client"


class AppendTranscript(ApiSchema):
    segments: Annotated[list[AppendSegment], Field(max_length=MAX_SEGMENTS)]
    raw_text: Annotated[str, StringConstraints(max_length=MAX_RAW_TEXT_LENGTH)] | None = None
    """The client's own text of the whole transcript so far.

    It is stored and only returned by ``GET /api/interview/{id}``: transcripts and reports are built from the
    segments.
    """


class CorrectSegment(ApiSchema):
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TEXT_LENGTH)]
    """The original text restores the line."""


class AppendResult(ApiSchema):
    stored: int


class TokenRequest(ApiSchema):
    expires_in: Annotated[int, Field(ge=1, le=24 * 3_600)] = load_constants().client.token_seconds


class ChunkingSettings(ApiSchema):
    """Settings for clients that cut audio themselves, including retries."""

    sample_rate: int
    """Samples per second that the provider works with. Other rates are resampled."""
    chunk_seconds: float
    chunk_overlap_seconds: float
    silence_level: float
    """Root mean square of 16-bit samples below which a chunk need not be sent."""
    max_retries: int
    retry_delay_seconds: float


class TranscriptionTokenResponse(Success):
    token: str
    """Bearer token that only allows transcribing single files. It ends with the session."""
    provider: Literal["local", "openai"]
    whisper_url: str = Field(alias="whisper_url")
    """Spelled with an underscore on the wire, unlike other fields, for existing clients."""
    expires_in: int
    """Seconds until the token expires."""
    audio: ChunkingSettings


class RecordingText(Success):
    text: str
    language: str
    duration_seconds: float
    model: str


class InferenceWord(ApiSchema):
    word: str
    start: float
    end: float
    probability: float


class InferenceSegment(ApiSchema):
    """Field names as whisper.cpp's server spells them."""

    id: int
    text: str
    start: float
    end: float
    avg_logprob: float = Field(alias="avg_logprob")
    no_speech_prob: float = Field(alias="no_speech_prob")
    words: list[InferenceWord]


class InferenceText(Success):
    """Response for ``response_format=json``."""

    text: str


class InferenceDetails(InferenceText):
    """``response_format=verbose_json``"""

    task: Literal["transcribe"] = "transcribe"
    language: str
    duration: float
    segments: list[InferenceSegment]


class SpeechServerHealth(Success):
    status: Literal["ok"] = "ok"
