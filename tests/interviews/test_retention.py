"""Deletion of interviews that ended long ago, if the operator set a time."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

from app.core.jobs import JobCounts
from app.core.state import AppState
from app.interviews.jobs import count_old_interviews, remove_old_interviews
from app.interviews.tables import Interview
from app.transcription.tables import TranscriptSegment
from tests.conftest import FrozenClock, Person


@pytest.fixture
def ended(alice: Person, running_interview: dict[str, Any]) -> dict[str, Any]:
    line = {"id": "seg-1", "speaker": "candidate", "text": "I ran the stores."}
    path = f"/api/interview/{running_interview['_id']}/transcript/append"
    assert alice.post(path, json={"segments": [line]}).status_code == 200
    alice.patch(f"/api/interviews/recruiter/{running_interview['_id']}/complete")
    return running_interview


def count_segments(state: AppState) -> int:
    with state.database.reading() as session:
        return session.scalar(select(func.count()).select_from(TranscriptSegment)) or 0


async def test_interviews_are_kept_unless_a_time_is_set(
    state: AppState, ended: dict[str, Any], clock: FrozenClock
) -> None:
    clock.advance(days=5000)
    assert await remove_old_interviews(state) is None
    assert await count_old_interviews(state) == JobCounts()
    assert count_segments(state) == 1


async def test_ended_interviews_are_deleted_after_the_set_time(
    alice: Person, state: AppState, ended: dict[str, Any], clock: FrozenClock
) -> None:
    state.settings = state.settings.model_copy(update={"interview_retention_days": 90})
    cancelled, draft = (alice.post("/api/interviews", json={}).json()["interview"]["_id"] for _ in range(2))
    alice.patch(f"/api/interviews/{cancelled}", json={"status": "cancelled"})
    clock.advance(days=89.9)
    assert await remove_old_interviews(state) == JobCounts(processed=0)
    clock.advance(days=0.2)
    assert await count_old_interviews(state) == JobCounts(processed=2)
    assert await remove_old_interviews(state) == JobCounts(processed=2)
    assert count_segments(state) == 0
    with state.database.reading() as session:
        assert list(session.scalars(select(Interview.id))) == [draft]
