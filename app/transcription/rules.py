"""Statistics and plain text of stored transcripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.transcription.pipeline.events import Speaker

TOKEN_LIFETIME_SECONDS = 3_600
"""Default lifetime of POST /api/transcription/token."""


class SpokenLine(Protocol):
    @property
    def speaker(self) -> Speaker: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class TranscriptStats:
    total_segments: int
    interviewer_segments: int
    candidate_segments: int
    total_characters: int
    average_segment_length: int
    """Characters, rounded to a whole number; 0 without segments."""


def count_stats(lines: Sequence[SpokenLine]) -> TranscriptStats:
    characters = sum(len(line.text) for line in lines)
    return TranscriptStats(
        total_segments=len(lines),
        interviewer_segments=sum(line.speaker == Speaker.INTERVIEWER for line in lines),
        candidate_segments=sum(line.speaker == Speaker.CANDIDATE for line in lines),
        total_characters=characters,
        # Rounds half up, like JavaScript's Math.round, so that clients compute the same.
        average_segment_length=int(characters / len(lines) + 0.5) if lines else 0,
    )


def write_raw_text(lines: Sequence[SpokenLine]) -> str:
    """The transcript as plain text, one line per segment: ``Interviewer: …``."""
    return "\n".join(f"{Speaker(line.speaker).value.capitalize()}: {line.text}" for line in lines)
