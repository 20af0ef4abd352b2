"""What a live transcription says, and what it needs from whoever keeps the transcript."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from models.ports import ModelIdentity


class Speaker(StrEnum):
    """Who spoke, in the word of the stored transcript; the room calls the interviewer recruiter."""

    INTERVIEWER = "interviewer"
    CANDIDATE = "candidate"

    @property
    def role(self) -> str:
        """The room's word: ``recruiter`` or ``candidate``."""
        return "recruiter" if self is Speaker.INTERVIEWER else "candidate"

    @classmethod
    def of_role(cls, role: str) -> Speaker:
        """The speaker of a room role. Raises ValueError for any other word."""
        if role == "recruiter":
            return cls.INTERVIEWER
        return cls(role)


class SuppressionReason(StrEnum):
    """Why a decoded utterance is neither shown nor analysed (it is stored all the same)."""

    BLANK_AUDIO = "blank_audio"
    TOO_SHORT = "too_short"
    FILLER = "filler"
    SILENT = "silent"
    IMPROBABLE = "improbable"
    REPETITION = "repetition"
    UNDECODABLE = "undecodable"


@dataclass(frozen=True, slots=True)
class Interim:
    """The text of an utterance so far. Empty text withdraws the utterance: nothing was said."""

    utterance_id: str
    speaker: Speaker
    text: str
    start_seconds: float
    """Since the interview's start, like every time here."""
    end_seconds: float
    spoken_at: datetime


@dataclass(frozen=True, slots=True)
class Final:
    """An utterance that is stored: announced after the commit, never before."""

    segment_id: str
    """Equals the utterance's id, so that it replaces the interims."""
    sequence: int
    speaker: Speaker
    text: str
    start_seconds: float
    end_seconds: float
    spoken_at: datetime
    source: str = "whisper"


TranscriptEvent = Interim | Final
Announce = Callable[[TranscriptEvent], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class DecodedUtterance:
    """What is handed to the store: one utterance, shown or suppressed."""

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
    safe_sequence: int
    """Once this utterance is stored, frames below this one are needed no more."""


@dataclass(frozen=True, slots=True)
class StreamPosition:
    """Where a stream of frames stands, as far as it was stored."""

    anchor_seconds: float
    """Time of frame 0 since the interview's start."""
    safe_sequence: int


class StoreUnavailable(Exception):
    """The transcript could not be written now (database busy, disk full); trying again may help."""


class TranscriptStore(Protocol):
    """Keeps finals. Writes return after a durable commit; each call may raise StoreUnavailable."""

    async def find_stream(self, *, speaker: Speaker, stream_id: str) -> StreamPosition | None:
        """The stored position of a stream that was seen before."""
        ...

    async def open_stream(self, *, speaker: Speaker, stream_id: str, anchor_seconds: float) -> StreamPosition:
        """The stored position of a stream that was seen before, else a new one at the anchor."""
        ...

    async def store_final(self, utterance: DecodedUtterance) -> int | None:
        """Store; idempotent by utterance id. The sequence of the line, None when suppressed."""
        ...
