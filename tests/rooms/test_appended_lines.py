"""Appended and removed lines in an open room, over real sockets."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from app.core.clock import utc_now
from app.core.state import AppState
from app.transcription.announcement import announce_lines, announce_removal
from app.transcription.appending import AppendedSegment, append_segments
from app.transcription.pipeline.events import Speaker
from app.transcription.repository import remove_of_origin
from app.transcription.tables import SegmentOrigin
from tests.rooms.conftest import Arrive, RoomCast, join_both


async def append(server_url: str, cast: RoomCast, *segments: dict[str, Any]) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server_url, timeout=60) as browser:
        return await browser.post(
            f"/api/interview/{cast.interview_id}/transcript/append",
            json={"segments": list(segments)},
            headers={"Authorization": f"Bearer {cast.tokens['alice']}"},
        )


def store_line(state: AppState, cast: RoomCast, name: str, origin: SegmentOrigin) -> None:
    line = AppendedSegment(
        id=name,
        speaker=Speaker.INTERVIEWER,
        text=name,
        spoken_at=utc_now(),
        started_seconds=1,
        ended_seconds=2,
        source="test",
    )
    with state.database.transaction() as session:
        append_segments(session, interview_id=cast.interview_id, segments=[line], origin=origin)


@pytest.mark.usefixtures("state")
async def test_both_sides_see_appended_lines_at_once(arrive: Arrive, cast: RoomCast, server_url: str) -> None:
    recruiter, candidate = await join_both(arrive, cast)
    await recruiter.request("start-recording")
    response = await append(server_url, cast, {"_id": "one", "speaker": "candidate", "text": " I typed. "})
    assert response.status_code == 200, response.text
    for guest in (recruiter, candidate):
        line = await guest.wait_for("transcript-update")
        assert (line["text"], line["role"], line["origin"], line["sequence"]) == (
            "I typed.",
            "candidate",
            "client",
            1,
        )


async def test_lines_that_were_known_are_not_announced_again(
    arrive: Arrive, cast: RoomCast, server_url: str
) -> None:
    recruiter, _ = await join_both(arrive, cast)
    await recruiter.request("start-recording")
    for text in ("first", "second"):
        await append(server_url, cast, {"_id": "one", "speaker": "candidate", "text": text})
    await append(server_url, cast, {"_id": "two", "speaker": "candidate", "text": "third"})
    await recruiter.wait_for("transcript-update", lambda line: line["text"] == "third")
    assert [line["text"] for line in recruiter.received["transcript-update"]] == ["first", "third"]


async def test_a_candidate_never_receives_demo_lines(arrive: Arrive, cast: RoomCast, state: AppState) -> None:
    recruiter, candidate = await join_both(arrive, cast)
    store_line(state, cast, "made up", SegmentOrigin.DEMO)
    store_line(state, cast, "really said", SegmentOrigin.CLIENT)
    await announce_lines(state, cast.interview_id, after_sequence=0)
    await candidate.wait_for("transcript-update")
    await recruiter.wait_for("transcript-update", lambda line: line["text"] == "really said")
    assert [line["text"] for line in recruiter.received["transcript-update"]] == ["made up", "really said"]
    assert [line["text"] for line in candidate.received["transcript-update"]] == ["really said"]
    back = await arrive()
    await back.request("join-room", cast.as_candidate)
    replay = await back.wait_for("transcript-replay")
    assert [line["text"] for line in replay["lines"]] == ["really said"]


async def test_removed_lines_leave_the_room(arrive: Arrive, cast: RoomCast, state: AppState) -> None:
    recruiter, candidate = await join_both(arrive, cast)
    store_line(state, cast, "made up", SegmentOrigin.DEMO)
    store_line(state, cast, "really said", SegmentOrigin.CLIENT)
    with state.database.transaction() as session:
        assert remove_of_origin(session, interview_id=cast.interview_id, origin=SegmentOrigin.DEMO) == 1
    await announce_removal(state, cast.interview_id)
    for guest in (recruiter, candidate):
        reset = await guest.wait_for("transcript-reset")
        assert [line["text"] for line in reset["lines"]] == ["really said"]
