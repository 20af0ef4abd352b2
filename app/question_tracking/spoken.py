"""The transcript as Question Sense reads it: units that may ask a question, and the answers after them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.text.words import count_words, split_words
from app.transcription.pipeline.events import Speaker

MAX_UNITS = 1_000
"""Maximum number of units compared with the questions: the latest ones. No real interview has more."""
MIN_UNIT_WORDS = 3
MAX_BACKCHANNEL_WORDS = 2
"""Words of the candidate that do not end the interviewer's turn ("Yes, sure")."""
MAX_INSERTED_WORDS = 8
"""Words of an interviewer's line that does not end an answer ("And how did that go?")."""
MAX_ANSWER_LINES = 40
MAX_LINE_CHARACTERS = 2_000
MAX_SENTENCES = 6
"""Sentences of a unit that are compared on their own: the last ones."""
MIN_ANSWER_WORDS = 6
MAX_ANSWER_WORDS = 60
"""Words of an answer that say what was asked."""
_SENTENCE_MARKS = ".?!…"
_BETWEEN_SENTENCES = re.compile(r"(?<=[.?!…])\s+")


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """One final line of a transcript."""

    id: str
    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """Lines of the interviewer that belong together, mostly one; they ask at most one question."""

    line: SpokenLine
    """The one with the most words."""
    index: int
    """Index of the last line in the transcript."""
    windows: tuple[str, ...]
    """Texts that are compared: the unit, with the unit before it in the same turn, and its sentences."""
    first: int
    """Index of the first line in the transcript."""
    before: str = ""
    """The unit before it in the same turn."""
    answer: str = ""
    """What the candidate said next, up to MAX_ANSWER_WORDS words; blank below MIN_ANSWER_WORDS."""
    has_short_reply: bool = False
    """Whether the candidate said something next, but less than an answer."""
    reply: str = ""
    """What the candidate said next, however short, up to MAX_ANSWER_WORDS words."""
    is_reply_complete: bool = False
    """Whether the reply has MAX_ANSWER_WORDS words, or the interviewer has gone on."""


def list_units(lines: Sequence[SpokenLine]) -> list[Unit]:
    """The latest units of a transcript, in order.

    Consecutive lines of the interviewer are one turn; a backchannel of the candidate does not end it. A line
    that breaks off in the middle of a sentence is one unit with the next line of its turn.
    """
    units: list[Unit] = []
    turn: list[list[int]] = []
    """Indexes of the lines of each unit of this turn."""

    def end_turn() -> None:
        before = ""
        for number, indexes in enumerate(turn):
            text = " ".join(lines[index].text.strip() for index in indexes)[:MAX_LINE_CHARACTERS]
            if len(split_words(text)) >= MIN_UNIT_WORDS:
                # Units without a word of the candidate between them share what follows the last one.
                last = next(
                    (
                        one[-1]
                        for one, following in pairwise(turn[number:])
                        if any(lines[at].text.strip() for at in range(one[-1] + 1, following[0]))
                    ),
                    turn[-1][-1],
                )
                reply, is_complete = _start_of_reply(lines, last + 1)
                answer = reply if count_words(reply) >= MIN_ANSWER_WORDS else ""
                units.append(
                    Unit(
                        lines[max(indexes, key=lambda index: count_words(lines[index].text))],
                        indexes[-1],
                        _list_windows(text, before),
                        indexes[0],
                        before,
                        answer,
                        bool(reply) and not answer,
                        reply,
                        is_complete,
                    )
                )
            before = text
        turn.clear()

    for index, line in enumerate(lines):
        text = line.text.strip()
        if line.speaker is Speaker.CANDIDATE:
            if turn and count_words(_start_of_reply(lines, index)[0]) > MAX_BACKCHANNEL_WORDS:
                end_turn()
        elif text:
            if turn and _goes_on(lines[turn[-1][-1]].text.strip(), text):
                turn[-1].append(index)
            else:
                turn.append([index])
    if turn:
        end_turn()
    return units[-MAX_UNITS:]


def _goes_on(text: str, following: str) -> bool:
    """Whether speech recognition cut a sentence: no mark at its end, and a small letter after it.

    Text without any marks and capitals does not say where a sentence ends.
    """
    has_marks = any(letter in ".?!," or letter.isupper() for letter in f"{text} {following}")
    return has_marks and text[-1] not in _SENTENCE_MARKS and not following[0].isupper()


def _list_windows(text: str, before: str) -> tuple[str, ...]:
    windows = [text, f"{before} {text}"] if before else [text]
    sentences = [one for one in _BETWEEN_SENTENCES.split(text) if len(split_words(one)) >= MIN_UNIT_WORDS]
    windows += sentences[-MAX_SENTENCES:] if len(sentences) > 1 else []
    return tuple(windows)


def _start_of_reply(lines: Sequence[SpokenLine], start: int) -> tuple[str, bool]:
    """What the candidate says from the line ``start`` on, until the interviewer speaks at some length.

    And whether it is complete: nothing that is said later changes it.
    """
    words: list[str] = []
    for line in lines[start:]:
        if line.speaker is Speaker.CANDIDATE:
            words += line.text.split()
        elif count_words(line.text) > MAX_BACKCHANNEL_WORDS:
            return " ".join(words), True
        if len(words) >= MAX_ANSWER_WORDS:
            return " ".join(words[:MAX_ANSWER_WORDS]), True
    return " ".join(words), False


def read_answer(
    lines: Sequence[SpokenLine], *, after: int, asking: frozenset[int] = frozenset()
) -> list[SpokenLine]:
    """Lines of the candidate that answer the question asked at index ``after``.

    Once the candidate has begun, the answer ends at a line that asks another prepared question (``asking``
    has their indexes), and at a longer line of the interviewer.
    """
    answer: list[SpokenLine] = []
    for index in range(after + 1, len(lines)):
        line = lines[index]
        if line.speaker is Speaker.CANDIDATE:
            answer.append(line)
            if len(answer) >= MAX_ANSWER_LINES:
                break
        elif answer and (index in asking or count_words(line.text) > MAX_INSERTED_WORDS):
            break
    return answer
