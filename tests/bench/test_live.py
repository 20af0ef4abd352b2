"""Delays of the live bench: suggestions, readings of ended exchanges, and the lag of speech beside them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app.bench.live import (
    LoggedReading,
    WholeInterview,
    list_reading_delays,
    read_log,
    read_questions,
    summarize_runs,
)
from app.bench.live_room import PlayedInterview, Suggested
from app.bench.speech_data import Dialogue
from app.bench.speech_measures import Line, Turn
from models.ports import SAMPLE_RATE

HIRED = "How did you plan the roster for the night shift?"
REPAIRED = "And how did you repair the pump in the boiler room?"


def final(role: str, start: float, end: float, text: str, *, lag: float = 1.0) -> Line:
    return Line(f"{role}-{start}", role, text, True, start, end, end + lag)


TRANSCRIPT = [
    final("recruiter", 0.0, 4.0, HIRED),
    final("candidate", 5.0, 10.0, "I planned it with the three oldest nurses every Monday."),
    final("recruiter", 11.0, 14.0, REPAIRED),
    final("candidate", 15.0, 20.0, "I replaced the seal with one from the stock."),
]


def test_a_log_gives_when_readings_were_judged_and_complete() -> None:
    entries = [
        {
            "time": "2026-11-28T10:00:11.000+00:00",
            "event": "live_reading_judged",
            "fields": {"lines": "2"},
        },
        {
            "time": "2026-11-28T10:00:12.500+00:00",
            "event": "live_reading_completed",
            "fields": {"lines": "2"},
        },
        {"time": "2026-11-28T10:00:13.000+00:00", "event": "analysis_completed", "fields": {"lines": "9"}},
    ]
    text = "\n".join(json.dumps(entry) for entry in entries)
    began_at = 1_795_860_000.0  # 2026-11-28 10:00:00 UTC
    assert read_log(text, ("live_reading_completed",), began_at) == [LoggedReading(12.5, 2)]
    both = ("live_reading_judged", "live_reading_completed")
    assert read_log(text, both, began_at) == [LoggedReading(11.0, 2), LoggedReading(12.5, 2)]


def test_an_exchange_is_read_when_a_reading_covers_its_last_line() -> None:
    readings = [LoggedReading(9.0, 2), LoggedReading(12.0, 1), LoggedReading(16.5, 2), LoggedReading(19.0, 2)]
    # The first reading was before the end of the answer, the second did not cover it. The last exchange has
    # not ended.
    assert list_reading_delays(TRANSCRIPT, readings) == ([6.5], 0)
    assert list_reading_delays(TRANSCRIPT, []) == ([], 1)


@pytest.fixture
def dialogue() -> Dialogue:
    turns = [Turn(line.start_seconds, line.end_seconds, line.role, line.text) for line in TRANSCRIPT]
    voice = b"\0\x10" * (25 * SAMPLE_RATE)
    return Dialogue("one", {"recruiter": voice, "candidate": voice}, turns)


def test_lags_beside_speech_are_compared_with_those_alone(dialogue: Dialogue) -> None:
    late = [final(one.role, one.start_seconds, one.end_seconds, one.text, lag=1.5) for one in TRANSCRIPT]
    suggestions = [
        Suggested("first", "recruiter-0.0", 6.0),
        Suggested("first", "recruiter-0.0", 12.0),
        Suggested("second", "recruiter-11.0", 21.75),
        Suggested("third", None, 22.0),
    ]
    result = summarize_runs(
        [dialogue],
        [PlayedInterview(TRANSCRIPT, 0, 0)],
        [
            WholeInterview(
                PlayedInterview(late, 0, 0, suggestions),
                [LoggedReading(12.5, 2)],
                [LoggedReading(16.5, 2)],
                7.04,
                0,
            )
        ],
    )
    assert result["final_lag_ratio"] == 1.5
    assert result["suggestions"] == 2
    # 0.5 and 6.25 s after the line; the second was recognized by its answer, which arrived at 21.5 s.
    assert result["suggested_after_its_line_seconds"] == {"p50": 3.38, "p95": 5.96}
    assert result["suggested_after_the_latest_line_seconds"] == {"p50": 0.38, "p95": 0.49}
    assert result["judged_after_exchange_seconds"] == {"p50": 2.5, "p95": 2.5}
    assert result["read_after_exchange_seconds"] == {"p50": 6.5, "p95": 6.5}
    assert (result["report_seconds"], result["exchanges_not_read_before_the_end"]) == ([7.0], 0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[{"question": "Why?", "category": "technical"}]', "no 'estimatedTime'"),
        ('[{"question": "Why?", "category": "technical", "estimatedTime": 500}]', "estimatedTime"),
        ('{"questions": []}', "indices"),
        ("[", "Expecting value"),
    ],
)
def test_questions_that_the_server_would_refuse_are_found_before_anything_is_played(
    tmp_path: Path, text: str, problem: str
) -> None:
    path = tmp_path / "questions.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=f"(?s){re.escape(str(path))}.*{problem}"):
        read_questions(path)
