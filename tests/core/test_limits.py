"""Floods before sign-in: large and slow bodies, endless and slow request heads."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from app.core.limits import MAX_JSON_BYTES, BodyLimit, BodyRefused, BodyRules, limit_body
from app.core.settings import Settings
from app.serving import http_protocol
from app.serving.http_protocol import BoundedH11Protocol
from app.serving.server import make_server_config
from tests.conftest import Person

UPLOADS = [
    ("POST", "/api/documents/process", "document"),
    ("POST", "/api/documents/convert", "document"),
    ("POST", "/api/document-batches/none/documents", "document"),
    ("POST", "/api/transcription/whisper", "file"),
    ("POST", "/inference", "file"),
    ("PUT", "/api/admin/settings/logo", "logo"),
]


def test_ten_megabytes_of_json_are_refused_before_sign_in(anonymous: TestClient) -> None:
    """M3: three such sign-ins a second kept the event loop busy with parsing and stopped live rooms."""
    body = json.dumps({"username": "alice", "password": "x", "padding": "x" * 10_000_000})
    response = anonymous.post("/api/admin/login", content=body)
    assert (response.status_code, response.json()["code"]) == (413, "REQUEST_TOO_LARGE")


def test_a_body_just_within_the_limit_is_parsed(anonymous: TestClient) -> None:
    padding = "x" * (MAX_JSON_BYTES - 100)
    response = anonymous.post(
        "/api/admin/login", json={"username": "alice", "password": "x", "padding": padding}
    )
    assert response.status_code == 401


@pytest.mark.parametrize(("method", "path", "_field"), UPLOADS)
def test_an_upload_is_not_read_before_sign_in(
    anonymous: TestClient, method: str, path: str, _field: str
) -> None:
    """M3: ten megabytes of a visitor's were written to /tmp before the 401."""
    headers = {"Content-Type": "multipart/form-data; boundary=b", "Authorization": "Bearer nonsense"}
    response = anonymous.request(method, path, content=b"not multipart at all", headers=headers)
    assert (response.status_code, response.json()["code"]) == (401, "UNAUTHORIZED")


@pytest.mark.usefixtures("running_server")
@pytest.mark.parametrize(("method", "path", "field"), UPLOADS)
def test_a_signed_in_user_uploads_more_than_json_may_have(
    ada: Person, method: str, path: str, field: str
) -> None:
    files = {field: ("a.bin", b"\0" * (MAX_JSON_BYTES + 1000))}
    assert ada.request(method, path, files=files).status_code not in {401, 413}


def test_a_long_transcript_is_accepted_from_its_owner_and_not_from_a_visitor(
    alice: Person, anonymous: TestClient, running_interview: dict[str, Any]
) -> None:
    path = f"/api/interview/{running_interview['_id']}/transcript/append"
    lines = [{"id": f"line-{n}", "speaker": "recruiter", "text": "word " * 200} for n in range(900)]
    assert alice.post(path, json={"segments": lines}).status_code == 200
    assert anonymous.post(path, json={"segments": lines}).status_code == 401


def test_settings_with_two_long_texts_are_saved(ada: Person) -> None:
    values = {"terms_text": "ä" * 100_000, "privacy_text": "ö" * 100_000}
    assert ada.patch("/api/admin/settings", json={"values": values}).status_code == 200


async def test_a_body_sent_too_slowly_is_aborted() -> None:
    """M3: a sender of one byte a second would hold a request for months."""
    now = 0.0

    async def drip() -> Message:
        nonlocal now
        now += 1
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def application(_scope: Scope, receive: Receive, _send: Send) -> None:
        while True:
            await receive()

    async def ignore(_message: Message) -> None:
        return None

    @limit_body(10_000_000)
    def route() -> None: ...

    rules = BodyRules(
        read_max_upload_bytes=lambda _scope: 0, is_signed_in=lambda _scope: True, now=lambda: now
    )
    scope = {"type": "http", "headers": [], "route": SimpleNamespace(endpoint=route)}
    with pytest.raises(BodyRefused) as refused:
        await BodyLimit(application, rules=rules)(scope, drip, ignore)
    assert (refused.value.status_code, refused.value.code) == (408, "REQUEST_TIMEOUT")
    assert now < 60


async def test_a_route_that_asks_for_the_body_late_still_gets_it() -> None:
    """A long answer asks only at its end whether the caller is still there; that is no slow sender."""
    now = 0.0

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def application(_scope: Scope, receive: Receive, _send: Send) -> None:
        nonlocal now
        now += 600
        assert (await receive())["type"] == "http.request"

    async def ignore(_message: Message) -> None:
        return None

    rules = BodyRules(
        read_max_upload_bytes=lambda _scope: 0, is_signed_in=lambda _scope: False, now=lambda: now
    )
    await BodyLimit(application, rules=rules)({"type": "http", "headers": []}, receive, ignore)


# --- request heads over a real connection -------------------------------------------------------


async def greet(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
    await send({"type": "http.response.body", "body": b"hello"})


@asynccontextmanager
async def listen(settings: Settings) -> AsyncIterator[int]:
    """The port of a server of our configuration with a small application."""
    config = make_server_config(greet, settings)
    config.port, config.lifespan = 0, "off"
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve(None))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


async def send_until_closed(port: int, pieces: AsyncIterator[bytes]) -> bytes:
    """Send until the server closes the connection; returns what it answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = asyncio.create_task(reader.read())
    with suppress(ConnectionError):
        async for piece in pieces:
            if answer.done():
                break
            writer.write(piece)
            await writer.drain()
    writer.close()
    try:
        return await asyncio.wait_for(answer, 10)
    except ConnectionError:
        return b""


async def test_a_header_without_end_is_cut_off(settings: Settings) -> None:
    """M3: one connection with an endless header filled the memory of a server without a proxy."""
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield b"GET / HTTP/1.1\r\nHost: x\r\nX-Padding: "
        while sent < 50_000_000:
            sent += 100_000
            yield b"x" * 100_000

    async with listen(settings) as port:
        answer = await send_until_closed(port, endless())
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400")
    assert sent < 20_000_000
    assert BoundedH11Protocol.pending_bytes == 0


async def test_large_heads_together_are_bounded(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "MAX_PENDING_BYTES", 300_000)
    async with listen(settings) as port:
        writers = []
        for _ in range(10):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /" + b"x" * 100_000)
            with suppress(ConnectionError):
                await writer.drain()
            writers.append(writer)
        for _ in range(100):
            await asyncio.sleep(0.01)
        assert BoundedH11Protocol.pending_bytes <= 400_000
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await reader.read()).endswith(b"hello")
        for one in [*writers, writer]:
            one.close()
    assert BoundedH11Protocol.pending_bytes == 0


@pytest.mark.parametrize("beginning", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n"])
async def test_a_head_that_never_ends_in_time_is_cut_off(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, beginning: bytes
) -> None:
    """M3: thousands of connections that send nothing more held their sockets for ever."""
    monkeypatch.setattr(BoundedH11Protocol, "head_seconds", 0.2)
    async with listen(settings) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(beginning)
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()


async def test_slow_answers_and_following_requests_are_not_cut_off(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BoundedH11Protocol, "head_seconds", 0.2)
    async with listen(settings) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
            # Only a wait beyond the limit shows that it does not apply here.
            await asyncio.sleep(2 * BoundedH11Protocol.head_seconds)
            writer.write(b"abc")
            assert b"hello" in await asyncio.wait_for(reader.readuntil(b"hello"), 5)
        writer.close()


async def test_a_search_text_of_a_megabyte_is_still_a_request(settings: Settings) -> None:
    """Fault 25: a long search text is looked up and not an error of the protocol."""
    async with listen(settings) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /?q=" + b"x" * 1_000_000 + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await asyncio.wait_for(reader.read(), 10)).startswith(b"HTTP/1.1 200")
        writer.close()
