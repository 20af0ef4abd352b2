"""Socket events of a room: payloads, acknowledgments and their table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints

from app.core.schemas import ApiSchema, UtcTime
from app.interviews.tables import InterviewStatus
from app.question_tracking.schemas import QuestionSuggestions
from app.realtime.events import Acknowledgment, ClientEvent, ClientPayload, Empty, EventTable
from app.transcription.line_words import WordMark
from app.transcription.pipeline.settings import FRAME_BYTES, FRAME_SAMPLES
from app.transcription.tables import SegmentOrigin
from models.ports import SAMPLE_RATE

ParticipantRole = Literal["recruiter", "candidate"]
DescriptionType = Literal["offer", "answer", "pranswer", "rollback"]

AUDIO_FORMAT = {"sampleRate": SAMPLE_RATE, "frameSamples": FRAME_SAMPLES, "frameBytes": FRAME_BYTES}
"""Format of the audio in ``audio-frame``: 16-bit mono PCM, 100 ms per frame."""
_MAX_SDP_LENGTH = 200_000
_MAX_SEQUENCE = 2**31 - 1
_MAX_SECONDS = 10**9
CaptureTime = Annotated[float, Field(ge=-_MAX_SECONDS, le=_MAX_SECONDS, allow_inf_nan=False)]
"""The bounds are wide, so that a wrong clock does not lose any words."""


# --- Sent by browsers -------------------------------------------------------------------------


class JoinRoom(ClientPayload):
    room_id: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    role: ParticipantRole
    token: Annotated[str, StringConstraints(min_length=1, max_length=4096)]
    """The recruiter's session token or the candidate token."""
    last_sequence: Annotated[int, Field(ge=0, le=_MAX_SEQUENCE)] = 0
    """The highest stored segment this browser has; those after it are sent again."""
    audio_stream_id: Annotated[str, StringConstraints(max_length=64)] | None = None


class SessionDescription(ClientPayload):
    """An SDP offer or answer, as the browser's WebRTC API gives it."""

    model_config = ConfigDict(extra="ignore")
    type: DescriptionType
    sdp: Annotated[str, StringConstraints(max_length=_MAX_SDP_LENGTH)] = ""


class SendOffer(ClientPayload):
    offer: SessionDescription


class SendAnswer(ClientPayload):
    answer: SessionDescription


class IceCandidate(ClientPayload):
    """A network address of the peer, as the browser's WebRTC API gives it."""

    model_config = ConfigDict(extra="ignore")
    candidate: str = ""
    sdp_mid: str | None = None
    sdp_m_line_index: int | None = None
    username_fragment: str | None = None


class SendIceCandidate(ClientPayload):
    candidate: IceCandidate | None


class AudioFrame(ClientPayload):
    stream_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    sequence: Annotated[int, Field(ge=0, le=_MAX_SEQUENCE)]
    pcm: Annotated[bytes, Field(max_length=FRAME_BYTES)]
    captured_seconds: (
        Annotated[float, Field(ge=-_MAX_SECONDS, le=_MAX_SECONDS, allow_inf_nan=False)] | None
    ) = None
    """When its last sample was recorded, in seconds since the interview's start.

    Without it, time is derived from the number of frames.
    """
    lost: bool = False
    """Silence that replaces audio the browser could not keep."""


class AudioStop(ClientPayload):
    stream_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Transcript(ClientPayload):
    text: Annotated[str, StringConstraints(max_length=20_000)]
    is_final: bool


# --- Sent by the server -----------------------------------------------------------------------


class RoomState(ApiSchema):
    status: InterviewStatus
    recording: bool
    transcribing: bool
    participants: list[ParticipantRole]
    start_time: UtcTime | None
    elapsed_seconds: float
    consent_given: bool
    audio_recorded: bool
    """Whether the audio is recorded; ``recording`` only says that the interview runs."""
    lag_seconds: int
    """Lag of the transcript behind the speech; 0 below three seconds. Nothing is lost."""
    catching_up: bool
    """Whether the lag has decreased since it was last reported."""


class TranscriptUpdate(ApiSchema):
    id: str
    utterance_id: str
    role: ParticipantRole
    text: str
    timestamp: UtcTime
    final: bool
    source: str
    origin: SegmentOrigin
    """Only ``live`` lines were transcribed by the server from the audio of the room."""
    sequence: int | None = None
    """Position among the stored segments (1, 2, …); None for an interim."""
    start_seconds: float
    end_seconds: float
    marks: list[WordMark] = Field(default_factory=list)
    """Words of a final that may be misheard."""


class AudioGapUpdate(ApiSchema):
    """Audio of a participant that is missing. A gap that grows is sent again with the same id."""

    id: str
    role: ParticipantRole
    start_seconds: float
    end_seconds: float
    lost_seconds: float


class TranscriptReplay(ApiSchema):
    """Stored lines that a browser missed, in order. A long transcript comes in several."""

    lines: list[TranscriptUpdate]
    gaps: list[AudioGapUpdate] = Field(default_factory=list)
    """All audio gaps of the interview so far, with the first message."""


class ParticipantEvent(ApiSchema):
    role: ParticipantRole


class ExistingParticipants(ApiSchema):
    participants: list[ParticipantRole]


class RelayedDescription(ApiSchema):
    type: DescriptionType
    sdp: str


class RelayedOffer(ApiSchema):
    role: ParticipantRole
    """Role of the sender, as in every relayed event."""
    offer: RelayedDescription


class RelayedAnswer(ApiSchema):
    role: ParticipantRole
    answer: RelayedDescription


class IceCandidateInit(ApiSchema):
    candidate: str
    sdp_mid: str | None
    sdp_m_line_index: int | None
    username_fragment: str | None


class RelayedIceCandidate(ApiSchema):
    role: ParticipantRole
    candidate: IceCandidateInit | None


# --- Acknowledgments --------------------------------------------------------------------------


class IceServer(ApiSchema):
    """A STUN or TURN server from the settings."""

    urls: str | list[str]
    username: str | None
    credential: str | None


class RoomJoined(Acknowledgment):
    role: ParticipantRole
    participants: list[ParticipantRole]
    state: RoomState
    ice_servers: list[IceServer]
    next_audio_sequence: int
    """The next frame expected of the audio stream named in the request."""


class FrameReceived(Acknowledgment):
    next_sequence: int
    """The next frame expected; all before it were received."""
    safe_sequence: int = 0
    """Frames before this one may be discarded: their speech is stored, or they contained none."""
    gap: bool = False
    """The frame arrived out of order and was not accepted."""


ROOM_EVENTS = EventTable(
    client={
        "join-room": ClientEvent(JoinRoom, RoomJoined, per_minute=10),
        "leave-room": ClientEvent(Empty),
        "offer": ClientEvent(SendOffer),
        "answer": ClientEvent(SendAnswer),
        "ice-candidate": ClientEvent(SendIceCandidate),
        "audio-frame": ClientEvent(AudioFrame, FrameReceived),
        "audio-stop": ClientEvent(AudioStop),
        # Our browser starts and ends interviews over HTTP; other clients may do it here.
        "start-recording": ClientEvent(Empty, per_minute=20),
        "stop-recording": ClientEvent(Empty, per_minute=20),
        "transcript": ClientEvent(Transcript, per_minute=120),
    },
    server={
        "interview-state-changed": RoomState,
        "transcript-update": TranscriptUpdate,
        "transcript-replay": TranscriptReplay,
        "transcript-reset": TranscriptReplay,
        "question-suggestions": QuestionSuggestions,
        "audio-gap": AudioGapUpdate,
        "participant-joined": ParticipantEvent,
        "participant-left": ParticipantEvent,
        "existing-participants": ExistingParticipants,
        "offer": RelayedOffer,
        "answer": RelayedAnswer,
        "ice-candidate": RelayedIceCandidate,
    },
)
