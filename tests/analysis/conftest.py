"""Fixtures of analysis tests: a scripted model and an interview with a stored transcript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.core.database import Database
from app.core.state import AppState
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import TranscriptSegment
from models.ports import Engines
from tests.analysis.dialogues import STRONG, honest_writer, judge_by_script
from tests.conftest import FrozenClock
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines

Speak = Callable[[int], None]
"""Store lines until this many are stored: questions and answers of ``STRONG`` in turn."""


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(honest_writer)


@pytest.fixture
def engines(llm: FakeLlm) -> Engines:
    return fake_engines(llm=llm, judge=FakeJudge(judge_by_script))


def store_transcript(
    session: Session, interview_id: str, *, clock: FrozenClock, start: int = 0, end: int | None = None
) -> None:
    """Store the questions and answers of ``STRONG``, or only the lines from ``start`` up to ``end``."""
    turns = [
        turn
        for question, answer in STRONG
        for turn in ((Speaker.INTERVIEWER, question), (Speaker.CANDIDATE, answer))
    ]
    for index, (speaker, text) in list(enumerate(turns))[start:end]:
        session.add(
            TranscriptSegment(
                id=f"seg-{index}",
                interview_id=interview_id,
                sequence=index + 1,
                speaker=speaker,
                text=text,
                started_seconds=5.0 * index,
                ended_seconds=5.0 * index + 4.0,
                spoken_at=clock.now(),
            )
        )


@pytest.fixture
def spoken_interview(
    running_interview: dict[str, Any], state: AppState, database: Database, clock: FrozenClock
) -> dict[str, Any]:
    """Alice's interview with a transcript. Its report is shown at once, without scoring first."""
    state.settings = state.settings.model_copy(update={"score_before_report": False})
    with database.transaction() as session:
        store_transcript(session, running_interview["_id"], clock=clock)
    return running_interview


@pytest.fixture
def speak(database: Database, running_interview: dict[str, Any], clock: FrozenClock) -> Speak:
    stored = 0

    def store(count: int) -> None:
        nonlocal stored
        with database.transaction() as session:
            store_transcript(session, running_interview["_id"], clock=clock, start=stored, end=count)
        stored = count

    return store
