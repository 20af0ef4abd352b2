"""A candidate in a live room that plays a recording and sends unacknowledged frames again."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from typing import Any

import socketio

from app.transcription.pipeline.settings import FRAME_BYTES, FRAME_SECONDS

CALL_SECONDS = 180
FRAME_CALL_SECONDS = 5
"""Frames may be repeated, so a lost acknowledgment is not worth a long wait."""
REFUSAL_SECONDS = 2
"""Pause of a browser after a frame was refused."""


@dataclass
class Speaker:
    """One Socket.IO client with one audio stream, like the browser of a candidate."""

    room_id: str
    token: str
    pcm: bytes
    """16-bit mono PCM at 16 kHz."""
    acknowledged: int = 0
    """Sequence number of the next frame that the server expects."""
    client: socketio.AsyncClient = field(default_factory=socketio.AsyncClient)
    _is_joined: asyncio.Event = field(default_factory=asyncio.Event)

    async def enter(self, url: str) -> None:
        """Connect and join; after a lost connection the client does both again by itself."""
        self.client.on("connect", self._join)
        self.client.on("disconnect", self._on_disconnect)
        await self.client.connect(
            url, transports=["websocket"], auth={"token": self.token}, wait_timeout=CALL_SECONDS
        )
        await asyncio.wait_for(self._is_joined.wait(), CALL_SECONDS)

    async def play(self) -> None:
        """Send each frame when its last sample has been spoken, then end the stream."""
        began = time.monotonic() - self.acknowledged * FRAME_SECONDS
        while (start := self.acknowledged * FRAME_BYTES) < len(self.pcm):
            await asyncio.sleep(began + (self.acknowledged + 1) * FRAME_SECONDS - time.monotonic())
            await asyncio.wait_for(self._is_joined.wait(), CALL_SECONDS)
            pcm = self.pcm[start : start + FRAME_BYTES].ljust(FRAME_BYTES, b"\0")
            frame = {"streamId": "s", "sequence": self.acknowledged, "pcm": pcm}
            # Without an acknowledgment, the loop sends the frame again.
            with contextlib.suppress(socketio.exceptions.SocketIOError):
                received = await self.client.call("audio-frame", frame, timeout=FRAME_CALL_SECONDS)
                if received.get("code") == "ENGINE_UNAVAILABLE":
                    # As with a browser, the frame waits until voice activity is rated again.
                    await asyncio.sleep(REFUSAL_SECONDS)
                    continue
                assert received["success"], received
                self.acknowledged = received["nextSequence"]
        await self._call("audio-stop", {"streamId": "s"})

    async def leave(self) -> None:
        await self.client.disconnect()

    async def _join(self) -> None:
        request = {"roomId": self.room_id, "role": "candidate", "token": self.token, "audioStreamId": "s"}
        self.acknowledged = (await self._call("join-room", request))["nextAudioSequence"]
        self._is_joined.set()

    async def _on_disconnect(self, *_reason: object) -> None:
        self._is_joined.clear()

    async def _call(self, event: str, payload: dict[str, Any]) -> dict[str, Any]:
        acknowledgment: dict[str, Any] = await self.client.call(event, payload, timeout=CALL_SECONDS)
        assert acknowledgment["success"], acknowledgment
        return acknowledgment
