"""Labeled sessions for Question Sense, in a plain text format.

A session starts with ``== trade | language [asr]``. Its prepared questions follow, one per line, as
``1 text``. After ``--`` come the spoken lines: ``R text`` is the interviewer, ``R2 text`` the interviewer
asking question 2, ``R2,5 text`` asking both 2 and 5, ``C text`` the candidate, ``C+`` an answer with
substance, ``C-`` one without. ``asr`` marks lines as speech recognition writes them. Lines that start with
``#`` are comments.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.question_tracking.spoken import SpokenLine
from app.transcription.pipeline.events import Speaker

DATA_FOLDER = Path(__file__).parent / "data"
HELD_OUT_FILE = DATA_FOLDER / "held-out.txt"
_LINE = re.compile(r"(R(?:\d+(?:,\d+)*)?|C[+-]?) (.+)")


@dataclass(slots=True)
class Session:
    """One interview with what a listener would say was asked and answered."""

    trade: str
    language: str
    questions: list[str] = field(default_factory=list)
    lines: list[SpokenLine] = field(default_factory=list)
    labels: list[int | None] = field(default_factory=list)
    """Index of the first question that each line asks; None for all other lines."""
    asked_beside: dict[int, set[int]] = field(default_factory=dict)
    """By index of the line: the other questions that it asks, too."""
    marks: list[str] = field(default_factory=list)
    """"+" for each line that answers with substance, "-" without, "" for all others."""
    answered: set[int] = field(default_factory=set)
    """Indexes of questions whose answer has substance."""

    @property
    def asked(self) -> set[int]:
        beside = set().union(*self.asked_beside.values())
        return {label for label in self.labels if label is not None} | beside

    def list_asked(self, line: int) -> list[int]:
        """Indexes of the questions that one line asks."""
        label = self.labels[line]
        return [] if label is None else [label, *sorted(self.asked_beside.get(line, ()))]


def read_sessions(path: Path) -> list[Session]:
    """The sessions of a file. Raises ValueError with the number of a line that it cannot read."""
    sessions: list[Session] = []
    is_spoken = False
    current: set[int] = set()
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = raw.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("== "):
            trade, _, rest = text[3:].partition(" | ")
            sessions.append(Session(trade, rest.split()[0]))
            is_spoken, current = False, set()
        elif text == "--":
            is_spoken = True
        elif not is_spoken:
            sessions[-1].questions.append(text.partition(" ")[2])
        elif match := _LINE.fullmatch(text):
            current = _add_line(sessions[-1], match[1], match[2], current)
        else:
            raise ValueError(f"{path.name}, line {number}: no line of a session")
    return sessions


def _add_line(session: Session, tag: str, text: str, current: set[int]) -> set[int]:
    """Add one spoken line; the questions that are asked now."""
    is_recruiter = tag[0] == "R"
    asked = [int(number) - 1 for number in tag[1:].split(",")] if is_recruiter and len(tag) > 1 else []
    speaker = Speaker.INTERVIEWER if is_recruiter else Speaker.CANDIDATE
    if len(asked) > 1:
        session.asked_beside[len(session.lines)] = set(asked[1:])
    session.lines.append(SpokenLine(f"line-{len(session.lines)}", speaker, text))
    session.labels.append(asked[0] if asked else None)
    session.marks.append("" if is_recruiter else tag[1:])
    if tag == "C+":
        session.answered |= current
    return set(asked) or current


def choose_questions(session: Session, kept: Sequence[int], *, foreign: Sequence[str] = ()) -> Session:
    """The session with some of its prepared questions, in this order, followed by ones that nobody asks."""
    places = {question: place for place, question in enumerate(kept)}
    chosen = replace(
        session,
        questions=[*(session.questions[question] for question in kept), *foreign],
        labels=[],
        asked_beside={},
        answered={places[question] for question in session.answered if question in places},
    )
    for line in range(len(session.lines)):
        asked = [places[question] for question in session.list_asked(line) if question in places]
        chosen.labels.append(asked[0] if asked else None)
        if len(asked) > 1:
            chosen.asked_beside[line] = set(asked[1:])
    return chosen


_SOUNDS_ALIKE = {
    "two": "to",
    "your": "you're",
    "there": "their",
    "would": "wood",
    "four": "for",
    "know": "no",
    "right": "write",
    "week": "weak",
    "where": "wear",
    "than": "then",
    "our": "are",
    "by": "buy",
}


def misrecognize(session: Session, *, seed: int) -> Session:
    """The session as a small speech model might write it: no marks, some words lost, split or confused."""
    chance = random.Random(seed)  # noqa: S311 - reproducible noise, no secret
    return replace(session, lines=[replace(line, text=blur(line.text, chance)) for line in session.lines])


def blur(text: str, chance: random.Random) -> str:
    """A line as a small speech model might write it."""
    words: list[str] = []
    keeps_marks = chance.random() < 0.4
    for word in text.split():
        plain = word if keeps_marks else re.sub(r"[^\w'’-]", "", word).lower()
        draw = chance.random()
        if draw < 0.04 and len(plain) <= 4:
            continue
        if draw < 0.08:
            plain = _SOUNDS_ALIKE.get(plain.lower(), plain)
        elif draw < 0.11 and len(plain) > 7:
            middle = len(plain) // 2
            plain = f"{plain[:middle]} {plain[middle:]}"
        elif draw < 0.14 and len(plain) > 5:
            place = chance.randrange(1, len(plain) - 1)
            plain = plain[:place] + chance.choice("aeioulnrst") + plain[place + 1 :]
        if plain:
            words.append(plain)
    return " ".join(words) or text


def read_training_sessions() -> list[Session]:
    """Every session but the held-out ones."""
    found: list[Session] = []
    for path in sorted(DATA_FOLDER.glob("*.txt")):
        if path != HELD_OUT_FILE:
            found += read_sessions(path)
    return found


def count_labels(sessions: Sequence[Session]) -> dict[str, int]:
    """Size of the data, for the card."""
    return {
        "sessions": len(sessions),
        "questions": sum(len(item.questions) for item in sessions),
        "asked": sum(len(item.asked) for item in sessions),
        "answered": sum(len(item.answered) for item in sessions),
        "interviewerLines": sum(
            line.speaker is Speaker.INTERVIEWER for item in sessions for line in item.lines
        ),
    }
