"""Spoken sessions: each voice on its own side, and the times of every line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.bench.speech_data import find_dialogues
from app.question_tracking.sessions import read_sessions
from models.ports import SAMPLE_RATE
from tests.tools.speak_sessions import SPEECH_LEVEL, Samples, speak_session, write_session

WRITTEN = """== smith | en
1 How do you harden steel?
--
R1 How do you harden steel?
C+ In oil.
"""


def hum(text: str, voice: str, _words_per_minute: int) -> Samples:
    """A tone in place of a voice, 0.1 s for each letter."""
    times = np.arange(round(0.1 * len(text) * SAMPLE_RATE)) / SAMPLE_RATE
    return np.sin(2 * np.pi * (400 if "us" in voice else 600) * times)


def measure(sound: bytes, start: float, end: float) -> float:
    samples = np.frombuffer(sound, dtype="<i2") / 32_768
    part = samples[round(start * SAMPLE_RATE) : round(end * SAMPLE_RATE)]
    return float(np.sqrt(np.mean(part**2)))


def test_each_line_is_spoken_on_its_side_between_its_times(tmp_path: Path) -> None:
    (tmp_path / "written.txt").write_text(WRITTEN, encoding="utf-8")
    (session,) = read_sessions(tmp_path / "written.txt")
    voices, turns = speak_session(session, 0, noise_db=40.0, band=(300.0, 3_400.0), speak=hum)
    write_session(tmp_path / "01", voices, turns)
    (dialogue,) = find_dialogues(tmp_path, None)
    assert [(turn.role, turn.text) for turn in dialogue.turns] == [
        ("recruiter", "How do you harden steel?"),
        ("candidate", "In oil."),
    ]
    for turn, other in zip(dialogue.turns, ("candidate", "recruiter"), strict=True):
        spoken, silent = dialogue.voices[turn.role], dialogue.voices[other]
        assert measure(spoken, turn.start_seconds, turn.end_seconds) == pytest.approx(SPEECH_LEVEL, rel=0.1)
        assert measure(silent, turn.start_seconds, turn.end_seconds) < SPEECH_LEVEL / 20
    again, _ = speak_session(session, 0, noise_db=40.0, band=(300.0, 3_400.0), speak=hum)
    assert all((again[role] == voices[role]).all() for role in voices)
