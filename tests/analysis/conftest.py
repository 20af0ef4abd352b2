"""Fixtures of analysis tests: a scripted model and an interview with a stored transcript."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.core.database import Database
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import TranscriptSegment
from models.ports import Engines
from tests.analysis.dialogues import STRONG, honest_writer
from tests.conftest import FrozenClock
from tests.fakes.engines import FakeLlm, fake_engines


@pytest.fixture
def llm() -> FakeLlm:
    return FakeLlm(honest_writer)


@pytest.fixture
def engines(llm: FakeLlm) -> Engines:
    return fake_engines(llm=llm)


def store_transcript(session: Session, interview_id: str, *, clock: FrozenClock) -> None:
    turns = [
        turn
        for question, answer in STRONG
        for turn in ((Speaker.INTERVIEWER, question), (Speaker.CANDIDATE, answer))
    ]
    for index, (speaker, text) in enumerate(turns):
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
    running_interview: dict[str, Any], database: Database, clock: FrozenClock
) -> dict[str, Any]:
    with database.transaction() as session:
        store_transcript(session, running_interview["_id"], clock=clock)
    return running_interview
