"""Fixtures of room tests: a real server on loopback, real Socket.IO clients, and an interview."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import socketio
import uvicorn
from fastapi import FastAPI

from app.api import AppServices
from app.core.state import AppState
from app.interviews import service as interviews
from app.interviews.tables import Interview
from app.users import accounts, sessions
from app.users.tables import Role, SignInMethod
from tests.conftest import PASSWORD

Json = dict[str, Any]
Arrive = Callable[[], Any]
"""Connects one more browser; returns its Guest."""


@dataclass
class Guest:
    """One browser's socket and every event it received."""

    socket: socketio.AsyncClient
    received: dict[str, list[Json]] = field(default_factory=lambda: defaultdict(list))
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def receive(self, event: str, payload: Json) -> None:
        async with self._changed:
            self.received[event].append(payload)
            self._changed.notify_all()

    async def wait_for(self, event: str, condition: Callable[[Json], bool] = lambda _: True) -> Json:
        """The first payload of ``event`` that meets the condition, already received or still to come."""

        def found() -> Json | None:
            return next((payload for payload in self.received[event] if condition(payload)), None)

        async with asyncio.timeout(60), self._changed:
            await self._changed.wait_for(lambda: found() is not None)
        payload = found()
        assert payload is not None
        return payload

    async def request(self, event: str, payload: Any = None) -> Json:
        acknowledgment: Json = await self.socket.call(
            event, payload if payload is not None else {}, timeout=60
        )
        return acknowledgment


@pytest.fixture
async def server_url(api: FastAPI) -> AsyncIterator[str]:
    services: AppServices = api.state.services
    app = socketio.ASGIApp(services.realtime.sio, other_asgi_app=api)
    server = uvicorn.Server(
        uvicorn.Config(
            app, host="127.0.0.1", port=0, log_config=None, access_log=False, ws="websockets-sansio"
        )
    )
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    await serving


@pytest.fixture
async def arrive(server_url: str) -> AsyncIterator[Arrive]:
    guests: list[Guest] = []

    async def make() -> Guest:
        guest = Guest(socketio.AsyncClient(reconnection=False))
        for event in (
            "interview-state-changed",
            "transcript-update",
            "participant-joined",
            "participant-left",
            "existing-participants",
            "offer",
            "answer",
            "ice-candidate",
            "document-progress",
            "error",
        ):

            async def on_event(payload: Json, *, name: str = event) -> None:
                await guest.receive(name, payload)

            guest.socket.on(event, on_event)
        await guest.socket.connect(server_url, transports=["websocket"])
        guests.append(guest)
        return guest

    yield make
    for guest in guests:
        with contextlib.suppress(Exception):
            await guest.socket.disconnect()


class RoomCast:
    """Alice's interview with Cara, who has given consent, and session tokens of Alice and Bob."""

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


async def join_both(arrive: Arrive, cast: RoomCast) -> tuple[Guest, Guest]:
    recruiter, candidate = await arrive(), await arrive()
    assert (await recruiter.request("join-room", cast.as_recruiter))["success"]
    assert (await candidate.request("join-room", cast.as_candidate))["success"]
    return recruiter, candidate


@pytest.fixture
def cast(state: AppState) -> RoomCast:
    return RoomCast(state)
