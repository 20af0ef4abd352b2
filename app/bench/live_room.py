"""Two simulated participants of a live room: send audio frames in real time and collect transcript lines."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

import httpx
import socketio

from app.bench.server_process import BenchServer
from app.bench.speech_measures import Line, take_revisions
from app.transcription.pipeline.revision import QUIET_SECONDS
from app.transcription.pipeline.settings import FRAME_BYTES, FRAME_SECONDS, PipelineSettings

_WINDOW = 300
"""Maximum number of unacknowledged frames; more than a browser's, so that sending never stalls."""
_STOP_SECONDS = 600.0
_MAX_STOPS = 60
_NEARLY = 0.9
ROLES = ("recruiter", "candidate")


@dataclass
class Participant:
    """One Socket.IO client with one audio stream."""

    role: str
    token: str
    room_id: str
    pcm: bytes
    lost: range = range(0)
    """Frames of the voice that are recorded nowhere, as while a computer sleeps."""
    client: socketio.AsyncClient = field(default_factory=socketio.AsyncClient)
    stream_id: str = field(default_factory=lambda: uuid4().hex)
    next_to_send: int = 0
    acknowledged: int = 0
    last_sequence: int = 0
    updates: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    """Transcript lines: (monotonic time of arrival, payload)"""
    suggestions: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    """The same for Question Sense, which only the recruiter receives."""
    _joined: asyncio.Event = field(default_factory=asyncio.Event)
    _is_stopping: bool = False

    @property
    def frame_count(self) -> int:
        return -(-len(self.pcm) // FRAME_BYTES) - len(self.lost)

    def position(self, sequence: int) -> int:
        """Which frame of the voice has this number in the stream."""
        return sequence if sequence < self.lost.start else sequence + len(self.lost)

    def frame(self, sequence: int) -> bytes:
        at = self.position(sequence) * FRAME_BYTES
        return self.pcm[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0")

    async def enter(self, url: str) -> None:
        self.client.on("transcript-update", self._on_update)
        self.client.on("transcript-replay", self._on_replay)
        self.client.on("question-suggestions", self._on_suggestions)
        self.client.on("connect", self._join)
        self.client.on("disconnect", self._on_disconnect)
        auth = {"token": self.token}
        await self.client.connect(url, transports=["websocket"], auth=auth, wait_timeout=30)
        await asyncio.wait_for(self._joined.wait(), 60)

    async def _on_update(self, payload: dict[str, Any]) -> None:
        self.updates.append((time.monotonic(), payload))
        if payload["final"] and payload.get("sequence"):
            self.last_sequence = max(self.last_sequence, payload["sequence"])

    async def _on_replay(self, payload: dict[str, Any]) -> None:
        for line in payload["lines"]:
            await self._on_update(line)

    async def _on_suggestions(self, payload: dict[str, Any]) -> None:
        self.suggestions += [(time.monotonic(), one) for one in payload["suggestions"]]

    async def _on_disconnect(self, *_reason: object) -> None:
        self._joined.clear()

    async def _join(self) -> None:
        answer = await self.client.call(
            "join-room",
            {
                "roomId": self.room_id,
                "role": self.role,
                "token": self.token,
                "lastSequence": self.last_sequence,
                "audioStreamId": self.stream_id,
            },
        )
        if not answer["success"]:
            raise ConnectionError(f"the room refused the {self.role}: {answer['message']}")
        self.next_to_send = answer["nextAudioSequence"]
        self._joined.set()

    async def play(self, began: float, offset: float) -> None:
        """Send each frame when its last sample has been spoken; after a gap, from the requested frame.

        ``offset``: seconds between the start of the interview and the start of the recording.
        """
        while self.next_to_send < self.frame_count:
            spoken_seconds = (self.position(self.next_to_send) + 1) * FRAME_SECONDS
            due = began + spoken_seconds - time.monotonic()
            if due > 0:
                await asyncio.sleep(due)
            await self._joined.wait()
            if self.next_to_send - self.acknowledged >= _WINDOW:
                await asyncio.sleep(FRAME_SECONDS)
                continue
            sequence = self.next_to_send
            self.next_to_send += 1
            payload = {
                "streamId": self.stream_id,
                "sequence": sequence,
                "pcm": self.frame(sequence),
                "capturedSeconds": offset + spoken_seconds,
            }
            await self.client.emit("audio-frame", payload, callback=self._on_acknowledged)

    def _on_acknowledged(self, answer: dict[str, Any]) -> None:
        if not answer["success"]:
            return
        self.acknowledged = max(self.acknowledged, answer["nextSequence"])
        if answer.get("gap"):
            self.next_to_send = min(self.next_to_send, answer["nextSequence"])

    async def stop(self) -> None:
        """Wait until all speech is decoded, even if the machine lags far behind.

        The server responds after a limited wait, finished or not, so the call is repeated.
        """
        bounded = PipelineSettings().finish_timeout_seconds * _NEARLY
        for _ in range(_MAX_STOPS):
            began = time.monotonic()
            await self.client.call("audio-stop", {"streamId": self.stream_id}, timeout=_STOP_SECONDS)
            if time.monotonic() - began < bounded:
                return

    async def leave(self) -> None:
        await self.client.disconnect()


@dataclass(frozen=True, slots=True)
class Suggested:
    """A suggestion of Question Sense as the recruiter received it."""

    question_id: str
    segment_id: str | None
    """The line that asks the question; None if the suggestion was withdrawn."""
    arrived_seconds: float


@dataclass(frozen=True, slots=True)
class PlayedInterview:
    lines: list[Line]
    frames_sent: int
    frames_lost: int
    suggestions: list[Suggested] = field(default_factory=list)
    offset_seconds: float = 0.0
    """From the start of the interview to the start of the recording."""


async def play_interview(
    server: BenchServer, voices: dict[str, bytes], *, lost: range = range(0)
) -> PlayedInterview:
    """Run one interview: create, consent, start, play both voices in sync, finish, return the lines received.

    ``voices``: 16-bit mono PCM at 16 kHz per role. ``lost``: frames that neither side sends.
    Raises httpx.HTTPError and ConnectionError.
    """
    async with server.client() as http:
        interview = await start_interview(http, await create_interview(http))
    return await play_started(server, interview, voices, lost=lost)


async def play_started(
    server: BenchServer,
    interview: dict[str, Any],
    voices: dict[str, bytes],
    *,
    lost: range = range(0),
    end: Callable[[], Awaitable[None]] | None = None,
) -> PlayedInterview:
    """As ``play_interview``, in a running one.

    ``end`` is awaited after the last word, with both sides still in the room, in place of waiting for the
    transcript.
    """
    tokens = {"recruiter": server.token, "candidate": interview["candidateToken"]}
    sides = [Participant(role, tokens[role], interview["roomId"], voices[role], lost) for role in ROLES]
    try:
        for side in sides:
            await side.enter(server.url)
        began = time.monotonic()
        offset = time.time() - datetime.fromisoformat(interview["startedAt"]).timestamp()
        await asyncio.gather(*(side.play(began, offset) for side in sides))
        if end is not None:
            await end()
        else:
            await asyncio.gather(*(side.stop() for side in sides))
            # The last lines are revised once nothing follows them.
            await asyncio.sleep(QUIET_SECONDS + PipelineSettings().finish_revision_seconds)
    finally:
        for side in sides:
            await side.leave()
    return PlayedInterview(
        lines=take_revisions([_line(payload, at, began, offset) for at, payload in sides[0].updates]),
        frames_sent=sum(side.frame_count for side in sides),
        frames_lost=sum(side.frame_count - side.acknowledged for side in sides),
        suggestions=[
            Suggested(one["questionId"], one["aiTracking"]["segmentId"], at - began)
            for at, one in sides[0].suggestions
        ],
        offset_seconds=offset,
    )


async def create_interview(http: httpx.AsyncClient) -> dict[str, Any]:
    return await _post(http, "/api/interviews", {"title": "Bench"})


async def start_interview(http: httpx.AsyncClient, interview: dict[str, Any]) -> dict[str, Any]:
    """Start an interview with the candidate's consent."""
    consent = f"/api/interviews/candidate/{interview['candidateToken']}/consent"
    await _post(http, consent, {"accepted": True})
    answer = await http.patch(f"/api/interviews/recruiter/{interview['_id']}/start")
    answer.raise_for_status()
    started: dict[str, Any] = answer.json()["interview"]
    return started


async def _post(http: httpx.AsyncClient, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = await http.post(path, json=body)
    answer.raise_for_status()
    interview: dict[str, Any] = answer.json()["interview"]
    return interview


def _line(payload: dict[str, Any], arrived: float, began: float, offset: float) -> Line:
    """``offset``: seconds between the start of the interview and the start of the recording."""
    return Line(
        id=payload["id"],
        role=payload["role"],
        text=payload["text"],
        is_final=payload["final"],
        start_seconds=payload["startSeconds"] - offset,
        end_seconds=payload["endSeconds"] - offset,
        arrived_seconds=arrived - began,
    )
