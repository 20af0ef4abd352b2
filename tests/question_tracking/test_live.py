"""Question Sense in a running room: lines that arrive cause suggestions for the recruiter."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update

from app.core.state import AppState
from app.question_tracking.live import LiveSense
from app.question_tracking.schemas import QuestionSuggestion
from app.questions.tables import Question
from app.transcription.tables import SegmentOrigin, TranscriptSegment
from models.ports import EngineUnavailable
from tests.fakes.engines import FakeEmbeddings
from tests.question_tracking.conftest import PUMP, Say

Json = dict[str, Any]


class Room:
    """Records what would be sent to the recruiter."""

    def __init__(self, state: AppState) -> None:
        self.sent: list[tuple[str, QuestionSuggestion]] = []
        self.sense = LiveSense(state, announce=self._announce)

    async def _announce(self, interview_id: str, changed: list[QuestionSuggestion]) -> None:
        self.sent += [(interview_id, item) for item in changed]

    async def settle(self) -> None:
        await self.sense.settle()


async def test_a_final_line_leads_to_one_suggestion(
    state: AppState, running_interview: Json, questions: list[Json], say: Say, embeddings: FakeEmbeddings
) -> None:
    room = Room(state)
    say(("R", "Good morning to you."), ("R", PUMP))
    for _ in range(3):
        room.sense.on_final_line(running_interview["_id"])
    await room.settle()
    [(interview_id, suggestion)] = room.sent
    assert interview_id == running_interview["_id"]
    assert (suggestion.question_id, suggestion.ai_tracking.status) == (questions[0]["_id"], "asked")
    # Nothing new was said: nothing is embedded again, and nothing is sent again.
    embedded = len(embeddings.requests)
    room.sense.on_final_line(running_interview["_id"])
    await room.settle()
    assert (len(embeddings.requests), len(room.sent)) == (embedded, 1)


async def test_demo_lines_cause_no_suggestion(
    state: AppState, running_interview: Json, questions: list[Json], say: Say, embeddings: FakeEmbeddings
) -> None:
    room = Room(state)
    say(("R", "Good morning to you."), ("R", PUMP))
    with state.database.transaction() as session:
        session.execute(update(TranscriptSegment).values(origin=SegmentOrigin.DEMO))
    room.sense.on_final_line(running_interview["_id"])
    await room.settle()
    assert (room.sent, embeddings.requests) == ([], [])


async def test_a_killed_engine_is_survived(
    state: AppState, running_interview: Json, questions: list[Json], say: Say, embeddings: FakeEmbeddings
) -> None:
    room = Room(state)
    say(("R", "Good morning to you."), ("R", PUMP))
    embeddings.script.fail_next(EngineUnavailable("the worker was killed"))
    room.sense.on_final_line(running_interview["_id"])
    await room.settle()
    assert room.sent == []
    room.sense.on_final_line(running_interview["_id"])
    await room.settle()
    assert len(room.sent) == 1


async def test_an_interview_that_was_deleted_is_left_alone(state: AppState) -> None:
    room = Room(state)
    room.sense.on_final_line("gone")
    await room.settle()
    assert room.sent == []


async def test_a_question_edited_while_the_models_work_gets_no_suggestion(
    state: AppState, running_interview: Json, questions: list[Json], say: Say, embeddings: FakeEmbeddings
) -> None:
    room = Room(state)
    say(("R", "Good morning to you."), ("R", PUMP))
    embeddings.script.hold()
    room.sense.on_final_line(running_interview["_id"])
    await embeddings.script.started.wait()
    with state.database.transaction() as session:
        row = session.scalars(select(Question).where(Question.id == questions[0]["_id"])).one()
        row.question = "What is your shoe size?"
    embeddings.script.release()
    await room.settle()
    assert room.sent == []
