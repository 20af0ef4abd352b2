"""The transcript as Question Sense reads it: units that may ask a question, and the answers after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.text.words import count_words, split_words
from app.transcription.pipeline.events import Speaker

MAX_UNITS = 1_000
"""Units of one interview that are compared with its questions: the latest ones; no interview has more."""
MIN_UNIT_WORDS = 3
MAX_BACKCHANNEL_WORDS = 2
"""Words of the candidate that do not end the interviewer's turn ("Yes, sure")."""
MAX_INSERTED_WORDS = 8
"""Words of an interviewer's line that does not end an answer ("And how did that go?")."""
MAX_ANSWER_LINES = 40
MAX_LINE_CHARACTERS = 2_000


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """One final line of a transcript."""

    id: str
    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A line of the interviewer, which asks at most one question."""

    line: SpokenLine
    index: int
    """Index of the line in the transcript."""
    windows: tuple[str, ...]
    """Texts that are compared: the line itself, and with the line before it in the same turn."""


def list_units(lines: Sequence[SpokenLine]) -> list[Unit]:
    """The latest units of a transcript, in order.

    Consecutive lines of the interviewer are one turn; a backchannel of the candidate does not end it.
    """
    units: list[Unit] = []
    before = ""
    for index, line in enumerate(lines):
        if line.speaker is Speaker.CANDIDATE:
            if count_words(line.text) > MAX_BACKCHANNEL_WORDS:
                before = ""
            continue
        text = line.text.strip()[:MAX_LINE_CHARACTERS]
        if len(split_words(text)) >= MIN_UNIT_WORDS:
            windows = (text, f"{before} {text}") if before else (text,)
            units.append(Unit(line, index, windows))
        if text:
            before = text
    return units[-MAX_UNITS:]


def read_answer(
    lines: Sequence[SpokenLine], *, after: int, asking: frozenset[int] = frozenset()
) -> list[SpokenLine]:
    """Lines of the candidate that answer the question asked at index ``after``.

    The answer ends at a line that asks another prepared question (``asking`` has their indexes), and at a
    longer line of the interviewer once the candidate has begun.
    """
    answer: list[SpokenLine] = []
    for index in range(after + 1, len(lines)):
        line = lines[index]
        if line.speaker is Speaker.CANDIDATE:
            answer.append(line)
            if len(answer) >= MAX_ANSWER_LINES:
                break
        elif index in asking or (answer and count_words(line.text) > MAX_INSERTED_WORDS):
            break
    return answer
