"""Spoken lines from short notes."""

from __future__ import annotations

from app.question_tracking.spoken import SpokenLine
from app.transcription.pipeline.events import Speaker


def spoken(*lines: str) -> list[SpokenLine]:
    """Lines written as ``R text`` or ``C text``."""
    return [
        SpokenLine(str(index), Speaker.INTERVIEWER if line[0] == "R" else Speaker.CANDIDATE, line[2:])
        for index, line in enumerate(lines)
    ]
