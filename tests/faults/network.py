"""A network between a browser and the server that a test can cut, and a bare socket of a browser."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.client import ClientConnection, connect

from tests.child_processes import within
from tests.faults.recruiter import Json


class Network:
    """A relay to the server. While it is cut, nothing passes in either direction, and nothing is refused."""

    def __init__(self, port: int) -> None:
        """``port``: of the server, on this machine."""
        self._port = port
        self._passes = asyncio.Event()
        self._passes.set()
        self.url = ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield
        finally:
            server.close()

    def cut(self) -> None:
        self._passes.clear()

    def mend(self) -> None:
        self._passes.set()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass(reader, far_writer))
                group.create_task(self._pass(far_reader, writer))
        except OSError:
            pass
        finally:
            writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                await self._passes.wait()
                writer.write(data)
                await writer.drain()
        await self._passes.wait()
        writer.close()


async def _receive(socket: ClientConnection) -> str:
    return str(await within(socket.recv(), "the server sent nothing"))


class BareSocket:
    """One signed-in socket without a library that reconnects."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count()

    @classmethod
    async def open(cls, url: str, token: str) -> BareSocket:
        """Connect and sign in. Raises OSError and InvalidHandshake if the server refuses the connection."""
        address = url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
        socket = await connect(address)
        await _receive(socket)
        await socket.send("40" + json.dumps({"token": token}))
        assert (await _receive(socket)).startswith("40")
        return cls(socket)

    async def request(self, event: str, payload: Json, *, pcm: bytes | None = None) -> Json:
        """Send an event and return its acknowledgment."""
        number = next(self._numbers)
        if pcm is None:
            await self._socket.send(f"42{number}" + json.dumps([event, payload]))
        else:
            placeholder = {"pcm": {"_placeholder": True, "num": 0}}
            await self._socket.send(f"451-{number}" + json.dumps([event, payload | placeholder]))
            await self._socket.send(pcm)
        while not (packet := await _receive(self._socket)).startswith(f"43{number}["):
            if packet == "2":
                await self._socket.send("3")
        (answer,) = json.loads(packet.removeprefix(f"43{number}"))
        acknowledgment: Json = answer
        return acknowledgment

    def cut(self) -> None:
        """End the connection without a word, as a lost network does."""
        self._socket.transport.abort()
