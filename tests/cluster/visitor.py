"""A participant of a room who goes where the servers send them, and comes back after every loss."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Any

import socketio
from socketio.exceptions import SocketIOError

from app.transcription.pipeline.settings import FRAME_BYTES
from tests.cluster.proxy import Proxy
from tests.faults.recruiter import Recruiter

Json = dict[str, Any]

_RETRY_SECONDS = 0.1
_CALL_SECONDS = 10
_LEAVE_SECONDS = 60
SILENCE = bytes(FRAME_BYTES)


@dataclass
class Visitor:
    """One browser, as the web client behaves: it joins, is redirected, and rejoins."""

    url: str
    room_id: str
    role: str
    token: str
    server: str = ""
    """The process that the next connection asks the proxy for."""
    joins: list[Json] = field(default_factory=list)
    redirects: list[str] = field(default_factory=list)
    lines: dict[int, str] = field(default_factory=dict)
    """Texts of the stored lines that it was shown, by sequence."""
    states: list[Json] = field(default_factory=list)
    acknowledged: int = 0
    """Number of the next audio frame that the server expects."""
    rejoined: int = 0
    gaps: int = 0
    """How often the server said that frames before this one are missing."""
    _client: socketio.AsyncClient | None = None
    _staying: asyncio.Task[None] | None = None
    _is_leaving: bool = False
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def enter(self) -> None:
        self._staying = asyncio.create_task(self._stay())
        await self.until(lambda: bool(self.joins))

    async def leave(self) -> None:
        # Not cancelled: the client may swallow that and wait for ever.
        assert self._staying is not None
        self._is_leaving = True
        if self._client is not None:
            await self._client.disconnect()
        done, _ = await asyncio.wait({self._staying}, timeout=_LEAVE_SECONDS)
        assert done, f"the visitor is still in the room after {_LEAVE_SECONDS} s"
        await self._staying

    async def until(self, condition: Any, *, seconds: float = 90) -> None:
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(condition)

    async def type_line(self, text: str) -> None:
        """Store a line, however often that takes."""
        while True:
            with contextlib.suppress(SocketIOError):
                if (await self._call("transcript", {"text": text, "isFinal": True}))["success"]:
                    return
            await asyncio.sleep(_RETRY_SECONDS)

    async def send_frames(self, number: int) -> None:
        """Send silence until the server has acknowledged so many more frames."""
        target = self.acknowledged + number
        while self.acknowledged < target:
            frame = {"streamId": "s", "sequence": self.acknowledged, "pcm": SILENCE}
            reply: Json = {"success": False}
            with contextlib.suppress(SocketIOError):
                reply = await self._call("audio-frame", frame)
            if not reply["success"]:
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            self.gaps += reply["gap"]
            self.acknowledged = reply["nextSequence"]

    async def _call(self, event: str, payload: Json) -> Json:
        if self._client is None:
            raise SocketIOError
        reply: Json = await self._client.call(event, payload, timeout=_CALL_SECONDS)
        return reply

    async def _stay(self) -> None:
        while not self._is_leaving:
            with contextlib.suppress(SocketIOError):
                await self._visit()
            await asyncio.sleep(_RETRY_SECONDS)

    async def _visit(self) -> None:
        client = socketio.AsyncClient(reconnection=False)
        client.on("transcript-update", self._on_line)
        client.on("transcript-replay", self._on_replay)
        client.on("interview-state-changed", self._on_state)
        try:
            query = f"/?server={self.server}" if self.server else ""
            await client.connect(
                f"{self.url}{query}",
                transports=["websocket"],
                auth={"token": self.token},
                wait_timeout=_CALL_SECONDS,
            )
            request = {
                "roomId": self.room_id,
                "role": self.role,
                "token": self.token,
                "audioStreamId": "s",
                "lastSequence": self._find_last_sequence(),
            }
            joined = await client.call("join-room", request, timeout=_CALL_SECONDS)
            if not joined["success"]:
                if joined["code"] == "ROOM_ELSEWHERE":
                    self.redirects.append(joined["server"])
                    self.server = joined["server"]
                return
            self.acknowledged = joined["nextAudioSequence"]
            self._client = client
            await self._note(self.joins, joined)
            await client.wait()
        finally:
            self._client = None
            await client.disconnect()

    def _find_last_sequence(self) -> int:
        last = 0
        while last + 1 in self.lines:
            last += 1
        return last

    async def _on_line(self, line: Json) -> None:
        async with self._changed:
            if line["sequence"] is not None:
                self.lines[line["sequence"]] = line["text"]
            self._changed.notify_all()

    async def _on_replay(self, replay: Json) -> None:
        for line in replay["lines"]:
            await self._on_line(line)

    async def _on_state(self, state: Json) -> None:
        await self._note(self.states, state)

    async def _note(self, where: list[Json], what: Json) -> None:
        async with self._changed:
            where.append(what)
            self._changed.notify_all()


def make_pair(proxy: Proxy, recruiter: Recruiter, interview: Json, *, server: str) -> tuple[Visitor, Visitor]:
    """Recruiter and candidate of one interview, who both ask for this process first."""
    session_token = recruiter.http.headers["Authorization"].removeprefix("Bearer ")
    room_id = interview["roomId"]
    return (
        Visitor(proxy.url, room_id, "recruiter", session_token, server=server),
        Visitor(proxy.url, room_id, "candidate", interview["candidateToken"], server=server),
    )


async def talk(alice: Visitor, cara: Visitor, lines: range) -> None:
    """Lines and audio at the same time; returns when all of them are acknowledged."""
    for number in lines:
        await asyncio.gather(alice.type_line(f"Line {number}."), cara.send_frames(3))
