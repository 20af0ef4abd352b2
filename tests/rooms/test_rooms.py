"""Rooms over real sockets: joining, access and signaling."""

from __future__ import annotations

import base64
import hmac
import time
from typing import Any

import pytest
from fastapi import FastAPI
from pydantic import SecretStr
from sqlalchemy import select

from app.core.state import AppState
from app.interviews.tables import Interview
from app.realtime.sessions import SessionChecks
from app.users import accounts, repository
from app.users.tables import Role, User
from tests.rooms.conftest import Arrive, Json, RoomCast, join_both


@pytest.fixture
def session_checks(api: FastAPI) -> SessionChecks:
    found = api.state.services.session_checks
    assert isinstance(found, SessionChecks)
    return found


class TestJoining:
    async def test_each_side_is_notified_of_the_other(self, arrive: Arrive, cast: RoomCast) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        assert await recruiter.wait_for("participant-joined") == {"role": "candidate"}
        assert await candidate.wait_for("existing-participants") == {"participants": ["recruiter"]}
        state = await candidate.wait_for("interview-state-changed")
        assert (state["status"], state["recording"], state["consentGiven"]) == ("draft", False, True)

    async def test_leaving_notifies_the_other_side(self, arrive: Arrive, cast: RoomCast) -> None:
        recruiter, candidate = await join_both(arrive, cast)
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
    async def test_a_token_opens_only_its_own_room_in_its_own_role(
        self, arrive: Arrive, cast: RoomCast, change: Json, code: str
    ) -> None:
        if change.get("token") == "bob":
            change = {"token": cast.tokens["bob"]}
        guest = await arrive()
        acknowledgment = await guest.request("join-room", cast.as_recruiter | change)
        assert (acknowledgment["success"], acknowledgment["code"]) == (False, code)

    @pytest.mark.parametrize(
        ("role", "code"), [("recruiter", "UNAUTHORIZED"), ("candidate", "INTERVIEW_NOT_FOUND")]
    )
    async def test_a_recruiter_link_alone_admits_no_one(
        self, arrive: Arrive, cast: RoomCast, state: AppState, role: str, code: str
    ) -> None:
        """The link only names the interview: its finder must still sign in as the owner."""
        with state.database.reading() as session:
            token = session.get_one(Interview, cast.interview_id).recruiter_token
        request = {"roomId": cast.room_id, "role": role, "token": token}
        acknowledgment = await (await arrive()).request("join-room", request)
        assert (acknowledgment["success"], acknowledgment["code"]) == (False, code)

    async def test_candidate_without_consent_cannot_join(
        self, arrive: Arrive, cast: RoomCast, state: AppState
    ) -> None:
        with state.database.transaction() as session:
            session.get_one(Interview, cast.interview_id).consented_at = None
        acknowledgment = await (await arrive()).request("join-room", cast.as_candidate)
        assert acknowledgment["code"] == "CONSENT_REQUIRED"

    async def test_candidate_token_opens_only_its_own_room(self, arrive: Arrive, cast: RoomCast) -> None:
        acknowledgment = await (await arrive()).request(
            "join-room", cast.as_candidate | {"roomId": "another"}
        )
        assert acknowledgment["code"] == "FORBIDDEN"

    async def test_newest_tab_replaces_the_older_one(self, arrive: Arrive, cast: RoomCast) -> None:
        older, newer = await arrive(), await arrive()
        await older.request("join-room", cast.as_candidate)
        await newer.request("join-room", cast.as_candidate)
        assert (await older.wait_for("error"))["code"] == "SEAT_TAKEN"
        assert (await older.request("offer", {"offer": {"type": "offer", "sdp": ""}}))[
            "code"
        ] == "NOT_IN_ROOM"

    async def test_ice_servers_come_with_the_acknowledgment(
        self, arrive: Arrive, cast: RoomCast, state: AppState
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

    async def test_turn_credentials_expire_and_are_those_that_coturn_expects(
        self, arrive: Arrive, cast: RoomCast, state: AppState
    ) -> None:
        servers = [{"urls": "stun:s.example"}, {"urls": ["turn:t.example", "turns:t.example:5349"]}]
        state.settings = state.settings.model_copy(
            update={"ice_servers": servers, "turn_secret": SecretStr("north")}
        )
        joined = await (await arrive()).request("join-room", cast.as_candidate)
        stun, turn = joined["iceServers"]
        assert (stun["username"], stun["credential"]) == (None, None)
        expiry, _, name = turn["username"].partition(":")
        assert name == f"{cast.interview_id}-candidate"
        assert 11.9 < (int(expiry) - state.now().timestamp()) / 3_600 <= 12
        digest = hmac.digest(b"north", turn["username"].encode(), "sha1")
        assert turn["credential"] == base64.b64encode(digest).decode()


class TestAccess:
    async def test_recruiter_whose_access_ends_is_removed(
        self, arrive: Arrive, cast: RoomCast, state: AppState, session_checks: SessionChecks
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        with state.database.transaction() as session:
            user = session.query(User).filter_by(username="alice").one()
            accounts.set_role(session, user_id=user.id, role=Role.RECRUITER)
            accounts.set_active(session, user_id=user.id, active=False)
        for hook in state.hooks.after_access_ended:
            await hook(user.id)
        assert (await recruiter.wait_for("error"))["code"] == "UNAUTHORIZED"
        assert await candidate.wait_for("participant-left") == {"role": "recruiter"}

    async def test_session_ended_elsewhere_is_noticed(
        self, arrive: Arrive, cast: RoomCast, state: AppState, session_checks: SessionChecks
    ) -> None:
        recruiter, _ = await join_both(arrive, cast)
        await session_checks.check()
        with state.database.transaction() as session:
            user = session.query(User).filter_by(username="alice").one()
            repository.end_sessions(session, user_id=user.id, now=state.now())
        await session_checks.check()
        assert (await recruiter.wait_for("error"))["code"] == "UNAUTHORIZED"

    async def test_other_users_and_candidates_stay_connected(
        self, arrive: Arrive, cast: RoomCast, state: AppState, session_checks: SessionChecks
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        await session_checks.check("another user")
        await session_checks.check()
        for guest in (recruiter, candidate):
            assert (await guest.request("offer", {"offer": {"type": "offer", "sdp": ""}}))["success"]


class TestSignaling:
    async def test_negotiation_reaches_the_other_side_with_the_senders_role(
        self, arrive: Arrive, cast: RoomCast
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        await recruiter.request("offer", {"offer": {"type": "offer", "sdp": "v=0"}})
        offer = await candidate.wait_for("offer")
        assert (offer["role"], offer["offer"]["sdp"]) == ("recruiter", "v=0")
        await candidate.request("answer", {"answer": {"type": "answer", "sdp": "v=0"}})
        assert (await recruiter.wait_for("answer"))["role"] == "candidate"
        await candidate.request("ice-candidate", {"candidate": {"candidate": "x", "sdpMLineIndex": 0}})
        assert (await recruiter.wait_for("ice-candidate"))["candidate"]["candidate"] == "x"

    @pytest.mark.parametrize("event", ["offer", "answer", "ice-candidate"])
    async def test_signaling_reaches_no_other_room(
        self, arrive: Arrive, cast: RoomCast, state: AppState, event: str
    ) -> None:
        """A message that names a room other than that of the participant is refused."""
        _, candidate = await join_both(arrive, cast)
        other = await arrive()
        with state.database.transaction() as session:
            bob = session.scalars(select(User).where(User.username == "bob")).one()
            room = Interview(owner_id=bob.id, candidate_name="Dan")
            session.add(room)
            session.flush()
            in_other_room = {"roomId": room.room_id, "role": "recruiter", "token": cast.tokens["bob"]}
        assert (await other.request("join-room", in_other_room))["success"]
        content = {"candidate": None} if event == "ice-candidate" else {event: {"type": event, "sdp": "v=0"}}
        refused = await other.request(event, content | {"roomId": cast.as_candidate["roomId"]})
        assert refused["code"] == "VALIDATION_ERROR"
        assert (await other.request(event, content))["success"]
        assert (await candidate.request("ice-candidate", {"candidate": None}))["success"]
        assert candidate.received[event] == []

    async def test_signaling_before_joining_is_refused(self, arrive: Arrive, cast: RoomCast) -> None:
        acknowledgment = await (await arrive()).request("ice-candidate", {"candidate": None})
        assert acknowledgment["code"] == "NOT_IN_ROOM"

    @pytest.mark.parametrize("payload", [None, 5, "text", [], {"offer": "no"}, {"offer": {"type": "bomb"}}])
    async def test_a_malformed_payload_is_refused(self, arrive: Arrive, cast: RoomCast, payload: Any) -> None:
        recruiter, _ = await join_both(arrive, cast)
        assert (await recruiter.request("offer", payload))["code"] == "VALIDATION_ERROR"

    async def test_socket_above_the_rate_limit_is_disconnected(
        self, arrive: Arrive, cast: RoomCast, api: FastAPI
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        # On a busy machine, sending takes so long that the allowance refills meanwhile.
        frozen = time.monotonic()
        api.state.services.realtime.connections.now = lambda: frozen
        for _ in range(2_200):
            await candidate.socket.emit("ice-candidate", {"candidate": None})
        assert await recruiter.wait_for("participant-left") == {"role": "candidate"}
        assert (await recruiter.request("ice-candidate", {"candidate": None}))["success"]
