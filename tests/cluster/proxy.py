"""A proxy in front of several server processes, by the rule in docs/scaling.md."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import cycle
from urllib.parse import parse_qs, urlsplit


class RoomProxy:
    """Sends ``?server=NAME`` to the process of that name, and everything else to one after the other.

    A real proxy would keep a browser at one process. This one does not, which is harder. A connection that a
    process does not accept goes to another one.
    """

    def __init__(self, ports: dict[str, int]) -> None:
        self._ports = ports
        self._turns = cycle(ports)
        self._connections: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await asyncio.sleep(0)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def end(task: asyncio.Task[None]) -> None:
            self._connections.discard(task)
            writer.close()

        connection = asyncio.create_task(self._serve(reader, writer))
        self._connections.add(connection)
        connection.add_done_callback(end)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (OSError, EOFError):
            return
        target = head.split(b" ", 2)[1].decode()
        for name in self._list_choices(target):
            with contextlib.suppress(ConnectionError):
                to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._ports[name])
                break
        else:
            writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        to_writer.write(head)
        directions = {
            asyncio.create_task(_copy(reader, to_writer)),
            asyncio.create_task(_copy(to_reader, writer)),
        }
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        finally:
            to_writer.close()
            for direction in directions:
                direction.cancel()
            await asyncio.gather(*directions, return_exceptions=True)

    def _list_choices(self, target: str) -> list[str]:
        asked = parse_qs(urlsplit(target).query).get("server", [""])[0]
        first = asked if asked in self._ports else next(self._turns)
        return [first, *(name for name in self._ports if name != first)]


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
