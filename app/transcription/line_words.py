"""Words of stored lines: how they are written to the database, and which of them are marked as uncertain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.core.schemas import ApiSchema
from app.transcription.pipeline.words import SpokenWord
from app.transcription.tables import TranscriptSegment


class WordMark(ApiSchema):
    """A word of a line that may be misheard, or that replaced what was heard."""

    index: int
    """Index of the word: 0 is the first part of the text between single spaces."""
    heard: str | None
    """The original output of the speech model, if a term from the CV or the job description replaced it."""


class WordView(ApiSchema):
    """A word of a line as it was transcribed, with its time since the interview's start."""

    text: str
    start_seconds: float
    end_seconds: float
    confidence: float
    """0 to 1."""
    heard: str | None
    """The original output of the speech model, if a term from the CV or the job description replaced it."""


def write_words(words: Sequence[SpokenWord]) -> list[dict[str, Any]] | None:
    """The words in the form of the ``words`` column."""
    return [
        {
            "text": word.text,
            "start": word.start_seconds,
            "end": word.end_seconds,
            "confidence": round(word.confidence, 3),
        }
        | ({} if word.heard is None else {"heard": word.heard})
        for word in words
    ] or None


def read_words(segment: TranscriptSegment) -> list[SpokenWord]:
    """The words of a stored line as transcribed; empty if their times are unknown."""
    return [
        SpokenWord(row["text"], row["start"], row["end"], row["confidence"], heard=row.get("heard"))
        for row in segment.words or []
    ]


def list_marks(words: Iterable[SpokenWord]) -> list[WordMark]:
    return [
        WordMark(index=index, heard=word.heard)
        for index, word in enumerate(words)
        if word.is_uncertain or word.heard is not None
    ]


def list_stored_marks(segment: TranscriptSegment) -> list[WordMark]:
    """The marks of a stored line. A person has read a line that was corrected or restored: it has none."""
    return list_marks(read_words(segment)) if segment.corrected_at is None else []


def mark_words(text: str, marks: Iterable[WordMark], *, describe_heard: Callable[[str], str]) -> str:
    """A line for files, with "(?)" after each word that may be misheard, or with what was heard."""
    words = text.split(" ")
    for mark in marks:
        if mark.index < len(words):
            words[mark.index] += " (?)" if mark.heard is None else f" ({describe_heard(mark.heard)})"
    return " ".join(words)


def list_word_views(segment: TranscriptSegment) -> list[WordView]:
    return [
        WordView(
            text=word.text,
            start_seconds=word.start_seconds,
            end_seconds=word.end_seconds,
            confidence=word.confidence,
            heard=word.heard,
        )
        for word in read_words(segment)
    ]
