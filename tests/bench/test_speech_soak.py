"""The soak of the speech bench: dialogues joined to the asked length, and the memory of the server."""

from __future__ import annotations

import asyncio
import os

import psutil
import pytest

from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Line, Turn
from app.bench.speech_soak import (
    MemoryLog,
    count_repetitions,
    join_dialogues,
    join_texts,
    measure_soak,
    watching_memory,
)
from models.ports import SAMPLE_RATE


def make_dialogue(seconds: float) -> Dialogue:
    voice = b"\1\0" * round(seconds * SAMPLE_RATE)
    # One side is a little shorter, as in recordings.
    voices = {"recruiter": voice, "candidate": voice[:-200]}
    turns = [Turn(0.5, 1.0, "recruiter", "hello"), Turn(1.5, 2.0, "candidate", "good morning")]
    return Dialogue("one", voices, turns)


def test_dialogues_follow_each_other_and_the_sides_stay_together() -> None:
    joined = join_dialogues([make_dialogue(3.0), make_dialogue(2.0), make_dialogue(3.0)])
    assert joined.seconds == pytest.approx(8.0)
    assert len({len(pcm) for pcm in joined.voices.values()}) == 1
    assert [turn.start_seconds for turn in joined.turns] == [0.5, 1.5, 3.5, 4.5, 5.5, 6.5]
    assert joined.turns[-1].end_seconds == pytest.approx(7.0)


def test_dialogues_are_repeated_whole_until_the_time_is_reached() -> None:
    assert count_repetitions([make_dialogue(3.0), make_dialogue(2.0)], 10.0) == 2
    assert count_repetitions([make_dialogue(3.0), make_dialogue(2.0)], 10.5) == 3


def test_texts_of_the_dialogues_are_joined_by_side() -> None:
    heard = [{"recruiter": "a", "candidate": "b"}, {"recruiter": "c", "candidate": "d"}]
    assert join_texts(heard) == {"recruiter": "a c", "candidate": "b d"}


def test_growth_is_measured_after_everything_is_loaded() -> None:
    log = MemoryLog([50.0, *[100.0] * 9, *[110.0] * 10])
    turns = [Turn(10.0 * n, 10.0 * n + 5, "recruiter", "hello") for n in range(10)]
    lines = [
        Line(str(n), "recruiter", "hello", True, 10.0 * n + (0.8 if n == 9 else 0.0), 10.0 * n + 5, 0.0)
        for n in range(10)
    ]
    measured = measure_soak(log, turns, lines)
    assert measured["memory_mebibytes"] == {"second_tenth": 100.0, "last_tenth": 110.0}
    assert measured["memory_growth_share"] == pytest.approx(0.1)
    assert measured["start_error_seconds_last_tenth"] == {"p50": 0.8, "p95": 0.8}


async def test_the_memory_of_a_process_is_logged() -> None:
    async with watching_memory(psutil.Process(os.getpid())) as log:
        while not log.mebibytes:
            await asyncio.sleep(0.01)
    assert log.mebibytes[0] > 10
