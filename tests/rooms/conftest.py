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
from sqlalchemy import select

from app.api import AppServices
from app.core.state import AppState
from app.interviews import service as interviews
from app.interviews.tables import Interview
from app.realtime.packets import MAX_MESSAGE_BYTES
from app.serving.websocket_protocol import BoundedWebSocketProtocol
from app.users import accounts, sessions
from app.users.tables import Role, SignInMethod

Json = dict[str, Any]
Arrive = Callable[..., Any]
"""Connects one more browser, by default with some valid token; returns its Guest."""


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
    app = services.realtime.make_application(api)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host="127.0.0.1",
            port=0,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=10,
            ws=BoundedWebSocketProtocol,
            ws_max_size=MAX_MESSAGE_BYTES,
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
async def arrive(server_url: str, state: AppState) -> AsyncIterator[Arrive]:
    guests: list[Guest] = []

    async def make(token: str | None = None) -> Guest:
        guest = Guest(socketio.AsyncClient(reconnection=False))
        for event in (
            "interview-state-changed",
            "transcript-update",
            "transcript-replay",
            "transcript-reset",
            "audio-gap",
            "session-renewed",
            "participant-joined",
            "participant-left",
            "existing-participants",
            "offer",
            "answer",
            "ice-candidate",
            "document-progress",
            "question-suggestions",
            "billing-changed",
            "error",
        ):

            async def on_event(payload: Json, *, name: str = event) -> None:
                await guest.receive(name, payload)

            guest.socket.on(event, on_event)
        # The default of a second is too short on a busy machine: the server looks the token up.
        await guest.socket.connect(
            server_url,
            transports=["websocket"],
            auth={"token": token or find_a_token(state)},
            wait_timeout=60,
        )
        guests.append(guest)
        return guest

    yield make
    for guest in guests:
        with contextlib.suppress(Exception):
            await guest.socket.disconnect()


def find_a_token(state: AppState) -> str:
    """A token that lets a socket connect; what the socket may do is decided event by event."""
    with state.database.transaction() as session:
        known = session.scalar(select(Interview.candidate_token))
        if known is None:
            owner = accounts.create_user(session, username="host", role=Role.RECRUITER)
            interview = Interview(owner_id=owner.id)
            session.add(interview)
            session.flush()
            known = interview.candidate_token
        return known


class RoomCast:
    """Alice's interview with Cara, who has given consent, and session tokens of Alice and Bob."""

    def __init__(self, state: AppState) -> None:
        with state.database.transaction() as session:
            self.tokens = {}
            for name in ("alice", "bob"):
                user = accounts.create_user(session, username=name, role=Role.RECRUITER)
                for hook in state.hooks.user_created:
                    hook(session, user.id)
                self.tokens[name] = sessions.open_session(
                    session,
                    user=user,
                    visit=sessions.Visit(method=SignInMethod.PASSWORD, device="", address=""),
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
