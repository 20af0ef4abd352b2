"""The socket's contract: one payload class per event, and the two tables of events."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

from app.core.schemas import ApiSchema, UtcTime
from app.documents.schemas import DocumentProgress
from app.interviews.tables import InterviewStatus

ParticipantRole = Literal["recruiter", "candidate"]

FRAME_BYTES = 3_200
"""100 ms of 16 kHz mono 16-bit samples."""
_LONGEST_SDP = 200_000


class ClientPayload(BaseModel):
    """Payloads from a browser: unknown fields are refused, so that nobody can smuggle a role in."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class JoinRoom(ClientPayload):
    room_id: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    role: ParticipantRole
    token: Annotated[str, StringConstraints(min_length=1, max_length=4096)]
    last_sequence: Annotated[int, Field(ge=0)] = 0
    audio_stream_id: Annotated[str, StringConstraints(max_length=64)] | None = None


class SessionDescription(ClientPayload):
    model_config = ConfigDict(extra="ignore")
    type: Literal["offer", "answer", "pranswer", "rollback"]
    sdp: Annotated[str, StringConstraints(max_length=_LONGEST_SDP)] = ""


class Offer(ClientPayload):
    offer: SessionDescription


class Answer(ClientPayload):
    answer: SessionDescription


class IceCandidate(ClientPayload):
    candidate: dict[str, str | int | None] | None


class AudioFrame(ClientPayload):
    stream_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    sequence: Annotated[int, Field(ge=0)]
    pcm: Annotated[bytes, Field(max_length=FRAME_BYTES)]


class AudioStop(ClientPayload):
    stream_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Transcript(ClientPayload):
    text: Annotated[str, StringConstraints(max_length=20_000)]
    is_final: bool


class WatchDocuments(ClientPayload):
    token: Annotated[str, StringConstraints(min_length=1, max_length=4096)]
    """The session token."""


class Nothing(ClientPayload):
    model_config = ConfigDict(extra="ignore")


CLIENT_EVENTS: dict[str, type[ClientPayload]] = {
    "join-room": JoinRoom,
    "leave-room": Nothing,
    "offer": Offer,
    "answer": Answer,
    "ice-candidate": IceCandidate,
    "audio-frame": AudioFrame,
    "audio-stop": AudioStop,
    "start-recording": Nothing,
    "stop-recording": Nothing,
    "transcript": Transcript,
    "watch-documents": WatchDocuments,
}


class RoomState(ApiSchema):
    status: InterviewStatus
    recording: bool
    transcribing: bool
    participants: list[ParticipantRole]
    start_time: UtcTime | None
    elapsed_seconds: float
    consent_given: bool


class TranscriptUpdate(ApiSchema):
    id: str
    utterance_id: str
    role: ParticipantRole
    text: str
    timestamp: UtcTime
    final: bool
    source: str
    sequence: int | None = None
    start_seconds: float
    end_seconds: float


class ParticipantEvent(ApiSchema):
    role: ParticipantRole


class ExistingParticipants(ApiSchema):
    participants: list[ParticipantRole]


class RelayedDescription(ApiSchema):
    role: ParticipantRole
    offer: dict[str, Any] | None = None
    answer: dict[str, Any] | None = None


class RelayedIceCandidate(ApiSchema):
    role: ParticipantRole
    candidate: dict[str, Any] | None


class ErrorEvent(ApiSchema):
    message: str
    code: str


SERVER_EVENTS: dict[str, type[ApiSchema]] = {
    "interview-state-changed": RoomState,
    "transcript-update": TranscriptUpdate,
    "participant-joined": ParticipantEvent,
    "participant-left": ParticipantEvent,
    "existing-participants": ExistingParticipants,
    "offer": RelayedDescription,
    "answer": RelayedDescription,
    "ice-candidate": RelayedIceCandidate,
    "document-progress": DocumentProgress,
    "error": ErrorEvent,
}
