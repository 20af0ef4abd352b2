"""Rooms of one server process among several: closed when another one has them, and read again."""

from __future__ import annotations

import asyncio

import pytest
from fastapi import FastAPI

from app.core.state import AppState
from app.rooms.lines import store_typed_line
from app.rooms.rooms import Rooms
from tests.rooms.conftest import Arrive, RoomCast, join_both


@pytest.fixture
def rooms(api: FastAPI) -> Rooms:
    found: Rooms = api.state.services.rooms
    return found


def store_elsewhere(state: AppState, cast: RoomCast, text: str) -> None:
    """A line that another process stores is not announced here."""
    with state.database.transaction() as session:
        line = store_typed_line(
            session, interview_id=cast.interview_id, text=text, started_at=state.now(), now=state.now()
        )
        assert line is not None


async def test_a_room_that_another_process_has_is_closed(
    arrive: Arrive, cast: RoomCast, rooms: Rooms
) -> None:
    recruiter, candidate = await join_both(arrive, cast)
    assert (await recruiter.request("start-recording"))["success"]
    await candidate.wait_for("interview-state-changed", lambda state: state["recording"])
    await rooms.give_up(cast.interview_id)
    assert not rooms.transcriptions.is_running(cast.interview_id)
    async with asyncio.timeout(60):
        while recruiter.socket.connected or candidate.socket.connected:
            await asyncio.sleep(0.01)


async def test_lines_of_another_process_are_shown_once(
    arrive: Arrive, cast: RoomCast, rooms: Rooms, state: AppState
) -> None:
    recruiter, candidate = await join_both(arrive, cast)
    assert (await recruiter.request("start-recording"))["success"]
    store_elsewhere(state, cast, "First.")
    await rooms.reread()
    store_elsewhere(state, cast, "Second.")
    await rooms.reread()
    await candidate.wait_for("transcript-replay", lambda replay: replay["lines"][-1]["text"] == "Second.")
    assert [
        [line["text"] for line in replay["lines"]] for replay in candidate.received["transcript-replay"]
    ] == [
        ["First."],
        ["Second."],
    ]
