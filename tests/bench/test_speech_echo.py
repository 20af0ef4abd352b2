"""One voice in both microphones, mixed for the speech bench."""

from __future__ import annotations

import numpy as np
import pytest

from app.bench.live_room import PlayedInterview
from app.bench.speech_data import Dialogue
from app.bench.speech_echo import add_echo, measure_echo
from app.bench.speech_measures import Line, Turn
from models.ports import SAMPLE_RATE

TURNS = [
    Turn(0.0, 2.0, "recruiter", "tell me about the ledger"),
    Turn(3.0, 5.0, "candidate", "we moved it to another database"),
]


def make_dialogue() -> Dialogue:
    voice = np.random.default_rng(1).normal(0, 3_000, 2 * SAMPLE_RATE).astype("<i2").tobytes()
    silence = bytes(2 * SAMPLE_RATE)
    return Dialogue("one", {"recruiter": voice + silence, "candidate": silence + silence}, TURNS)


def level(pcm: bytes) -> float:
    return float(np.sqrt(np.mean(np.frombuffer(pcm, "<i2").astype(np.float64) ** 2)))


def test_the_echo_has_its_level_and_arrives_later() -> None:
    dialogue = make_dialogue()
    mixed = add_echo(dialogue, -20.0)
    echo = mixed.voices["candidate"]
    assert 20 * np.log10(level(echo) / level(dialogue.voices["recruiter"])) == pytest.approx(-20.0, abs=0.5)
    assert level(echo[: round(0.14 * SAMPLE_RATE) * 2]) < 1.0
    assert level(echo[round(0.16 * SAMPLE_RATE) * 2 : SAMPLE_RATE * 2]) > 100.0
    assert mixed.voices["recruiter"] == dialogue.voices["recruiter"]
    assert mixed.name != dialogue.name


def test_a_silent_recruiter_has_no_echo() -> None:
    silent = Dialogue("one", dict.fromkeys(("recruiter", "candidate"), bytes(2 * SAMPLE_RATE)), [])
    assert not any(add_echo(silent, -20.0).voices["candidate"])


def line(role: str, text: str, start: float, end: float) -> Line:
    return Line(f"{role}{start}", role, text, True, start, end, end + 1.0)


def test_words_of_the_wrong_person_and_lost_ones_are_counted() -> None:
    lines = [
        line("recruiter", "Tell me about the ledger.", 0.0, 2.0),
        line("candidate", "Tell me about the ledger.", 0.2, 2.2),
        line("candidate", "We moved it.", 3.0, 4.0),
    ]
    measured = measure_echo([make_dialogue()], [PlayedInterview(lines, 0, 0)], decibels=-12.0)
    assert measured["echo_decibels"] == -12.0
    assert measured["wrong_speaker_words"] == 5
    assert measured["candidate_words"] == 6
    without = [lines[0], lines[2]]
    alone = measure_echo([make_dialogue()], [PlayedInterview(without, 0, 0)], decibels=None)
    assert (alone["wrong_speaker_words"], alone["candidate_words_lost"]) == (0, 3)
