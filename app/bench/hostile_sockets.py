"""Hostile connections and sockets of `greenroom bench hostile`, from endless headers to floods of frames."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from app.bench.hostile_target import Target
from app.realtime.packets import MAX_MESSAGE_BYTES
from app.transcription.pipeline.settings import FRAME_BYTES


async def _repeat_connections(
    target: Target, use: Callable[[asyncio.StreamWriter], Awaitable[None]], *, parallel: int
) -> None:
    address = urlsplit(target.url)

    async def work() -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection(address.hostname, address.port)
            except OSError:
                target.answers["refused"] += 1
                await asyncio.sleep(0.01)
                continue
            target.answers["opened"] += 1
            try:
                await use(writer)
                await reader.read()
            except OSError:
                pass
            finally:
                target.answers["closed"] += 1
                writer.transport.abort()

    await asyncio.gather(*(work() for _ in range(parallel)))


async def send_long_heads(target: Target) -> None:
    """Headers without end."""

    async def use(writer: asyncio.StreamWriter) -> None:
        writer.write(b"GET /api/health HTTP/1.1\r\nX-Long: ")
        while True:
            writer.write(b"a" * 65_536)
            await writer.drain()

    await _repeat_connections(target, use, parallel=20)


async def send_slow_heads(target: Target) -> None:
    """Three hundred connections that send a byte a second."""

    async def use(writer: asyncio.StreamWriter) -> None:
        writer.write(b"GET /api/health HTTP/1.1\r\nX-Slow: ")
        while not writer.transport.is_closing():
            writer.write(b"a")
            await writer.drain()
            await asyncio.sleep(1)

    await _repeat_connections(target, use, parallel=300)


async def _repeat_sockets(
    target: Target,
    use: Callable[[ClientConnection], Awaitable[None]],
    *,
    token: str | None,
    parallel: int = 4,
) -> None:
    """Open sockets, sign in with ``token`` if there is one, and ``use`` each until it is closed."""
    address = target.url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
    # Another network than the measured interview's.
    headers = {"X-Forwarded-For": "198.51.100.7"}

    async def work() -> None:
        while True:
            try:
                async with connect(address, additional_headers=headers, max_size=None) as socket:
                    target.answers["opened"] += 1
                    await socket.recv()
                    if token is not None:
                        await socket.send("40" + json.dumps({"token": token}))
                        await socket.recv()
                    await use(socket)
            except ConnectionClosed:
                target.answers["closed"] += 1
            except (OSError, InvalidHandshake, TimeoutError):
                target.answers["refused"] += 1
                await asyncio.sleep(0.01)

    await asyncio.gather(*(work() for _ in range(parallel)))


def _event(name: str, payload: object) -> str:
    return "42" + json.dumps([name, payload])


async def _join(socket: ClientConnection, target: Target) -> None:
    join = {"roomId": target.room_id, "role": "candidate", "token": target.candidate_token}
    await socket.send(_event("join-room", {**join, "audioStreamId": "flood"}))


async def open_sockets(target: Target) -> None:
    """Sockets that never sign in."""

    async def use(socket: ClientConnection) -> None:
        await socket.wait_closed()

    await _repeat_sockets(target, use, token=None, parallel=200)


async def send_attachments(target: Target) -> None:
    """An event that announces billions of attachments, and attachments without end."""

    async def use(socket: ClientConnection) -> None:
        await socket.send('459999999999-["audio-frame",{"pcm":{"_placeholder":true,"num":0}}]')
        while True:
            await socket.send(bytes(MAX_MESSAGE_BYTES - 1))

    await _repeat_sockets(target, use, token=target.candidate_token)


async def send_malformed_packets(target: Target) -> None:
    """Packets that no client sends."""
    packets = itertools.cycle(("x", "42[{}]", "42{", "4" + "[" * 100_000, '42["disconnect"]', "6"))

    async def use(socket: ClientConnection) -> None:
        await socket.send(next(packets))
        await socket.wait_closed()

    await _repeat_sockets(target, use, token=target.candidate_token)


async def send_events(target: Target) -> None:
    """Events that nobody handles, as fast as the connection takes them."""

    async def use(socket: ClientConnection) -> None:
        while True:
            await socket.send('42["nonsense"]')

    await _repeat_sockets(target, use, token=target.candidate_token)


async def join_again(target: Target) -> None:
    """A candidate who joins the room again and again; each time, the transcript is sent."""

    async def use(socket: ClientConnection) -> None:
        while True:
            await _join(socket, target)

    await _repeat_sockets(target, use, token=target.candidate_token)


async def send_offers(target: Target) -> None:
    """Session descriptions as large as a message may be."""
    offer = _event("offer", {"offer": {"type": "offer", "sdp": "a" * 200_000}})

    async def use(socket: ClientConnection) -> None:
        await _join(socket, target)
        while True:
            await socket.send(offer)

    await _repeat_sockets(target, use, token=target.candidate_token)


async def _send_frame(socket: ClientConnection, stream_id: str, sequence: int) -> None:
    payload = {"streamId": stream_id, "sequence": sequence, "pcm": {"_placeholder": True, "num": 0}}
    await socket.send("451-" + json.dumps(["audio-frame", payload]))
    await socket.send(bytes(FRAME_BYTES))


async def send_frames(target: Target) -> None:
    """Audio frames, many times faster than they are spoken."""

    async def use(socket: ClientConnection) -> None:
        await _join(socket, target)
        for sequence in itertools.count():
            await _send_frame(socket, "flood", sequence)

    await _repeat_sockets(target, use, token=target.candidate_token)


async def send_streams(target: Target) -> None:
    """Audio frames, each of a new stream."""

    async def use(socket: ClientConnection) -> None:
        await _join(socket, target)
        for number in itertools.count():
            await _send_frame(socket, f"stream-{number}", 0)

    await _repeat_sockets(target, use, token=target.candidate_token)


async def reconnect(target: Target) -> None:
    """A candidate who joins, is cut off and comes back at once."""

    async def use(socket: ClientConnection) -> None:
        await _join(socket, target)
        await socket.recv()
        socket.transport.abort()
        await socket.wait_closed()

    await _repeat_sockets(target, use, token=target.candidate_token, parallel=1)
