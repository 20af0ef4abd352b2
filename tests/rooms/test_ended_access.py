"""Participants whose access to a room ends while they are in it: they are removed without a trace."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError

from app.api import AppServices
from app.core.state import AppState
from app.interviews.announcement import announce_change
from app.interviews.tables import Interview
from app.users import accounts
from app.users.tables import SessionToken, User
from models.ports import EngineState
from tests.conftest import FrozenClock
from tests.rooms.conftest import Arrive, Guest, Json, RoomCast, join_both

Call = Callable[..., Awaitable[httpx.Response]]


@pytest.fixture
def services(api: FastAPI) -> AppServices:
    found: AppServices = api.state.services
    return found


@pytest.fixture
def as_alice(server_url: str, cast: RoomCast) -> Call:
    """Alice's request to the API of the server on which the room is."""

    async def call(method: str, path: str, **options: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {cast.tokens['alice']}"}
        async with httpx.AsyncClient(base_url=server_url, headers=headers) as client:
            response = await client.request(method, path, **options)
            assert response.status_code == 200, response.text
            return response

    return call


async def wait_until_out(guest: Guest, code: str) -> None:
    """The candidate received the reason and is no longer connected."""
    assert (await guest.wait_for("error"))["code"] == code
    async with asyncio.timeout(8):
        while guest.socket.connected:
            await asyncio.sleep(0.01)


class TestShownOut:
    @pytest.mark.parametrize(
        ("path", "body", "code"),
        [
            ("POST /api/interviews/{}/new-link", None, "LINK_REPLACED"),
            ("PATCH /api/interviews/{}", {"status": "cancelled"}, "INTERVIEW_UNAVAILABLE"),
            ("DELETE /api/interview/{}", None, "INTERVIEW_NOT_FOUND"),
        ],
    )
    async def test_candidate_leaves_when_the_room_is_taken_away(
        self, arrive: Arrive, cast: RoomCast, as_alice: Call, path: str, body: Json | None, code: str
    ) -> None:
        """The candidate stayed in a room that was no longer theirs, with signaling and live text."""
        _, candidate = await join_both(arrive, cast)
        method, _, address = path.format(cast.interview_id).partition(" ")
        await as_alice(method, address, json=body)
        await wait_until_out(candidate, code)

    async def test_another_candidate_takes_the_place_of_the_first(
        self, arrive: Arrive, cast: RoomCast, as_alice: Call
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        path = f"/api/interviews/{cast.interview_id}"
        for address in ("cara@candidates.example", "nora@candidates.example"):
            changed = await as_alice("PATCH", path, json={"candidateEmail": address})
        await wait_until_out(candidate, "LINK_REPLACED")
        assert await recruiter.wait_for("participant-left") == {"role": "candidate"}
        token = changed.json()["interview"]["candidateToken"]
        refused = await (await arrive(token)).request("join-room", cast.as_candidate | {"token": token})
        assert refused["code"] == "CONSENT_REQUIRED"

    async def test_recruiter_leaves_a_cancelled_room(
        self, arrive: Arrive, cast: RoomCast, as_alice: Call
    ) -> None:
        recruiter, _ = await join_both(arrive, cast)
        await as_alice("PATCH", f"/api/interviews/{cast.interview_id}", json={"status": "cancelled"})
        await wait_until_out(recruiter, "INTERVIEW_TERMINATED")

    async def test_nobody_leaves_a_room_that_is_only_changed(
        self, arrive: Arrive, cast: RoomCast, as_alice: Call
    ) -> None:
        recruiter, candidate = await join_both(arrive, cast)
        await as_alice("PATCH", f"/api/interviews/{cast.interview_id}", json={"title": "Second talk"})
        for guest in (recruiter, candidate):
            assert (await guest.request("ice-candidate", {"candidate": None}))["success"]

    async def test_both_leave_the_room_of_a_deactivated_recruiter(
        self, arrive: Arrive, cast: RoomCast, state: AppState
    ) -> None:
        """The candidate of a recruiter without an account talked on to nobody, and was transcribed."""
        recruiter, candidate = await join_both(arrive, cast)
        with state.database.transaction() as session:
            user = session.query(User).filter_by(username="alice").one()
            accounts.set_active(session, user_id=user.id, active=False)
        for hook in state.hooks.after_access_ended:
            await hook(user.id)
        await wait_until_out(recruiter, "UNAUTHORIZED")
        await wait_until_out(candidate, "INTERVIEW_UNAVAILABLE")

    async def test_a_link_that_was_replaced_unannounced_is_noticed(
        self, arrive: Arrive, cast: RoomCast, state: AppState, services: AppServices
    ) -> None:
        _, candidate = await join_both(arrive, cast)
        with state.database.transaction() as session:
            session.get_one(Interview, cast.interview_id).candidate_token = "another"
        await services.check_room_access()
        await wait_until_out(candidate, "LINK_REPLACED")


class TestRemains:
    async def test_a_socket_that_left_during_the_check_does_not_become_a_participant(
        self,
        arrive: Arrive,
        cast: RoomCast,
        state: AppState,
        services: AppServices,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The join went on after the disconnect and left a participant without a socket behind."""
        guest = await arrive()
        sid = guest.socket.get_sid()
        read = state.database.read

        async def read_slowly(*args: Any, **kwargs: Any) -> Any:
            found = await read(*args, **kwargs)
            await guest.socket.disconnect()
            async with asyncio.timeout(8):
                while services.realtime.sio.manager.is_connected(sid, "/"):
                    await asyncio.sleep(0.01)
            return found

        handler = services.realtime.sio.handlers["/"]["join-room"]
        with monkeypatch.context() as patch:
            patch.setattr(state.database, "read", read_slowly)
            refused = await handler(sid, cast.as_candidate)
        assert refused["code"] == "NOT_CONNECTED"
        joined = await (await arrive()).request("join-room", cast.as_recruiter)
        assert joined["participants"] == ["recruiter"]

    async def test_one_room_that_cannot_be_read_does_not_silence_the_others(
        self,
        arrive: Arrive,
        cast: RoomCast,
        state: AppState,
        services: AppServices,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The loop over the rooms stopped at the first failure: the others never learned the state."""
        await join_both(arrive, cast)
        with state.database.transaction() as session:
            first = session.get_one(Interview, cast.interview_id)
            other = Interview(owner_id=first.owner_id)
            session.add(other)
        neighbor = await arrive()
        joined = await neighbor.request("join-room", cast.as_recruiter | {"roomId": other.room_id})
        assert joined["success"]
        await neighbor.wait_for("interview-state-changed")
        neighbor.received.clear()
        read_snapshot = services.rooms._states.read_snapshot

        async def fail_once(interview_id: str) -> Any:
            if interview_id == cast.interview_id:
                raise OperationalError("SELECT", {}, Exception("database is locked"))
            return await read_snapshot(interview_id)

        failed = [replace(one, state=EngineState.FAILED) for one in state.engines.health()]
        state.engines = replace(state.engines, health=partial(list, failed))
        with monkeypatch.context() as patch:
            patch.setattr(services.rooms._states, "read_snapshot", fail_once)
            await services.rooms.check_speech_engine()
        assert await neighbor.wait_for("interview-state-changed")

    async def test_an_announcement_of_a_deleted_interview_is_no_error(
        self, state: AppState, services: AppServices
    ) -> None:
        await announce_change(state, "deleted meanwhile")

    async def test_empty_rooms_leave_no_locks_behind(
        self, arrive: Arrive, cast: RoomCast, services: AppServices
    ) -> None:
        """One lock per interview was kept until the server stopped."""
        for guest in await join_both(arrive, cast):
            await guest.request("leave-room")
        gc.collect()
        assert len(services.rooms._states._locks) == 0


class TestSession:
    async def test_session_is_renewed_while_the_interview_runs(
        self,
        arrive: Arrive,
        cast: RoomCast,
        state: AppState,
        services: AppServices,
        clock: FrozenClock,
        server_url: str,
    ) -> None:
        """Twelve hours after the sign-in, the recruiter was shown out of a running interview."""
        recruiter, _ = await join_both(arrive, cast)
        await recruiter.request("start-recording")
        with state.database.transaction() as session:
            user = session.query(User).filter_by(username="alice").one()
            record = session.query(SessionToken).filter_by(user_id=user.id).one()
            record.expires_at = state.now() + timedelta(minutes=5)
        await services.check_room_access()
        renewed = (await recruiter.wait_for("session-renewed"))["token"]
        assert renewed != cast.tokens["alice"]
        clock.advance(minutes=10)
        await services.check_room_access()
        assert (await recruiter.request("ice-candidate", {"candidate": None}))["success"]
        async with httpx.AsyncClient(base_url=server_url) as client:
            me = await client.get("/api/auth/me", headers={"Authorization": f"Bearer {renewed}"})
        assert me.status_code == 200

    async def test_session_is_not_renewed_before_the_start(
        self, arrive: Arrive, cast: RoomCast, state: AppState, services: AppServices, clock: FrozenClock
    ) -> None:
        recruiter, _ = await join_both(arrive, cast)
        clock.advance(hours=12, seconds=1)
        await services.check_room_access()
        await wait_until_out(recruiter, "UNAUTHORIZED")
