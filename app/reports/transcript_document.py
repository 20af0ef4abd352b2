"""A transcript as blocks, plain text and WebVTT."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from app.interviews.tables import InterviewOrigin
from app.reports.blocks import Block, SpokenLine, Title
from app.reports.cleaning import one_line
from app.reports.errors import NoTranscript
from app.reports.material import ReportMaterial
from app.reports.quotes import describe_origin
from app.reports.words import Words, format_elapsed
from app.transcription.line_words import mark_words
from app.transcription.schemas import GapView, SegmentView
from app.transcription.tables import SegmentOrigin

_MIN_CUE_SECONDS = 0.5
"""Length of a cue whose end is unknown. WebVTT requires the end to be after the start."""


def build_transcript(material: ReportMaterial, words: Words, *, timezone: tzinfo) -> list[Block]:
    """The transcript as blocks. Raises NoTranscript."""
    title = Title(
        text=_get_name(material, words),
        kind=words.get("export.transcriptOf"),
        details=tuple(_list_details(material, words, timezone)),
    )
    return [title, *_list_lines(material, words)]


def write_plain_text(material: ReportMaterial, words: Words, *, timezone: tzinfo) -> str:
    """One line per segment: ``[0:05] Candidate: …``. Raises NoTranscript."""
    head = [f"{words.get('export.transcriptOf')}: {one_line(_get_name(material, words))}"]
    head += [one_line(detail) for detail in _list_details(material, words, timezone)]
    lines = [f"[{line.time}] {line.speaker}: {one_line(line.text)}" for line in _list_lines(material, words)]
    return "\r\n".join([*head, "", *lines, ""])


def write_web_vtt(material: ReportMaterial, words: Words) -> str:
    """The transcript in the format of WebVTT, with a voice per cue. Raises NoTranscript."""
    parts = ["WEBVTT"]
    for number, entry in enumerate(_list_entries(material), start=1):
        start = max(0.0, entry.start_seconds)
        end = max(entry.end_seconds, start + _MIN_CUE_SECONDS)
        line = _describe_line(entry, words)
        speaker = _escape_cue(line.speaker)
        text = _escape_cue(one_line(line.text))
        times = f"{_format_cue_time(start)} --> {_format_cue_time(end)}"
        parts.append(f"{number}\n{times}\n<v {speaker}>{text}</v>")
    return "\n\n".join(parts) + "\n"


def _list_lines(material: ReportMaterial, words: Words) -> Iterator[SpokenLine]:
    for entry in _list_entries(material):
        yield _describe_line(entry, words)


def _list_entries(material: ReportMaterial) -> list[SegmentView | GapView]:
    """The lines and the places with missing sound, in chronological order."""
    # The sort is stable: lines that start together stay in their order, with the mark before them.
    return sorted([*material.gaps, *_require_segments(material)], key=lambda entry: entry.start_seconds)


def _describe_line(entry: SegmentView | GapView, words: Words) -> SpokenLine:
    time = format_elapsed(entry.start_seconds)
    if isinstance(entry, GapView):
        seconds = max(1, round(entry.lost_seconds))
        return SpokenLine(
            time, words.get(f"speakers.{entry.speaker}"), f"[{words.count('transcript.gap', seconds)}]"
        )
    text = mark_words(
        entry.text, entry.marks, describe_heard=lambda heard: words.get("transcript.heard", text=heard)
    )
    return SpokenLine(time, _name_speaker(entry, words), text)


def _require_segments(material: ReportMaterial) -> tuple[SegmentView, ...]:
    if not material.segments:
        raise NoTranscript
    return material.segments


def _name_speaker(segment: SegmentView, words: Words) -> str:
    """The speaker. Lines that the server did not transcribe, or that a person corrected, are marked."""
    marks = []
    if origin := describe_origin(segment.origin, words):
        marks.append(origin)
    if segment.original_text is not None:
        marks.append(words.get("transcript.corrected"))
    name = words.get(f"speakers.{segment.speaker}")
    return f"{name} ({', '.join(marks)})" if marks else name


def _get_name(material: ReportMaterial, words: Words) -> str:
    return material.candidate_name or words.get("header.unnamed")


def _list_details(material: ReportMaterial, words: Words, timezone: tzinfo) -> Iterator[str]:
    if material.position:
        yield material.position
    if material.started_at is not None:
        yield words.format_date(material.started_at.astimezone(timezone).date())
    yield from list_origin_notices(material, words)
    if any(mark.heard is None for segment in material.segments for mark in segment.marks):
        yield words.get("transcript.hasUncertainWords")


def list_origin_notices(material: ReportMaterial, words: Words) -> Iterator[str]:
    """Notices that the interview was held elsewhere, or that lines are made up."""
    if material.origin == InterviewOrigin.IMPORTED:
        yield words.get("transcript.heldElsewhere")
    if any(segment.origin is SegmentOrigin.DEMO for segment in material.segments):
        yield words.get("transcript.hasDemoLines")


def _format_cue_time(seconds: float) -> str:
    milliseconds = round(seconds * 1000)
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole // 3600:02}:{whole % 3600 // 60:02}:{whole % 60:02}.{rest:03}"


def _escape_cue(text: str) -> str:
    """Text that contains no tag, no entity and no ``-->``."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
