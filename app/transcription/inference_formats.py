"""Response formats of ``POST /inference``, as whisper.cpp's server writes them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from app.transcription.recordings import RecordingLine


class ResponseFormat(StrEnum):
    JSON = "json"
    TEXT = "text"
    SRT = "srt"
    VERBOSE_JSON = "verbose_json"
    VTT = "vtt"


def write_text(lines: Iterable[RecordingLine]) -> str:
    """One line per segment."""
    return "".join(f"{line.text}\n" for line in lines)


def write_srt(lines: Iterable[RecordingLine]) -> str:
    return "".join(
        f"{number}\n{_write_time(line.start_seconds, ',')} --> {_write_time(line.end_seconds, ',')}\n"
        f"{line.text}\n\n"
        for number, line in enumerate(lines, 1)
    )


def write_vtt(lines: Iterable[RecordingLine]) -> str:
    cues = (
        f"{_write_time(line.start_seconds, '.')} --> {_write_time(line.end_seconds, '.')}\n"
        # In a cue, these would begin a tag or a character reference.
        f"{line.text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}\n\n"
        for line in lines
    )
    return "WEBVTT\n\n" + "".join(cues)


def _write_time(seconds: float, mark: str) -> str:
    """``00:01:02.345``, with ``mark`` before the milliseconds."""
    minutes, milliseconds = divmod(round(seconds * 1000), 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{milliseconds // 1000:02}{mark}{milliseconds % 1000:03}"
