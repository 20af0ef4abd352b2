"""Short notices between server processes, through a Redis channel.

A notice names a change by ids and never contains content. It may be lost, so listeners read the database, and
after every reconnection all processes reread everything that may have changed.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from app.core.ids import new_id
from app.core.redis_connection import RedisAddress, RedisConnection, RedisLost

log = logging.getLogger("greenroom.cluster")

Listener = Callable[..., Awaitable[None]]
"""Takes the arguments of a notice: texts, numbers and objects of JSON."""

_CHANNEL = "greenroom:notices:"
"""Followed by the id of the database, so that several installations can share one Redis server."""
_RETRY_SECONDS = 1.0
_PING_SECONDS = 2.0
"""How often a connection is checked; it is closed if there is no reply."""
_MAX_WAITING = 1_000


class Notices:
    """Sends notices to the other processes, and passes theirs to the listeners."""

    def __init__(self, address: RedisAddress) -> None:
        self._address = address
        self._sender = new_id()
        self._listeners: dict[str, Listener] = {}
        self._waiting: asyncio.Queue[str] = asyncio.Queue(maxsize=_MAX_WAITING)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._channel = _CHANNEL
        self.is_connected = False
        self._is_reported = False
        """Whether it was logged that Redis is unavailable."""
        self.on_connected: Callable[[], Awaitable[None]] | None = None
        """Called after every reconnection, because notices may have been missed."""

    def listen(self, topic: str, listener: Listener) -> None:
        self._listeners[topic] = listener

    def start(self, *, installation_id: str) -> None:
        self._channel = f"{_CHANNEL}{installation_id}"
        self._loop = asyncio.get_running_loop()
        self._tasks = [asyncio.create_task(self._receive()), asyncio.create_task(self._send())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    def publish(self, topic: str, *arguments: Any) -> None:
        """Send a notice soon. Dropped while Redis is unavailable. Safe to call from any thread."""
        loop = self._loop
        if loop is None or loop.is_closed() or not self.is_connected:
            return
        notice = json.dumps({"sender": self._sender, "topic": topic, "arguments": arguments})
        loop.call_soon_threadsafe(self._put, notice)

    def _put(self, notice: str) -> None:
        if self._waiting.full():
            log.warning("notice_dropped")
        else:
            self._waiting.put_nowait(notice)

    async def _send(self) -> None:
        connection: RedisConnection | None = None
        try:
            while True:
                notice = await self._waiting.get()
                try:
                    connection = connection or await RedisConnection.open(self._address)
                    await connection.call("PUBLISH", self._channel, notice)
                except RedisLost as error:
                    log.warning("notice_not_sent reason=%s", error)
                    if connection is not None:
                        await connection.close()
                        connection = None
        finally:
            if connection is not None:
                await connection.close()

    async def _receive(self) -> None:
        while True:
            try:
                connection = await RedisConnection.open(self._address)
                try:
                    await self._follow(connection)
                finally:
                    self.is_connected = False
                    await connection.close()
            except RedisLost as error:
                if not self._is_reported:
                    log.warning("redis_lost reason=%s", error)
                self._is_reported = True
            await asyncio.sleep(_RETRY_SECONDS)

    async def _follow(self, connection: RedisConnection) -> None:
        """Pass incoming notices to the listeners until the connection is lost. Raises RedisLost."""
        await connection.call("SUBSCRIBE", self._channel)
        self.is_connected = True
        self._is_reported = False
        log.info("redis_connected")
        if self.on_connected is not None:
            await self.on_connected()
        pinging = asyncio.create_task(_ping(connection))
        try:
            while True:
                match await connection.read():
                    case ["message", str(), str(data)]:
                        await self._handle(data)
        finally:
            pinging.cancel()
            await asyncio.gather(pinging, return_exceptions=True)

    async def _handle(self, data: str) -> None:
        try:
            notice = json.loads(data)
            if notice["sender"] == self._sender:
                return
            listener = self._listeners.get(notice["topic"])
            if listener is not None:
                await listener(*notice["arguments"])
        except Exception:  # a boundary: a failing notice must not stop the others
            log.exception("notice_not_handled")


async def _ping(connection: RedisConnection) -> None:
    """Send a ping at intervals. The reader notices a lost connection."""
    with suppress(RedisLost):
        while True:
            await asyncio.sleep(_PING_SECONDS)
            await connection.send("PING")
