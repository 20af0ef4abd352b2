"""Hostile inputs of `greenroom bench hostile`: each repeats what a stranger or a user could send.

Run as a module, this is the process that sends one of them. It reads a Target as JSON from its standard input
and prints how the server answered. It sends only to the server of the benchmark.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import itertools
import json
import random
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx
import numpy as np
import soundfile
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from app.realtime.packets import MAX_MESSAGE_BYTES
from app.transcription.pipeline.settings import FRAME_BYTES
from models.ports import SAMPLE_RATE

_TIMEOUT = 60.0
_PARALLEL = 8
_MEGABYTE = 1_000_000


@dataclass
class Target:
    """The server of the benchmark, and the sender's credentials."""

    url: str
    session_token: str
    """Session token of a recruiter."""
    candidate_token: str
    """Candidate token of a running interview that is not the measured one."""
    room_id: str
    seconds: float
    """Duration of the input."""
    answers: Counter[str] = field(default_factory=Counter)
    """Number of answers by status, and of refused or closed connections."""

    def client(self, *, is_signed_in: bool) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {self.session_token}"} if is_signed_in else {}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=_TIMEOUT)

    def count(self, response: httpx.Response) -> None:
        self.answers[str(response.status_code)] += 1


Send = Callable[[Target], Awaitable[None]]


# --- Requests ----------------------------------------------------------------------------------


async def _repeat(
    target: Target,
    send: Callable[[httpx.AsyncClient, int], Awaitable[httpx.Response]],
    *,
    is_signed_in: bool = True,
    parallel: int = _PARALLEL,
) -> None:
    """Send requests without a pause, several at a time. Each gets a number of its own."""
    numbers = itertools.count()
    async with target.client(is_signed_in=is_signed_in) as client:

        async def work() -> None:
            for number in numbers:
                try:
                    target.count(await send(client, number))
                except httpx.TransportError:
                    target.answers["closed"] += 1

        await asyncio.gather(*(work() for _ in range(parallel)))


_TEXTS = (
    "PROJECTS\n2019 - 2021 remote" + "," * 2_000 + "X\n",
    "at " + "A" * 20_000 + "!",
    "EXPERIENCE\n" + "2019 - " * 5_000,
    "A levels in " + "a, " * 5_000 + "and b\nEducation\n",
    "(" + "m " * 10_000 + "!",
    "Skills: " + "/" * 50_000,
    "We are looking for " + "5+ years of " * 4_000,
    "S U M M A R Y " * 4_000,
)


async def send_patterns(target: Target) -> None:
    """Texts on which backtracking patterns would run forever."""

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        kind = ("cv", "job_description")[number % 2]
        body = {"type": kind, "text": _TEXTS[number // 2 % len(_TEXTS)]}
        return await client.post("/api/documents/parse", json=body)

    await _repeat(target, send)


def _make_docx_bomb() -> bytes:
    """A DOCX of 200 kB that unpacks to 200 MB."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w", force_zip64=True) as part:
            part.write(b"<w:document>")
            for _ in range(200):
                part.write(b" " * _MEGABYTE)
    return buffer.getvalue()


def _make_pdf(pages: str, content: bytes) -> bytes:
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count 1000000/Kids[{pages}]>>".encode(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(content), content),
    ]
    body = b"%PDF-1.7\n"
    for number, one in enumerate(objects, start=1):
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    return body + b"trailer<</Root 1 0 R/Size 5>>\n%%EOF"


async def send_documents(target: Target) -> None:
    """Archives and page contents that unpack to hundreds of megabytes, and page trees without end."""
    files = (
        _make_docx_bomb(),
        _make_pdf("3 0 R", zlib.compress(b"0 0 m 9 9 l S\n" * 10_000_000, 9)),
        _make_pdf("2 0 R " * 1_000, zlib.compress(b"")),
        _make_pdf("3 0 R " * 100_000, zlib.compress(b"BT ET ")),
        bytes(8 * _MEGABYTE),
    )

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        content = files[number % len(files)]
        return await client.post("/api/documents/convert", files={"document": ("cv.pdf", content)})

    await _repeat(target, send)


def _make_silence() -> bytes:
    """Two hours of silence: half a megabyte as FLAC, 230 MB decoded."""
    buffer = io.BytesIO()
    with soundfile.SoundFile(buffer, "w", SAMPLE_RATE, 1, format="FLAC") as file:
        minute = np.zeros(60 * SAMPLE_RATE, dtype="int16")
        for _ in range(120):
            file.write(minute)
    return buffer.getvalue()


async def send_recordings(target: Target) -> None:
    """Forty recordings of two hours at once."""
    silence = _make_silence()

    async def send(client: httpx.AsyncClient, _number: int) -> httpx.Response:
        return await client.post("/api/transcription/whisper", files={"file": ("a.flac", silence)})

    await _repeat(target, send, parallel=40)


async def send_large_bodies(target: Target) -> None:
    """Ten megabytes of JSON and of a file before any sign-in."""
    body = b'{"username":"' + b"a" * (10 * _MEGABYTE) + b'"}'

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        path = ("/api/admin/login", "/api/documents/convert")[number % 2]
        return await client.post(path, content=body, headers={"Content-Type": "application/json"})

    await _repeat(target, send, is_signed_in=False)


async def send_passwords(target: Target) -> None:
    """Wrong passwords from a new network each time."""

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        body = {"username": f"user{number % 1_000}", "password": f"guess {number}"}
        # The server believes the address, because this machine counts as a reverse proxy.
        address = f"198.18.{number // 250 % 250}.{number % 250}"
        return await client.post("/api/admin/login", json=body, headers={"X-Forwarded-For": address})

    await _repeat(target, send, is_signed_in=False, parallel=20)


async def send_links(target: Target) -> None:
    """Guessed links of candidates."""

    async def send(client: httpx.AsyncClient, _number: int) -> httpx.Response:
        return await client.get(f"/api/interviews/candidate/{random.randbytes(32).hex()}")  # noqa: S311

    await _repeat(target, send, is_signed_in=False)


async def send_searches(target: Target) -> None:
    """Search texts of wildcards and of quotes, as long as the HTTP client sends them."""
    texts = ("a" * 60_000, "%_" * 10_000, '"' * 20_000, "a* OR " * 5_000, "(" * 20_000)

    async def send(client: httpx.AsyncClient, number: int) -> httpx.Response:
        query = {"q": texts[number % len(texts)]}
        return await client.get("/api/candidates/search", params=query)

    await _repeat(target, send)


async def send_ranges(target: Target) -> None:
    """Requests for ten thousand parts of a file at once."""
    async with target.client(is_signed_in=True) as client:
        made = await client.post(
            "/api/documents/process", files={"document": ("cv.txt", b"Jane Roe\nNurse\n" * 2_000)}
        )
        document_id = made.raise_for_status().json()["data"]["document"]["_id"]
    ranges = "bytes=" + ",".join(f"{start}-{start}" for start in range(0, 20_000, 2))

    async def send(client: httpx.AsyncClient, _number: int) -> httpx.Response:
        return await client.get(f"/api/documents/{document_id}/file", headers={"Range": ranges})

    await _repeat(target, send)


# --- Connections -------------------------------------------------------------------------------


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


# --- Sockets -----------------------------------------------------------------------------------


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


INPUTS: dict[str, Send] = {
    "patterns": send_patterns,
    "documents": send_documents,
    "recordings": send_recordings,
    "large-bodies": send_large_bodies,
    "long-heads": send_long_heads,
    "slow-heads": send_slow_heads,
    "passwords": send_passwords,
    "links": send_links,
    "searches": send_searches,
    "ranges": send_ranges,
    "open-sockets": open_sockets,
    "attachments": send_attachments,
    "malformed-packets": send_malformed_packets,
    "events": send_events,
    "joins": join_again,
    "offers": send_offers,
    "frames": send_frames,
    "streams": send_streams,
    "reconnects": reconnect,
}


async def send_for_a_while(name: str, target: Target) -> None:
    """Send an input until its time is over."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(target.seconds):
            await INPUTS[name](target)


def main() -> None:
    target = Target(**json.load(sys.stdin) | {"answers": Counter()})
    asyncio.run(send_for_a_while(sys.argv[1], target))
    json.dump(target.answers, sys.stdout)


if __name__ == "__main__":
    main()
