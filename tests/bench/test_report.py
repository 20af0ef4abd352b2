"""The report bench: what it counts, and how it plays an interview."""

from __future__ import annotations

from app.analysis.analyze import analyze
from app.analysis.findings import TranscriptLine
from app.bench.engine_calls import EngineCalls
from app.bench.report import MeasuredReading, list_delays, list_prefixes
from tests.analysis.dialogues import STRONG, honest_writer, judge_by_script, to_transcript
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines


async def test_calls_are_counted_by_kind_until_they_are_taken() -> None:
    calls = EngineCalls()
    llm = FakeLlm(honest_writer)
    engines = calls.wrap(fake_engines(llm=llm, judge=FakeJudge(judge_by_script)))
    await analyze(engines, transcript=to_transcript(STRONG[:3]))
    rows = {str(row["call"]): row for row in calls.take()}
    assert rows["judge"]["items"] == 3
    for count in ("calls", "prompt_tokens", "completion_tokens"):
        assert rows["report-heading"][count]
    total = sum(int(str(row["calls"])) for name, row in rows.items() if name.startswith("report"))
    assert total == len(llm.requests)
    assert calls.take() == []


def test_an_interview_is_played_up_to_the_exchange_before_its_last() -> None:
    lines = to_transcript(STRONG[:3])
    assert list_prefixes(lines) == [lines[:2], lines[:4]]
    assert list_prefixes([TranscriptLine("s1", lines[1].speaker, "Hello.")]) == []


def test_a_reading_that_takes_long_delays_the_next_one() -> None:
    readings = [
        MeasuredReading(ended_at=10, seconds=4),
        MeasuredReading(ended_at=60, seconds=30),
        MeasuredReading(ended_at=80, seconds=5),
    ]
    assert list_delays(readings) == [4, 30, 15]
