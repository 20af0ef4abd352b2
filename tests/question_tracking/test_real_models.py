"""Question Sense with the real encoder and judge, on sessions that its training did not read."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.question_tracking.measuring import measure_sessions
from app.question_tracking.sessions import HELD_OUT_FILE, misrecognize, read_sessions
from models.config import EnginesConfig
from models.judgement.asked_encoding import AskedPair
from models.judgement.weights import JUDGE_BASE
from models.ports import Engines, Priority
from models.remembering import remember_results
from models.runtime import build_engines
from tests.weights import fetch_weights

pytestmark = pytest.mark.models


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engines(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engines]:
    real = build_engines(EnginesConfig(fetch_weights(tmp_path_factory.mktemp("weights"), JUDGE_BASE)))
    yield real
    await real.stop()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("is_noisy", [False, True])
async def test_held_out_sessions_are_read_well(engines: Engines, is_noisy: bool) -> None:
    sessions = read_sessions(HELD_OUT_FILE)
    if is_noisy:
        sessions = [misrecognize(item, seed=1_000 + index) for index, item in enumerate(sessions)]
    figures = await measure_sessions(remember_results(engines), sessions)
    # The first reading gave 1.0 and 1.0, no false one, 0.93 and 0.87.
    assert figures.precision_at_threshold >= 0.95
    assert figures.false_asked_per_interview <= 0.3
    assert figures.asked_f1 >= 0.85


@pytest.mark.asyncio(loop_scope="module")
async def test_the_judge_reads_lines_beside_questions(engines: Engines) -> None:
    question = "How do you repair a leaking pump?"
    pairs = [
        AskedPair(question, "", "Say a pump is dripping on a Friday, what would you do to get it tight?"),
        AskedPair(question, "", "How many pumps are there?"),
        AskedPair(question, "There was this leaking pump in your CV.", "Tell me how you repaired it."),
    ]
    pairs += [
        AskedPair(
            question, "", "How do you mend what your peeking, bump?", "I close the valve and change the seal."
        ),
        AskedPair(
            question, "", "How do you mend what your peeking, bump?", "Two hours by train, with one change."
        ),
    ]
    together = await engines.judge.read_asked(pairs, priority=Priority.BACKGROUND)
    assert min(together[0], together[2]) > together[1]
    # The reply says what was asked.
    assert together[3] > together[4]
    # Each value belongs to its pair, although the shortest pairs are read first.
    alone = [await engines.judge.read_asked([pair], priority=Priority.BACKGROUND) for pair in pairs]
    assert together == pytest.approx([value for (value,) in alone], abs=0.01)
