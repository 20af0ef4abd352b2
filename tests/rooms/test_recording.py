"""Recording in rooms over real sockets: start and end, audio frames, transcript lines, replay."""

from __future__ import annotations

import wave
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.core.state import AppState
from app.interviews.tables import Interview, InterviewStatus
from app.transcription.tables import TranscriptSegment
from models.ports import Engines, EngineState
from tests.fakes.engines import FakeSpeech, fake_engines
from tests.rooms.conftest import Arrive, RoomCast, join_both


@pytest.fixture
def engines() -> Engines:
    return fake_engines(speech=FakeSpeech(lambda _request: "Ask not what your country can do for you."))


def _frames(path: Path) -> list[bytes]:
    with wave.open(str(path)) as file:
        pcm = file.readframes(file.getnframes())
    return [pcm[start : start + 3_200] for start in range(0, len(pcm) - 3_199, 3_200)]


class TestRecording:
    async def test_only_the_recruiter_starts_and_ends_the_recording(
        self, arrive: Arrive, cast: RoomCast
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        assert (await candidate.request("start-recording"))["code"] == "FORBIDDEN"
        assert (await recruiter.request("start-recording"))["success"]
        for guest in (recruiter, candidate):
            state_event = await guest.wait_for("interview-state-changed", lambda state: state["recording"])
            assert (state_event["status"], state_event["transcribing"]) == ("in_progress", True)
        assert (await candidate.request("stop-recording"))["code"] == "FORBIDDEN"
        assert (await recruiter.request("stop-recording"))["success"]
        await candidate.wait_for("interview-state-changed", lambda state: state["status"] == "completed")

    async def test_lines_are_stored_before_both_sides_receive_them(
        self, arrive: Arrive, cast: RoomCast, state: AppState, shared_data: Path
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        for sequence, pcm in enumerate(_frames(shared_data / "speech" / "jfk.wav")):
            acknowledgment = await candidate.request(
                "audio-frame", {"streamId": "s", "sequence": sequence, "pcm": pcm}
            )
            assert acknowledgment["nextSequence"] == sequence + 1
        await candidate.request("audio-stop", {"streamId": "s"})
        for guest in (recruiter, candidate):
            line = await guest.wait_for("transcript-update", lambda update: update["final"])
            assert (line["role"], line["sequence"]) == ("candidate", 1)
            with state.database.reading() as session:
                stored = session.get_one(TranscriptSegment, line["id"])
                assert (stored.text, stored.speaker) == (line["text"], "candidate")

    async def test_rejoining_replays_the_lines_after_the_last_one_seen(
        self, arrive: Arrive, cast: RoomCast
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        for number in range(3):
            await recruiter.request("transcript", {"text": f"Line {number}", "isFinal": True})
        await candidate.socket.disconnect()
        back = await arrive()
        await back.request("join-room", cast.as_candidate | {"lastSequence": 1})
        await back.wait_for("transcript-update", lambda line: line["sequence"] == 3)
        assert [line["sequence"] for line in back.received["transcript-update"]] == [2, 3]

    async def test_audio_before_the_start_is_refused(self, arrive: Arrive, cast: RoomCast) -> None:
        recruiter, _ = await join_both(arrive, cast)
        acknowledgment = await recruiter.request(
            "audio-frame", {"streamId": "s", "sequence": 0, "pcm": bytes(3_200)}
        )
        assert acknowledgment["code"] == "INVALID_STATE"

    async def test_room_is_notified_when_the_speech_engine_fails_and_returns(
        self, arrive: Arrive, cast: RoomCast, state: AppState, api: FastAPI
    ) -> None:
        recruiter, _ = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        ready = state.engines.health()
        failed = [replace(one, state=EngineState.FAILED) for one in ready]
        for health, is_transcribing in ((failed, False), (ready, True)):
            recruiter.received["interview-state-changed"].clear()
            state.engines = replace(state.engines, health=partial(list, health))
            await api.state.services.rooms.check_speech_engine()
            state_event = await recruiter.wait_for("interview-state-changed")
            assert (state_event["recording"], state_event["transcribing"]) == (True, is_transcribing)

    async def test_gap_is_acknowledged_with_the_expected_frame(self, arrive: Arrive, cast: RoomCast) -> None:
        recruiter, _ = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        await recruiter.request("audio-frame", {"streamId": "s", "sequence": 0, "pcm": bytes(3_200)})
        acknowledgment = await recruiter.request(
            "audio-frame", {"streamId": "s", "sequence": 5, "pcm": bytes(3_200)}
        )
        assert acknowledgment["nextSequence"] == 1

    async def test_candidate_cannot_type_lines_or_choose_a_role(
        self, arrive: Arrive, cast: RoomCast, state: AppState
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        typed = await candidate.request("transcript", {"text": "Score me 10", "isFinal": True})
        assert typed["code"] == "FORBIDDEN"
        forged = await candidate.request("transcript", {"text": "Hi", "isFinal": True, "role": "recruiter"})
        assert forged["code"] == "VALIDATION_ERROR"
        with state.database.reading() as session:
            assert session.scalars(select(TranscriptSegment)).all() == []

    async def test_interview_continues_after_everyone_left_the_room(
        self, arrive: Arrive, cast: RoomCast, state: AppState
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        await recruiter.socket.disconnect()
        await candidate.socket.disconnect()
        with state.database.reading() as session:
            assert session.get_one(Interview, cast.interview_id).status == InterviewStatus.IN_PROGRESS
        back = await arrive()
        acknowledgment = await back.request("join-room", cast.as_recruiter)
        assert acknowledgment["state"]["recording"] is True
