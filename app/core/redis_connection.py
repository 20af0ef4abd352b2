"""Connection to a Redis server, as far as notices need it: AUTH, PING, SUBSCRIBE and PUBLISH.

The usual client is not used because python-socketio would load it in every server where it is installed,
whether Redis is used or not.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from dataclasses import dataclass
from typing import Self
from urllib.parse import unquote, urlsplit

_TIMEOUT_SECONDS = 5.0
_MAX_BYTES = 1_000_000
"""Maximum length of a text or line."""
_MAX_ITEMS = 100

Reply = str | int | None | list[str | int | None]


class RedisLost(Exception):
    """The server is unavailable, refuses the connection, or is not a Redis server."""


@dataclass(frozen=True, slots=True)
class RedisAddress:
    """``redis://[[user]:password@]host[:port][/…]``; ``rediss://`` for TLS.

    A database number is ignored, because channels do not belong to a database.
    """

    host: str
    port: int
    username: str
    password: str
    is_encrypted: bool

    @classmethod
    def parse(cls, url: str) -> Self:
        """Raises ValueError, whose text never contains the password."""
        try:
            parts = urlsplit(url)
            port = parts.port or 6379
        except ValueError:
            parts, port = urlsplit(""), 0
        if parts.scheme not in {"redis", "rediss"} or not parts.hostname:
            raise ValueError("it is not a Redis URL. An example: redis://:password@redis.example.net:6379")
        return cls(
            host=parts.hostname,
            port=port,
            username=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            is_encrypted=parts.scheme == "rediss",
        )


class RedisConnection:
    """One connection. All methods raise RedisLost; the connection is then unusable."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, address: RedisAddress) -> Self:
        context = ssl.create_default_context() if address.is_encrypted else None
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                streams = await asyncio.open_connection(
                    address.host, address.port, ssl=context, limit=_MAX_BYTES
                )
        except OSError as error:
            raise RedisLost(type(error).__name__) from error
        connection = cls(*streams)
        try:
            if address.password:
                names = [address.username] if address.username else []
                await connection.call("AUTH", *names, address.password)
            await connection.call("PING")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def call(self, *words: str) -> Reply:
        """Send a command and read its reply."""
        await self.send(*words)
        return await self.read()

    async def send(self, *words: str) -> None:
        parts = [f"*{len(words)}\r\n".encode()]
        for word in words:
            data = word.encode()
            parts.append(b"$%d\r\n%s\r\n" % (len(data), data))
        try:
            self._writer.write(b"".join(parts))
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                await self._writer.drain()
        except OSError as error:
            raise RedisLost(type(error).__name__) from error

    async def read(self) -> Reply:
        """The next reply or message. RedisLost if none arrives in five seconds."""
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                head, count = await self._read_head()
                return head if count is None else [await self._read_item() for _ in range(count)]
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            raise RedisLost(type(error).__name__) from error

    async def _read_item(self) -> str | int | None:
        item, count = await self._read_head()
        if count is not None:
            raise RedisLost("nested reply")
        return item

    async def _read_head(self) -> tuple[str | int | None, int | None]:
        """A single value, or the number of following values."""
        line = (await self._reader.readuntil(b"\r\n"))[:-2]
        kind, rest = line[:1], line[1:]
        if kind == b"+":
            return rest.decode(), None
        if kind == b"-":
            # Only its first word, such as NOAUTH, because the rest may quote the request.
            raise RedisLost(rest.decode(errors="replace").partition(" ")[0])
        number = int(rest)
        if kind == b":":
            return number, None
        if number < 0:
            return None, None
        if kind == b"$" and number <= _MAX_BYTES:
            return (await self._reader.readexactly(number + 2))[:-2].decode(), None
        if kind == b"*" and number <= _MAX_ITEMS:
            return None, number
        raise RedisLost("not a Redis reply")

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
