"""Sessions of Question Sense as the live pipeline hears them: labels of the lines that were heard."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bench.sense_speech import hear_sessions, write_heard_session
from app.bench.speech_measures import Line, Turn
from app.question_tracking.sessions import read_sessions

WRITTEN = """== smith | en
1 How do you harden steel?
2 Which hammers do you use?
3 Why here?
--
R1,2 How do you harden steel, and with which hammers do you work?
C+ In oil, and with a light one.
R Thank you.
C- Bye then, it was nice.
"""


def _line(role: str, start: float, end: float, text: str, *, is_final: bool = True) -> Line:
    return Line(f"{role}-{start}", role, text, is_final, start, end, end + 0.5)


def test_lines_are_labeled_as_the_turns_that_they_contain(tmp_path: Path) -> None:
    (tmp_path / "written.txt").write_text(WRITTEN, encoding="utf-8")
    (session,) = read_sessions(tmp_path / "written.txt")
    turns = [
        Turn(start, start + 4, role, "")
        for start, role in ((0.0, "recruiter"), (5.0, "candidate"), (10.0, "recruiter"), (15.0, "candidate"))
    ]
    lines = [
        _line("recruiter", 1.9, 4.0, "and with which hammers do you work?"),
        _line("recruiter", 0.1, 1.8, "How do you harden steel"),
        _line("recruiter", 0.1, 1.0, "How do you", is_final=False),
        _line("candidate", 5.0, 9.0, "In oil, with a light one."),
        _line("recruiter", 10.2, 13.9, "Thank you."),
        _line("candidate", 15.0, 18.5, "Bye then."),
    ]
    heard = write_heard_session(session, turns, lines)
    assert heard.splitlines()[5:] == [
        "R1,2 How do you harden steel",
        "R1,2 and with which hammers do you work?",
        "C+ In oil, with a light one.",
        "R Thank you.",
        "C- Bye then.",
    ]
    (tmp_path / "heard.txt").write_text(heard, encoding="utf-8")
    (again,) = read_sessions(tmp_path / "heard.txt")
    assert (again.asked, again.answered) == ({0, 1}, {0, 1})


def test_recordings_of_other_sessions_are_refused(tmp_path: Path) -> None:
    (tmp_path / "written.txt").write_text(WRITTEN, encoding="utf-8")
    with pytest.raises(ValueError, match="are not the lines of the sessions"):
        hear_sessions(read_sessions(tmp_path / "written.txt"), tmp_path)
