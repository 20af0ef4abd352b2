"""WebVTT and SubRip files: cues with times, and speakers as voice tags or names before a colon."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from app.interview_import.errors import InvalidTimes
from app.interview_import.formats.lines import CLOCK, FileLine, parse_clock
from app.interview_import.formats.named_text import split_name

_TIMING = re.compile(rf"\s{{0,10}}({CLOCK})\s{{1,10}}-->\s{{1,10}}({CLOCK})(?:\s|$)")
_VOICE = re.compile(r"<v(?:\.[^\s<>]{1,100})?\s([^<>]{1,200})>")
_TAG = re.compile(r"<[^<>]{0,200}>")


def is_captions(lines: list[str]) -> bool:
    """Whether a file has cues, or a header that announces them."""
    first = next((line for line in lines if line.strip()), "")
    return first.startswith("WEBVTT") or any("-->" in line for line in lines[:50])


def read_captions(lines: list[str]) -> Iterator[FileLine]:
    """One line for each cue. A cue without a speaker continues the one before. Raises InvalidTimes."""
    speaker = ""
    for cue_number, start, end, payload in _read_cues(lines):
        text = " ".join(payload)
        voice = _VOICE.search(text)
        text = html.unescape(_TAG.sub("", text))
        if voice is not None:
            speaker = " ".join(html.unescape(voice[1]).split())
        elif (named := split_name(text)) is not None:
            speaker, text = named
        yield FileLine(speaker, text, start, end, number=cue_number)


def _read_cues(lines: list[str]) -> Iterator[tuple[int, float, float, list[str]]]:
    """(line number, start, end, lines of text) of each cue."""
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        if "-->" not in line:
            continue
        number = index
        timing = _TIMING.match(line[:200])
        start, end = (parse_clock(timing[1]), parse_clock(timing[2])) if timing else (None, None)
        if start is None or end is None:
            raise InvalidTimes(number)
        payload = []
        while index < len(lines) and lines[index].strip() and "-->" not in lines[index]:
            payload.append(lines[index])
            index += 1
        yield number, start, end, payload
