"""A body without end (fault 1): refused at the limit, and neither memory nor disk of the server grows."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from pathlib import Path

from tests.child_processes import within
from tests.faults.recruiter import Recruiter, eventually
from tests.server_process import ServerProcess

LIMIT = 10_485_760
STREAM_BYTES = 5 * 1024**3
PIECE = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
ON_THE_WAY = 16 * 1024**2
"""What the buffers of both sides hold at most when the server stops reading."""


async def send_without_end(server: ServerProcess, token: str) -> tuple[bytes, int]:
    """Send a chunked upload until the server ends it: the answer, and the bytes that were sent."""
    loop = asyncio.get_running_loop()
    # Not a stream of asyncio: that loses an answer that has arrived once sending fails.
    with socket.socket() as connection:
        connection.setblocking(False)
        await loop.sock_connect(connection, ("127.0.0.1", server.port))
        head = b'--b\r\nContent-Disposition: form-data; name="document"; filename="a.txt"\r\n\r\n'
        await loop.sock_sendall(
            connection,
            b"POST /api/documents/process HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
            b"Content-Type: multipart/form-data; boundary=b\r\nAuthorization: Bearer "
            + token.encode()
            + f"\r\n\r\n{len(head):x}\r\n".encode()
            + head
            + b"\r\n",
        )
        answer = asyncio.create_task(read_answer(connection))
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < STREAM_BYTES and not answer.done():
                await within(
                    loop.sock_sendall(connection, PIECE),
                    "the server neither read on nor closed the connection",
                )
                sent += 65_536
        return await within(answer, "the server did not close the connection"), sent


async def read_answer(connection: socket.socket) -> bytes:
    """What the server answers before it cuts the connection."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while piece := await asyncio.get_running_loop().sock_recv(connection, 65_536):
            found += piece
    return found


def measure_folder(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


async def test_a_body_without_end_costs_neither_memory_nor_disk(
    server: ServerProcess, recruiter: Recruiter, tmp_path: Path
) -> None:
    token = recruiter.http.headers["Authorization"].removeprefix("Bearer ")
    interview = await recruiter.start_interview()
    await send_without_end(server, token)
    memory = server.measure_memory()
    disk = measure_folder(tmp_path / "data")
    for number in range(4):
        sending = asyncio.create_task(send_without_end(server, token))
        while not sending.done():
            assert (await recruiter.append(interview, f"line-{number}")).is_success
            assert await recruiter.measure_health() < 1
        answer, sent = await sending
        assert sent < LIMIT + ON_THE_WAY
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 413"), head
        assert json.loads(body)["error"] == "File too large. Please use a file smaller than 10MB."

    async def is_small() -> bool:
        return measure_folder(tmp_path / "data") < disk + 4 * 1024**2

    await eventually(is_small)
    assert server.measure_memory() < memory + 64 * 1024**2
