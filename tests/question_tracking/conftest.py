"""Fixtures of Question Sense tests: prepared questions, and transcripts that ask some of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from app.core.database import Database
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import TranscriptSegment
from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel
from models.ports import Engines, Judgment
from tests.conftest import FrozenClock, Person
from tests.fakes.engines import FakeEmbeddings, FakeJudge, fake_engines, make_judgment
from tests.questions.calls import questions_path

PUMP = "How do you repair a leaking pump in the boiler room?"
ROSTER = "Describe how you plan the weekend roster for the night shift."
TRAINING = "Which certificates for welding do you hold today?"

Say = Callable[..., None]


def judge_specific(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    """Sentences with "replaced" are actions, all others are generic and evade the question."""
    return [
        make_judgment(
            *[
                {SentenceLabel.ACTION: 0.9} if "replaced" in text else {SentenceLabel.GENERIC: 0.9}
                for text in exchange.sentences
            ],
            answer=AnswerLabel.FULL
            if any("replaced" in text for text in exchange.sentences)
            else AnswerLabel.EVASIVE,
        )
        for exchange in exchanges
    ]


@pytest.fixture
def embeddings() -> FakeEmbeddings:
    return FakeEmbeddings()


@pytest.fixture
def judge() -> FakeJudge:
    return FakeJudge(judge_specific)


@pytest.fixture
def engines(embeddings: FakeEmbeddings, judge: FakeJudge) -> Engines:
    return fake_engines(embeddings=embeddings, judge=judge)


@pytest.fixture
def questions(alice: Person, running_interview: dict[str, Any]) -> list[dict[str, Any]]:
    """Three prepared questions of Alice's running interview."""
    return [
        alice.post(
            questions_path(running_interview),
            json={"question": text, "category": "technical", "estimatedTime": 5},
        ).json()["question"]
        for text in (PUMP, ROSTER, TRAINING)
    ]


@pytest.fixture
def say(database: Database, running_interview: dict[str, Any], clock: FrozenClock) -> Say:
    """Store transcript lines: (speaker, text) pairs; ids are ``line-1``, ``line-2``, …"""
    count = 0

    def store(*lines: Sequence[str]) -> None:
        nonlocal count
        with database.transaction() as session:
            for speaker, text in lines:
                count += 1
                session.add(
                    TranscriptSegment(
                        id=f"line-{count}",
                        interview_id=running_interview["_id"],
                        sequence=count,
                        speaker=Speaker.INTERVIEWER if speaker == "R" else Speaker.CANDIDATE,
                        text=text,
                        started_seconds=5.0 * count,
                        ended_seconds=5.0 * count + 4.0,
                        spoken_at=clock.now(),
                    )
                )

    return store
