"""Connection to Redis: addresses, commands and replies, and servers that misbehave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from app.core.redis_connection import RedisAddress, RedisConnection, RedisLost


def test_an_address_has_its_parts() -> None:
    assert RedisAddress.parse("rediss://green:p%40ss@redis.example.net:6380/2") == RedisAddress(
        host="redis.example.net", port=6380, username="green", password="p@ss", is_encrypted=True
    )
    assert RedisAddress.parse("redis://localhost").port == 6379


@pytest.mark.parametrize("url", ["", "localhost:6379", "https://:secret@redis", "redis://:secret@redis:port"])
def test_other_addresses_are_refused_without_the_password(url: str) -> None:
    with pytest.raises(ValueError, match="not a Redis URL") as refusal:
        RedisAddress.parse(url)
    assert "secret" not in str(refusal.value)


@asynccontextmanager
async def scripted(*replies: bytes) -> AsyncIterator[tuple[RedisAddress, list[bytes]]]:
    """A server that sends one reply for each command, and remembers the commands."""
    received: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for reply in replies:
            received.append(await reader.read(1000))
            writer.write(reply)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield RedisAddress.parse(f"redis://:secret@127.0.0.1:{port}"), received


async def test_a_connection_signs_in_and_reads_every_kind_of_reply() -> None:
    async with scripted(b"+OK\r\n", b"+PONG\r\n", b"*3\r\n:3\r\n$5\r\na\r\nbc\r\n$-1\r\n") as (
        address,
        received,
    ):
        connection = await RedisConnection.open(address)
        assert await connection.call("PUBLISH", "room", "é") == [3, "a\r\nbc", None]
        await connection.close()
    assert received[0] == b"*2\r\n$4\r\nAUTH\r\n$6\r\nsecret\r\n"
    assert received[2] == b"*3\r\n$7\r\nPUBLISH\r\n$4\r\nroom\r\n$2\r\n\xc3\xa9\r\n"


@pytest.mark.parametrize(
    "reply",
    [
        b"-WRONGPASS invalid secret\r\n",
        b"HTTP/1.1 400 Bad Request\r\n",
        b"$99999999\r\n",
        b"*99999999\r\n",
        b"$x\r\n",
        b"*1\r\n*0\r\n",
        b"",
    ],
)
async def test_any_other_answer_is_a_lost_connection(reply: bytes) -> None:
    async with scripted(reply) as (address, _):
        with pytest.raises(RedisLost) as lost:
            await RedisConnection.open(address)
    assert "secret" not in str(lost.value)


async def test_a_server_that_is_away_is_a_lost_connection() -> None:
    async with scripted() as (address, _):
        pass
    with pytest.raises(RedisLost):
        await RedisConnection.open(address)
