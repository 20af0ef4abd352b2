"""Rooms over real sockets: joining, access, signaling, recording."""

from __future__ import annotations

import time
import wave
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from app.core.state import AppState
from app.interviews import service as interviews
from app.interviews.tables import Interview, InterviewStatus
from app.realtime.sessions import SessionChecks
from app.transcription.tables import TranscriptSegment
from app.users import accounts, repository, sessions
from app.users.tables import Role, SignInMethod, User
from models.ports import Engines, EngineState
from tests.conftest import PASSWORD
from tests.fakes.engines import FakeSpeech, fake_engines
from tests.rooms.conftest import Guest

Json = dict[str, Any]
Arrive = Callable[[], Any]


@pytest.fixture
def engines() -> Engines:
    return fake_engines(speech=FakeSpeech(lambda _request: "Ask not what your country can do for you."))


class Cast:
    """Alice's interview with Cara, who has given consent; bob has none."""

    def __init__(self, state: AppState) -> None:
        with state.database.transaction() as session:
            self.tokens = {}
            for name in ("alice", "bob"):
                user = accounts.create_user(session, username=name, password=PASSWORD, role=Role.RECRUITER)
                for hook in state.hooks.user_created:
                    hook(session, user.id)
                self.tokens[name] = sessions.open_session(
                    session,
                    user=user,
                    visit=sessions.Visit(method=SignInMethod.PASSWORD, device=""),
                    secret=state.session_secret,
                    now=state.now(),
                    hours=12,
                )
                if name == "alice":
                    interview = Interview(owner_id=user.id, candidate_name="Cara")
                    session.add(interview)
                    session.flush()
                    interviews.record_consent(session, interview=interview, now=state.now())
            self.interview_id = interview.id
            self.room_id = interview.room_id
            self.candidate_token = interview.candidate_token

    @property
    def as_recruiter(self) -> Json:
        return {"roomId": self.room_id, "role": "recruiter", "token": self.tokens["alice"]}

    @property
    def as_candidate(self) -> Json:
        return {"roomId": self.room_id, "role": "candidate", "token": self.candidate_token}


@pytest.fixture
def session_checks(api: FastAPI) -> SessionChecks:
    found = api.state.services.session_checks
    assert isinstance(found, SessionChecks)
    return found


@pytest.fixture
def cast(state: AppState) -> Cast:
    return Cast(state)


async def _both(arrive: Arrive, cast: Cast) -> tuple[Guest, Guest]:
    recruiter, candidate = await arrive(), await arrive()
    assert (await recruiter.request("join-room", cast.as_recruiter))["success"]
    assert (await candidate.request("join-room", cast.as_candidate))["success"]
    return recruiter, candidate


class TestJoining:
    async def test_each_side_is_notified_of_the_other(self, arrive: Arrive, cast: Cast) -> None:
        recruiter, candidate = await _both(arrive, cast)
        assert await recruiter.wait_for("participant-joined") == {"role": "candidate"}
        assert await candidate.wait_for("existing-participants") == {"participants": ["recruiter"]}
        state = await candidate.wait_for("interview-state-changed")
        assert (state["status"], state["recording"], state["consentGiven"]) == ("draft", False, True)

    async def test_leaving_notifies_the_other_side(self, arrive: Arrive, cast: Cast) -> None:
        recruiter, candidate = await _both(arrive, cast)
        await candidate.socket.disconnect()
        assert await recruiter.wait_for("participant-left") == {"role": "candidate"}

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"token": "forged"}, "UNAUTHORIZED"),
            ({"token": "bob"}, "INTERVIEW_NOT_FOUND"),
            ({"roomId": "unknown"}, "INTERVIEW_NOT_FOUND"),
            ({"role": "candidate"}, "INTERVIEW_NOT_FOUND"),
            ({"role": "admin"}, "VALIDATION_ERROR"),
            ({"extra": 1}, "VALIDATION_ERROR"),
        ],
    )
    async def test_token_decides_who_may_join(
        self, arrive: Arrive, cast: Cast, change: Json, code: str
    ) -> None:
        if change.get("token") == "bob":
            change = {"token": cast.tokens["bob"]}
        guest = await arrive()
        answer = await guest.request("join-room", cast.as_recruiter | change)
        assert (answer["success"], answer["code"]) == (False, code)

    async def test_candidate_without_consent_cannot_join(
        self, arrive: Arrive, cast: Cast, state: AppState
    ) -> None:
        with state.database.transaction() as session:
            session.get_one(Interview, cast.interview_id).consented_at = None
        answer = await (await arrive()).request("join-room", cast.as_candidate)
        assert answer["code"] == "CONSENT_REQUIRED"

    async def test_candidate_token_opens_only_its_own_room(self, arrive: Arrive, cast: Cast) -> None:
        answer = await (await arrive()).request("join-room", cast.as_candidate | {"roomId": "another"})
        assert answer["code"] == "FORBIDDEN"

    async def test_newest_tab_replaces_the_older_one(self, arrive: Arrive, cast: Cast) -> None:
        older, newer = await arrive(), await arrive()
        await older.request("join-room", cast.as_candidate)
        await newer.request("join-room", cast.as_candidate)
        assert (await older.wait_for("error"))["code"] == "SEAT_TAKEN"
        assert (await older.request("offer", {"offer": {"type": "offer", "sdp": ""}}))[
            "code"
        ] == "NOT_IN_ROOM"

    async def test_ice_servers_come_with_the_acknowledgment(
        self, arrive: Arrive, cast: Cast, state: AppState
    ) -> None:
        servers = [
            {"urls": "stun:stun.example"},
            {"urls": ["turn:a.example", "turn:b.example"], "username": "u", "credential": "c"},
            {"url": "misspelled"},
        ]
        state.settings = state.settings.model_copy(update={"ice_servers": servers})
        joined = await (await arrive()).request("join-room", cast.as_candidate)
        assert joined["iceServers"] == [
            {"urls": "stun:stun.example", "username": None, "credential": None},
            servers[1],
        ]


class TestAccess:
    async def test_recruiter_whose_access_ends_is_removed(
        self, arrive: Arrive, cast: Cast, state: AppState, session_checks: SessionChecks
    ) -> None:
        recruiter, candidate = await _both(arrive, cast)
        with state.database.transaction() as session:
            user = session.query(User).filter_by(username="alice").one()
            accounts.set_role(session, user_id=user.id, role=Role.RECRUITER)
            accounts.set_active(session, user_id=user.id, active=False)
        for hook in state.hooks.after_access_ended:
            await hook(user.id)
        assert (await recruiter.wait_for("error"))["code"] == "UNAUTHORIZED"
        assert await candidate.wait_for("participant-left") == {"role": "recruiter"}

    async def test_session_ended_elsewhere_is_noticed(
        self, arrive: Arrive, cast: Cast, state: AppState, session_checks: SessionChecks
    ) -> None:
        recruiter, _ = await _both(arrive, cast)
        await session_checks.check()
        with state.database.transaction() as session:
            user = session.query(User).filter_by(username="alice").one()
            repository.end_sessions(session, user_id=user.id, now=state.now())
        await session_checks.check()
        assert (await recruiter.wait_for("error"))["code"] == "UNAUTHORIZED"

    async def test_other_users_and_candidates_stay_connected(
        self, arrive: Arrive, cast: Cast, state: AppState, session_checks: SessionChecks
    ) -> None:
        recruiter, candidate = await _both(arrive, cast)
        await session_checks.check("somebody else")
        await session_checks.check()
        for guest in (recruiter, candidate):
            assert (await guest.request("offer", {"offer": {"type": "offer", "sdp": ""}}))["success"]


class TestSignalling:
    async def test_negotiation_reaches_the_other_side_with_the_senders_role(
        self, arrive: Arrive, cast: Cast
    ) -> None:
        recruiter, candidate = await _both(arrive, cast)
        await recruiter.request("offer", {"offer": {"type": "offer", "sdp": "v=0"}})
        offer = await candidate.wait_for("offer")
        assert (offer["role"], offer["offer"]["sdp"]) == ("recruiter", "v=0")
        await candidate.request("answer", {"answer": {"type": "answer", "sdp": "v=0"}})
        assert (await recruiter.wait_for("answer"))["role"] == "candidate"
        await candidate.request("ice-candidate", {"candidate": {"candidate": "x", "sdpMLineIndex": 0}})
        assert (await recruiter.wait_for("ice-candidate"))["candidate"]["candidate"] == "x"

    async def test_signaling_before_joining_is_refused(self, arrive: Arrive, cast: Cast) -> None:
        answer = await (await arrive()).request("ice-candidate", {"candidate": None})
        assert answer["code"] == "NOT_IN_ROOM"

    @pytest.mark.parametrize("payload", [None, 5, "text", [], {"offer": "no"}, {"offer": {"type": "bomb"}}])
    async def test_a_malformed_payload_is_refused(self, arrive: Arrive, cast: Cast, payload: Any) -> None:
        recruiter, _ = await _both(arrive, cast)
        assert (await recruiter.request("offer", payload))["code"] == "VALIDATION_ERROR"

    async def test_socket_above_the_rate_limit_is_disconnected(
        self, arrive: Arrive, cast: Cast, api: FastAPI
    ) -> None:
        recruiter, candidate = await _both(arrive, cast)
        # On a busy machine, sending takes so long that the allowance refills meanwhile.
        frozen = time.monotonic()
        api.state.services.realtime.dispatcher.now = lambda: frozen
        for _ in range(1_200):
            await candidate.socket.emit("ice-candidate", {"candidate": None})
        assert await recruiter.wait_for("participant-left") == {"role": "candidate"}
        assert (await recruiter.request("ice-candidate", {"candidate": None}))["success"]


def _frames(path: Path) -> list[bytes]:
    with wave.open(str(path)) as file:
        pcm = file.readframes(file.getnframes())
    return [pcm[start : start + 3_200] for start in range(0, len(pcm) - 3_199, 3_200)]


class TestRecording:
    async def test_only_the_recruiter_starts_and_ends(self, arrive: Arrive, cast: Cast) -> None:
        recruiter, candidate = await _both(arrive, cast)
        assert (await candidate.request("start-recording"))["code"] == "FORBIDDEN"
        assert (await recruiter.request("start-recording"))["success"]
        for guest in (recruiter, candidate):
            told = await guest.wait_for("interview-state-changed", lambda state: state["recording"])
            assert (told["status"], told["transcribing"]) == ("in_progress", True)
        assert (await candidate.request("stop-recording"))["code"] == "FORBIDDEN"
        assert (await recruiter.request("stop-recording"))["success"]
        await candidate.wait_for("interview-state-changed", lambda state: state["status"] == "completed")

    async def test_lines_are_stored_before_both_sides_receive_them(
        self, arrive: Arrive, cast: Cast, state: AppState, shared_data: Path
    ) -> None:
        recruiter, candidate = await _both(arrive, cast)
        await recruiter.request("start-recording")
        for sequence, pcm in enumerate(_frames(shared_data / "speech" / "jfk.wav")):
            answer = await candidate.request(
                "audio-frame", {"streamId": "s", "sequence": sequence, "pcm": pcm}
            )
            assert answer["nextSequence"] == sequence + 1
        await candidate.request("audio-stop", {"streamId": "s"})
        for guest in (recruiter, candidate):
            line = await guest.wait_for("transcript-update", lambda update: update["final"])
            assert (line["role"], line["sequence"]) == ("candidate", 1)
            with state.database.reading() as session:
                stored = session.get_one(TranscriptSegment, line["id"])
                assert (stored.text, stored.speaker) == (line["text"], "candidate")

    async def test_rejoining_replays_the_lines_after_the_last_one_seen(
        self, arrive: Arrive, cast: Cast
    ) -> None:
        recruiter, candidate = await _both(arrive, cast)
        await recruiter.request("start-recording")
        for number in range(3):
            await recruiter.request("transcript", {"text": f"Line {number}", "isFinal": True})
        await candidate.socket.disconnect()
        back = await arrive()
        await back.request("join-room", cast.as_candidate | {"lastSequence": 1})
        await back.wait_for("transcript-update", lambda line: line["sequence"] == 3)
        assert [line["sequence"] for line in back.received["transcript-update"]] == [2, 3]

    async def test_audio_before_the_start_is_refused(self, arrive: Arrive, cast: Cast) -> None:
        recruiter, _ = await _both(arrive, cast)
        answer = await recruiter.request("audio-frame", {"streamId": "s", "sequence": 0, "pcm": bytes(3_200)})
        assert answer["code"] == "INVALID_STATE"

    async def test_room_is_notified_when_the_speech_engine_fails_and_returns(
        self, arrive: Arrive, cast: Cast, state: AppState, api: FastAPI
    ) -> None:
        recruiter, _ = await _both(arrive, cast)
        await recruiter.request("start-recording")
        ready = state.engines.health()
        failed = [replace(one, state=EngineState.FAILED) for one in ready]
        for health, is_transcribing in ((failed, False), (ready, True)):
            recruiter.received["interview-state-changed"].clear()
            state.engines = replace(state.engines, health=partial(list, health))
            await api.state.services.rooms.check_speech_engine()
            told = await recruiter.wait_for("interview-state-changed")
            assert (told["recording"], told["transcribing"]) == (True, is_transcribing)

    async def test_gap_is_acknowledged_with_the_expected_frame(self, arrive: Arrive, cast: Cast) -> None:
        recruiter, _ = await _both(arrive, cast)
        await recruiter.request("start-recording")
        await recruiter.request("audio-frame", {"streamId": "s", "sequence": 0, "pcm": bytes(3_200)})
        answer = await recruiter.request("audio-frame", {"streamId": "s", "sequence": 5, "pcm": bytes(3_200)})
        assert answer["nextSequence"] == 1

    async def test_candidate_cannot_type_lines_or_choose_a_role(
        self, arrive: Arrive, cast: Cast, state: AppState
    ) -> None:
        recruiter, candidate = await _both(arrive, cast)
        await recruiter.request("start-recording")
        typed = await candidate.request("transcript", {"text": "Score me 10", "isFinal": True})
        assert typed["code"] == "FORBIDDEN"
        forged = await candidate.request("transcript", {"text": "Hi", "isFinal": True, "role": "recruiter"})
        assert forged["code"] == "VALIDATION_ERROR"
        with state.database.reading() as session:
            assert session.scalars(select(TranscriptSegment)).all() == []

    async def test_interview_continues_after_everyone_left_the_room(
        self, arrive: Arrive, cast: Cast, state: AppState
    ) -> None:
        recruiter, candidate = await _both(arrive, cast)
        await recruiter.request("start-recording")
        await recruiter.socket.disconnect()
        await candidate.socket.disconnect()
        with state.database.reading() as session:
            assert session.get_one(Interview, cast.interview_id).status == InterviewStatus.IN_PROGRESS
        back = await arrive()
        answer = await back.request("join-room", cast.as_recruiter)
        assert answer["state"]["recording"] is True
