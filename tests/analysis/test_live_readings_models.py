"""The live reading with the trained judge: the report after the interview has nothing left to judge."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from app.analysis.consistency import side_by_side
from app.analysis.live_readings import SILENCE_SECONDS, LiveReadings
from app.bench.engine_calls import EngineCalls
from app.candidates.tables import Candidate
from app.core.database import Database
from app.core.state import AppState
from app.interviews.tables import Interview
from models.config import EnginesConfig
from models.judgement.weights import JUDGE_BASE
from models.ports import Engines
from models.runtime import build_engines
from tests.analysis.conftest import Speak
from tests.analysis.dialogues import STRONG, honest_writer
from tests.analysis.live_steps import read, write_report
from tests.conftest import FrozenClock
from tests.fakes.engines import FakeLlm, fake_engines
from tests.weights import fetch_weights

pytestmark = pytest.mark.models

CV = "Foreman, Aldane Orchards\n2015 - 2021\n- Led the picking team of 14\n- Ran the cold store"


@pytest.fixture
def calls() -> EngineCalls:
    return EngineCalls()


@pytest.fixture
def engines(tmp_path_factory: pytest.TempPathFactory, calls: EngineCalls) -> Engines:
    """The trained judge and the encoder, counted, with a scripted language model."""
    real = build_engines(EnginesConfig(fetch_weights(tmp_path_factory.mktemp("weights"), JUDGE_BASE)))
    scripted = fake_engines(llm=FakeLlm(honest_writer))
    return calls.wrap(replace(scripted, judge=real.judge, embeddings=real.embeddings, stop=real.stop))


async def test_the_report_makes_no_further_judge_call(
    state: AppState, database: Database, running_interview: dict[str, Any], speak: Speak, clock: FrozenClock,
    calls: EngineCalls, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    # What is said here contradicts nothing; its surest statements are compared with the CV all the same.
    monkeypatch.setattr(side_by_side, "LEAST", -math.inf)
    interview_id = running_interview["_id"]
    with database.transaction() as session:
        interview = session.get_one(Interview, interview_id)
        candidate = Candidate(owner_id=interview.owner_id, name="Cara", cv_text=CV)
        session.add(candidate)
        session.flush()
        interview.candidate_id = candidate.id
    try:
        for count in (7, 2 * len(STRONG)):
            # New each time: the server was restarted.
            readings = LiveReadings(state)
            speak(count)
            await read(readings)
            clock.advance(seconds=SILENCE_SECONDS)
            await read(readings)
        live = {str(row["call"]): row["items"] for row in calls.take()}
        assert {"judge", "judge, claims"} <= live.keys()
        await write_report(state, database, interview_id)
    finally:
        await state.engines.stop()
    assert [row["call"] for row in calls.take() if str(row["call"]) != "embeddings"] == []
