"""Sessions of Question Sense as the live pipeline hears them, for `greenroom bench sense --audio`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.bench.live_room import ROLES
from app.bench.speech_data import find_dialogues
from app.bench.speech_measures import Line, Turn, heard_text, spoken_text
from app.bench.speech_offline import play_offline
from app.bench.word_errors import WordErrors, count_word_errors, sum_word_errors
from app.question_tracking.sessions import Session
from app.transcription.pipeline.events import Speaker

_SHARE_HEARD = 0.5
"""Share of a turn that a line must contain to ask what the turn asks."""


@dataclass(frozen=True, slots=True)
class HeardSession:
    text: str
    """In the format of session files."""
    errors: WordErrors


def hear_sessions(sessions: Sequence[Session], folder: Path) -> list[HeardSession]:
    """Play the recordings of the sessions, and write what was heard.

    ``folder`` has one dialogue (recruiter.wav, candidate.wav, turns.tsv) for each session, in their order by
    name, with one turn for each spoken line. Raises ValueError if they do not fit.
    """
    dialogues = find_dialogues(folder, None)
    if [len(dialogue.turns) for dialogue in dialogues] != [len(session.lines) for session in sessions]:
        raise ValueError(f"the turns in {folder} are not the lines of the sessions")
    heard = []
    for session, dialogue in zip(sessions, dialogues, strict=True):
        (played,) = play_offline([dialogue], language=session.language)
        errors = [
            count_word_errors(spoken_text(dialogue.turns, role), heard_text(played.lines, role))
            for role in ROLES
        ]
        text = write_heard_session(session, dialogue.turns, played.lines)
        heard.append(HeardSession(text, sum_word_errors(errors)))
    return heard


def write_heard_session(session: Session, turns: Sequence[Turn], lines: Sequence[Line]) -> str:
    """The session with the final ``lines`` in place of its own, each labeled as the turns that it contains.

    ``turns`` are the spoken lines of the session, with their times.
    """
    heard = [f"== {session.trade} | {session.language} asr"]
    heard += [f"{number} {text}" for number, text in enumerate(session.questions, start=1)]
    heard.append("--")
    finals = sorted((line for line in lines if line.is_final), key=lambda line: line.start_seconds)
    for line in finals:
        heard.append(f"{_label(session, turns, line)} {line.text}")
    return "\n".join(heard)


def _label(session: Session, turns: Sequence[Turn], line: Line) -> str:
    within = [index for index, turn in enumerate(turns) if turn.role == line.role and _is_within(turn, line)]
    if line.role == Speaker.CANDIDATE.role:
        marks = {session.marks[index] for index in within}
        return "C+" if "+" in marks else "C-" if "-" in marks else "C"
    asked: list[int] = []
    for index in within:
        asked += [one for one in session.list_asked(index) if one not in asked]
    return "R" + ",".join(str(one + 1) for one in asked)


def _is_within(turn: Turn, line: Line) -> bool:
    common = min(turn.end_seconds, line.end_seconds) - max(turn.start_seconds, line.start_seconds)
    shorter = min(turn.end_seconds - turn.start_seconds, line.end_seconds - line.start_seconds)
    return common >= _SHARE_HEARD * max(shorter, 0.01)
