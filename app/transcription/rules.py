"""Statistics and plain text of stored transcripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from app.interviews.tables import Interview, InterviewStatus
from app.transcription.pipeline.events import Speaker

MAX_SECONDS = 7 * 24 * 3_600
"""Latest place of a line, from the start of the interview."""
MAX_LINES = 10_000
"""Maximum number of lines of a transcript: about three times the number in two hours of speech."""

APPEND_GRACE = timedelta(minutes=10)
"""Time after the end in which lines are still accepted, because a client may have been disconnected."""


def takes_lines(interview: Interview, *, now: datetime) -> bool:
    """Whether lines may be added: while the interview runs and shortly after its end.

    Later, a recruiter could put words into the candidate's mouth, and a report would quote them.
    """
    if interview.status == InterviewStatus.IN_PROGRESS:
        return True
    ended_at = interview.completed_at
    return (
        interview.status == InterviewStatus.COMPLETED
        and ended_at is not None
        and now - ended_at <= APPEND_GRACE
    )


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
