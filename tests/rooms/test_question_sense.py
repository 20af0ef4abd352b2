"""Suggestions of Question Sense over real sockets: sent to the recruiter alone."""

from __future__ import annotations

from app.core.state import AppState
from app.interviews.tables import Interview
from app.questions import service as questions
from app.questions.schemas import WriteQuestion
from app.questions.tables import QuestionCategory
from tests.rooms.conftest import Arrive, RoomCast, join_both

PUMP = "How do you repair a leaking pump in the boiler room?"


async def test_recruiter_alone_receives_suggestions_as_lines_arrive(
    arrive: Arrive, cast: RoomCast, state: AppState
) -> None:
    with state.database.transaction() as session:
        interview = session.get_one(Interview, cast.interview_id)
        asked = questions.add_question(
            session,
            owner_id=interview.owner_id,
            interview_id=interview.id,
            draft=WriteQuestion(question=PUMP, category=QuestionCategory.TECHNICAL, estimated_time=5),
            now=state.now(),
        ).id
    recruiter, candidate = await join_both(arrive, cast)
    await recruiter.request("start-recording")
    await recruiter.request("transcript", {"text": "Good morning, Cara.", "isFinal": True})
    await recruiter.request("transcript", {"text": PUMP, "isFinal": True})
    payload = await recruiter.wait_for("question-suggestions")
    [suggestion] = payload["suggestions"]
    assert suggestion["questionId"] == asked
    assert (suggestion["aiTracking"]["status"], suggestion["aiTracking"]["quote"]) == ("asked", PUMP)
    # Events arrive in order: a later one shows that none was sent to the candidate.
    await recruiter.request("stop-recording")
    await candidate.wait_for("interview-state-changed", lambda seen: seen["status"] == "completed")
    assert candidate.received["question-suggestions"] == []
