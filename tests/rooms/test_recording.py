"""Recording in rooms over real sockets: start and end, audio frames, transcript lines, replay."""

from __future__ import annotations

import wave
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.core.state import AppState
from app.interviews.tables import Interview, InterviewStatus
from app.recordings.store import RecordingStore
from app.recordings.tracks import TrackName, WaveTrack
from app.transcription.pipeline.events import Speaker
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
        replay = await back.wait_for("transcript-replay")
        assert [line["sequence"] for line in replay["lines"]] == [2, 3]

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

    async def test_room_is_notified_when_voice_activity_cannot_be_rated(
        self, arrive: Arrive, cast: RoomCast, api: FastAPI
    ) -> None:
        recruiter, _ = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        rooms = api.state.services.rooms
        recruiter.received["interview-state-changed"].clear()
        rooms.transcriptions._voice._supervisor._set(EngineState.FAILED)
        await rooms.check_speech_engine()
        state_event = await recruiter.wait_for("interview-state-changed")
        assert (state_event["recording"], state_event["transcribing"]) == (True, False)

    async def test_room_is_notified_how_far_the_transcript_is_behind(
        self, arrive: Arrive, cast: RoomCast, api: FastAPI, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Interims disappear and finals come late, and nobody in the room knows why."""
        recruiter, _ = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        rooms = api.state.services.rooms
        steps = ((2.9, None, False), (4.2, 4, False), (31.0, 31, False), (35.0, None, False))
        for lag, shown, catching_up in (*steps, (12.0, 12, True), (0.0, 0, False)):
            monkeypatch.setattr(rooms.transcriptions, "measure_lag_seconds", lambda _id, lag=lag: lag)
            recruiter.received["interview-state-changed"].clear()
            await rooms.check_speech_engine()
            if shown is not None:
                state_event = await recruiter.wait_for("interview-state-changed")
                assert (state_event["lagSeconds"], state_event["catchingUp"]) == (shown, catching_up)
            else:
                assert recruiter.received["interview-state-changed"] == []

    async def test_missing_audio_is_announced_to_both_and_known_after_a_reload(
        self, arrive: Arrive, cast: RoomCast, state: AppState
    ) -> None:
        """A laptop that slept for 20 s: neither side knew that words were missing."""
        with state.database.transaction() as session:
            interview = session.get_one(Interview, cast.interview_id)
            interview.status = InterviewStatus.IN_PROGRESS
            interview.started_at = state.now() - timedelta(seconds=60)
        recruiter, candidate = await join_both(arrive, cast)
        for sequence, captured_seconds in enumerate((10.0, 10.1, 30.2)):
            frame = {"streamId": "s", "sequence": sequence, "pcm": bytes(3_200)}
            received = await candidate.request("audio-frame", frame | {"capturedSeconds": captured_seconds})
            assert received["nextSequence"] == sequence + 1
        for guest in (recruiter, candidate):
            gap = await guest.wait_for("audio-gap")
            assert (gap["role"], round(gap["lostSeconds"], 1)) == ("candidate", 20.0)
        reloaded = await arrive()
        await reloaded.request("join-room", cast.as_recruiter)
        assert (await reloaded.wait_for("transcript-replay"))["gaps"] == [gap]

    @pytest.mark.parametrize("seconds", ["soon", 1e12, float("nan"), float("inf")])
    async def test_a_capture_time_that_is_no_time_is_refused(
        self, arrive: Arrive, cast: RoomCast, seconds: object
    ) -> None:
        recruiter, _ = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        frame = {"streamId": "s", "sequence": 0, "pcm": bytes(3_200), "capturedSeconds": seconds}
        assert (await recruiter.request("audio-frame", frame))["code"] == "VALIDATION_ERROR"

    async def test_audio_from_the_future_is_refused(self, arrive: Arrive, cast: RoomCast) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        frame = {"streamId": "s", "sequence": 36_000, "pcm": bytes(3_200)}
        assert (await candidate.request("audio-frame", frame))["code"] == "AUDIO_TOO_FAST"
        forever = await candidate.request("audio-frame", frame | {"sequence": 10**13})
        assert forever["code"] == "VALIDATION_ERROR"

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


class TestAudioRecording:
    @pytest.mark.parametrize("is_agreed", [True, False])
    async def test_audio_is_recorded_only_if_the_candidate_agreed(
        self, arrive: Arrive, cast: RoomCast, state: AppState, api: FastAPI, *, is_agreed: bool
    ) -> None:
        state.settings = state.settings.model_copy(update={"recording_allowed": True})
        with state.database.transaction() as session:
            interview = session.get_one(Interview, cast.interview_id)
            interview.is_recorded, interview.consented_to_recording = True, is_agreed
        recruiter, candidate = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        state_event = await candidate.wait_for("interview-state-changed", lambda one: one["recording"])
        assert state_event["audioRecorded"] is is_agreed
        pcm = bytes(range(256)) * 12 + bytes(128)
        for guest in (recruiter, candidate):
            for sequence in range(3):
                await guest.request("audio-frame", {"streamId": "s", "sequence": sequence, "pcm": pcm})
        await recruiter.request("stop-recording")
        await api.state.services.rooms.stop()
        store = RecordingStore.of(state)
        assert store.list_speakers(cast.interview_id) == (list(Speaker) if is_agreed else [])
        if is_agreed:
            with WaveTrack(store, cast.interview_id, TrackName.CANDIDATE) as track:
                whole = b"".join(track.read_pieces(44, track.size_bytes))
            assert whole.endswith(pcm * 3)
