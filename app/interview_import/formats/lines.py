"""Lines of a transcript file, and code shared by all formats: clock times, limits, joining."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from app.interview_import.errors import InvalidTimes, LineTooLong, TooManyLines
from app.text.words import count_words
from app.transcription.rules import MAX_LINES
from app.transcription.schemas import MAX_TEXT_LENGTH

MAX_SECONDS = 24 * 3_600
WORDS_PER_SECOND = 2.5
"""Speaking rate for estimating the times of lines without any."""
_JOINED_CHARACTERS = 600
_JOINED_GAP_SECONDS = 2.0

CLOCK = r"(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?"
"""``[h:]mm:ss[.fff]``"""
_CLOCK = re.compile(CLOCK)
_UNUSABLE = re.compile("[\0\ud800-\udfff]")
"""Lone surrogates and NUL, which JSON may contain as escapes.

No response can encode the first, and PostgreSQL cannot store the second.
"""


@dataclass(frozen=True, slots=True)
class FileLine:
    speaker: str
    """The name in the file; empty if there is none."""
    text: str
    start_seconds: float | None = None
    end_seconds: float | None = None
    number: int = 0
    """Place in the file, for messages."""


@dataclass(frozen=True, slots=True)
class TimedLine:
    speaker: str
    text: str
    start_seconds: float
    end_seconds: float


def parse_clock(clock: str) -> float | None:
    """Seconds of ``[h:]mm:ss[.fff]``; None for anything else."""
    if _CLOCK.fullmatch(clock) is None:
        return None
    parts = clock.replace(",", ".").split(":")
    return sum(float(part) * 60.0**power for power, part in enumerate(reversed(parts)))


def bound_lines(lines: Iterable[FileLine]) -> Iterator[FileLine]:
    """The lines with words. Raises InvalidTimes and LineTooLong."""
    for line in lines:
        text = " ".join(_UNUSABLE.sub("\N{REPLACEMENT CHARACTER}", line.text).split())
        if not text:
            continue
        if len(text) > MAX_TEXT_LENGTH:
            raise LineTooLong(MAX_TEXT_LENGTH)
        start, end = line.start_seconds, line.end_seconds
        if start is not None and not 0 <= start <= MAX_SECONDS:
            raise InvalidTimes(line.number)
        if end is not None and (start is None or not start <= end <= MAX_SECONDS):
            raise InvalidTimes(line.number)
        yield replace(line, speaker=_UNUSABLE.sub("\N{REPLACEMENT CHARACTER}", line.speaker), text=text)


def join_captions(lines: Iterable[FileLine]) -> list[FileLine]:
    """Join captions of one speaker that follow each other closely. Raises TooManyLines."""
    joined: list[FileLine] = []
    for line in lines:
        last = joined[-1] if joined else None
        if last is not None and _continues(last, line):
            joined[-1] = replace(last, text=f"{last.text} {line.text}", end_seconds=line.end_seconds)
            continue
        if len(joined) == MAX_LINES:
            raise TooManyLines(MAX_LINES)
        joined.append(line)
    return joined


def _continues(last: FileLine, line: FileLine) -> bool:
    if last.speaker != line.speaker or len(last.text) + len(line.text) >= _JOINED_CHARACTERS:
        return False
    if last.end_seconds is None or line.start_seconds is None:
        return False
    return line.start_seconds - last.end_seconds <= _JOINED_GAP_SECONDS


def place_in_time(lines: Iterable[FileLine]) -> list[TimedLine]:
    """Lines with times, in the order of their starts; missing times are estimated from the speaking rate."""
    placed: list[TimedLine] = []
    now = 0.0
    for line in lines:
        start = now if line.start_seconds is None else line.start_seconds
        end = line.end_seconds
        if end is None:
            end = start + max(1.0, count_words(line.text) / WORDS_PER_SECOND)
        placed.append(TimedLine(line.speaker, line.text, round(start, 3), round(end, 3)))
        now = end
    return sorted(placed, key=lambda line: line.start_seconds)
