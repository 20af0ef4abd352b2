"""Live transcription results, and the port through which they are stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal, Protocol

from app.transcription.pipeline.words import SpokenWord
from models.ports import ModelIdentity


class Speaker(StrEnum):
    """Speaker label of a stored transcript line. Rooms call the interviewer ``recruiter``."""

    INTERVIEWER = "interviewer"
    CANDIDATE = "candidate"

    @property
    def role(self) -> Literal["recruiter", "candidate"]:
        """The participant role in the room."""
        return "recruiter" if self is Speaker.INTERVIEWER else "candidate"

    @classmethod
    def of_role(cls, role: str) -> Speaker:
        """The speaker for a participant role. Raises ValueError for any other word."""
        if role == "recruiter":
            return cls.INTERVIEWER
        return cls(role)


class SuppressionReason(StrEnum):
    """Why a decoded utterance is stored but neither shown nor analyzed."""

    BLANK_AUDIO = "blank_audio"
    TOO_SHORT = "too_short"
    FILLER = "filler"
    SILENT = "silent"
    IMPROBABLE = "improbable"
    REPETITION = "repetition"
    UNDECODABLE = "undecodable"
    ECHO = "echo"
    """The other participant's voice; not decoded, because their own line has the words."""


@dataclass(frozen=True, slots=True)
class Interim:
    """Text of an utterance so far. Empty text withdraws the utterance: nothing was said."""

    utterance_id: str
    speaker: Speaker
    text: str
    start_seconds: float
    """Since the interview's start, like every time here."""
    end_seconds: float
    spoken_at: datetime


@dataclass(frozen=True, slots=True)
class Final:
    """A stored utterance. Announced after the commit, never before, and again if its text is revised."""

    segment_id: str
    """Equals the utterance's id, so that it replaces the interims."""
    sequence: int
    speaker: Speaker
    text: str
    start_seconds: float
    end_seconds: float
    spoken_at: datetime
    source: str = "whisper"
    words: tuple[SpokenWord, ...] = ()
    """The words of ``text``; empty if the engine gives no times and probabilities."""

    @classmethod
    def of(cls, decoded: DecodedUtterance, sequence: int) -> Final:
        """The announcement of a stored utterance."""
        return cls(
            segment_id=decoded.utterance_id,
            sequence=sequence,
            speaker=decoded.speaker,
            text=decoded.text,
            start_seconds=decoded.start_seconds,
            end_seconds=decoded.end_seconds,
            spoken_at=decoded.spoken_at,
            words=decoded.words,
        )


@dataclass(frozen=True, slots=True)
class AudioGap:
    """Speech that may be missing between two times, because its audio was never recorded or was lost."""

    id: str
    speaker: Speaker
    start_seconds: float
    """Since the interview's start."""
    end_seconds: float
    lost_seconds: float
    """Audio that is missing; less than the whole stretch if many short pieces are."""


TranscriptEvent = Interim | Final | AudioGap
Announce = Callable[[TranscriptEvent], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class DecodedUtterance:
    """An utterance to store, shown or suppressed."""

    utterance_id: str
    speaker: Speaker
    stream_id: str
    text: str
    start_seconds: float
    end_seconds: float
    spoken_at: datetime
    language: str
    suppressed_reason: SuppressionReason | None
    model: ModelIdentity
    average_log_probability: float | None
    words: tuple[SpokenWord, ...]
    """The words of ``text``; empty if the engine gives no times and probabilities."""
    safe_sequence: int
    """Once this utterance is stored, frames before this one are never needed again."""


@dataclass(frozen=True, slots=True)
class StreamPosition:
    """How far an audio stream is stored."""

    anchor_seconds: float
    """Time of frame 0 since the interview's start."""
    safe_sequence: int


class StoreUnavailable(Exception):
    """The transcript cannot be written now (database busy, disk full). A retry may succeed."""


class TranscriptStore(Protocol):
    """Stores finals. Writes return after a durable commit; each call may raise StoreUnavailable."""

    async def find_stream(self, *, speaker: Speaker, stream_id: str) -> StreamPosition | None:
        """The stored position of a known stream."""
        ...

    async def open_stream(self, *, speaker: Speaker, stream_id: str, anchor_seconds: float) -> StreamPosition:
        """The stored position of a known stream, or a new position at the anchor."""
        ...

    async def store_final(self, utterance: DecodedUtterance) -> int | None:
        """Store a line, idempotently by utterance id. Its sequence, or None if it is suppressed."""
        ...

    async def revise_final(self, utterance: DecodedUtterance) -> bool:
        """Replace text and words of a stored line. False if it is gone or a person has corrected it."""
        ...

    async def store_gap(self, gap: AudioGap) -> None:
        """Store an audio gap, or its new end if it has grown."""
        ...
