"""Reads transcripts from text files: turns that start with ``Interviewer:`` or ``Candidate:``."""

from __future__ import annotations

import re

from app.analysis.findings import Speaker, TranscriptLine
from app.text.words import count_words

_SPEAKER = re.compile(
    # Possessive quantifiers: no part gives white space back to another, so there is one way to match a line.
    r"^\s*+(?:\[?(?P<time>\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?\]?\s*+(?:[-–]\s*+)?)?"
    r"(?P<who>interviewer|recruiter|interviewee|candidate)(?:\s*+\d+)?\s*+"
    r"(?:\[(?P<late>\d{1,2}:\d{2}(?::\d{2})?)\]\s*+)?:\s*+(?P<text>.*)$",
    re.IGNORECASE,
)
_CANDIDATES = frozenset({"interviewee", "candidate"})
WORDS_PER_SECOND = 2.5
"""Speaking rate for estimating the times of turns without one."""


class NotATranscript(ValueError):
    """No line of the file starts with a speaker."""


def _seconds(clock: str) -> float:
    parts = [int(part) for part in clock.split(":")]
    return float(sum(value * 60**power for power, value in enumerate(reversed(parts))))


def read_transcript(text: str) -> list[TranscriptLine]:
    """Read the turns of a transcript; a line without a speaker continues the turn before it.

    Times (``[hh:mm:ss]`` or ``[mm:ss]``) may be before or after the speaker; without them, times are
    estimated from a typical speaking rate. Raises NotATranscript if no line starts with a speaker.
    """
    turns: list[tuple[Speaker, float | None, list[str]]] = []
    for raw in text.replace("\ufeff", "").splitlines():
        match = _SPEAKER.match(raw)
        if match is not None:
            clock = match["time"] or match["late"]
            speaker = Speaker.CANDIDATE if match["who"].lower() in _CANDIDATES else Speaker.INTERVIEWER
            turns.append((speaker, _seconds(clock) if clock else None, [match["text"].strip()]))
        elif turns and raw.strip():
            turns[-1][2].append(raw.strip())
    if not turns:
        raise NotATranscript(
            "No line of the transcript names a speaker (lines begin with 'Interviewer:' or 'Candidate:')."
        )
    lines: list[TranscriptLine] = []
    now = 0.0
    for speaker, start, parts in turns:
        words = " ".join(part for part in parts if part)
        if start is not None:
            now = start
        if words:
            lines.append(TranscriptLine(f"s{len(lines) + 1}", speaker, words, round(now, 2)))
        now += count_words(words) / WORDS_PER_SECOND
    return lines
