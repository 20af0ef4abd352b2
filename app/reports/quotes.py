"""Quotes in a report, each with its source. Lines that the server did not transcribe are marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.reports.blocks import Quote
from app.reports.words import Words, format_elapsed
from app.transcription.schemas import SegmentView
from app.transcription.tables import SegmentOrigin


def describe_origin(origin: SegmentOrigin, words: Words) -> str | None:
    """The mark of a line that the server did not transcribe; None for one that it did."""
    if origin is SegmentOrigin.LIVE:
        return None
    return words.get("transcript.demo" if origin is SegmentOrigin.DEMO else "transcript.imported")


@dataclass(frozen=True, slots=True)
class QuoteWriter:
    words: Words
    segments: Mapping[str, SegmentView]
    """The lines of the transcript by their ids."""

    def write(self, text: str, *, source: str, seconds: float | None, segment_id: str | None) -> Quote:
        """A quote with its source and, for a line of the transcript, its time and mark."""
        time = "" if seconds is None else f" · {format_elapsed(seconds)}"
        mark = self.find_mark(segment_id)
        return Quote(self.words.get("quote", text=text), source + time + (f" ({mark})" if mark else ""))

    def find_mark(self, segment_id: str | None) -> str | None:
        segment = self.segments.get(segment_id or "")
        return describe_origin(segment.origin, self.words) if segment else None
