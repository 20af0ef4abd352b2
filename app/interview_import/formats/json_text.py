"""JSON transcripts: a list of lines, alone or under a usual name, such as this product's own export."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from app.interview_import.errors import UnreadableTranscript
from app.interview_import.formats.lines import FileLine

_LISTS = ("transcript", "segments", "lines", "utterances", "results", "data")
_SPEAKERS = ("speaker", "role", "name", "speakerName", "speaker_name")
_TEXTS = ("text", "content", "transcript", "sentence")
_STARTS = ("startSeconds", "start", "start_time", "startTime", "offset")
_ENDS = ("endSeconds", "end", "end_time", "endTime")


def read_json(text: str) -> Iterator[FileLine]:
    """Raises UnreadableTranscript."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableTranscript from None
    for number, item in enumerate(_find_list(content), start=1):
        if not isinstance(item, dict):
            raise UnreadableTranscript
        words = _first(item, _TEXTS)
        speaker = _first(item, _SPEAKERS)
        if not isinstance(words, str):
            raise UnreadableTranscript
        name = " ".join(str(speaker).split())[:60] if isinstance(speaker, (str, int)) else ""
        yield FileLine(name, words, _number(item, _STARTS), _number(item, _ENDS), number=number)


def _find_list(content: Any) -> list[Any]:
    for _ in range(2):
        if isinstance(content, dict):
            content = _first(content, _LISTS)
    if not isinstance(content, list):
        raise UnreadableTranscript
    return content


def _first(item: dict[str, Any], names: tuple[str, ...]) -> Any:
    return next((item[name] for name in names if item.get(name) is not None), None)


def _number(item: dict[str, Any], names: tuple[str, ...]) -> float | None:
    value = _first(item, names)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        seconds = float(value)
    except OverflowError:
        return -1.0
    return seconds if math.isfinite(seconds) else -1.0
