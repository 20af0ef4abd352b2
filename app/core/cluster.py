"""One of several server processes on the same database and data folder (ADR 0055).

Exactly one process does the background work, and each room and each live transcript belongs to one process.
PostgreSQL keeps the locks; Redis transports the notices. Without GREENROOM_REDIS_URL there is no Cluster.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import anyio.to_thread
from sqlalchemy.exc import SQLAlchemyError

from app.core.database import Database, make_engine
from app.core.errors import AppError, ErrorDetails
from app.core.notices import Notices
from app.core.process_locks import ProcessLocks
from app.core.redis_connection import RedisAddress

log = logging.getLogger("greenroom.cluster")

_BACKGROUND = "background"
_ROOM = "room:"
_TRANSCRIPT = "transcript:"
CHECK_SECONDS = 2.0
"""How often a process checks whether it still has its locks and whether the background work is unclaimed."""
_CHECKS_PER_REREAD = 3
"""While Redis is unavailable, a process rereads possibly changed data after this many checks."""


class RoomElsewhereDetails(ErrorDetails):
    server: str
    """The server process that has the room."""


class RoomElsewhere(AppError):
    """The room is open in another server process; the browser connects to that one."""

    code = "ROOM_ELSEWHERE"
    status = 409

    def __init__(self, server: str) -> None:
        super().__init__(
            "This room is open on another server. Connecting to it…",
            details=RoomElsewhereDetails(server=server),
        )


class Cluster:
    """This process as a member of the cluster."""

    def __init__(self, database: Database, *, redis_url: str, server_name: str) -> None:
        self.server_name = server_name
        self.notices = Notices(RedisAddress.parse(redis_url))
        self.notices.on_connected = self._reread
        self._engine = make_engine(database.engine.url, read_only=True)
        self._locks = ProcessLocks(self._engine, server_name=server_name)
        self.is_background = False
        """Whether this process runs the work queues and the scheduled jobs."""
        self.on_background: list[Callable[[], Awaitable[None]]] = []
        """Called when this process takes over the background work."""
        self.on_room_lost: list[Callable[[str], Awaitable[None]]] = []
        """(interview_id): another process has taken a room or transcript of this one."""
        self.on_reread: list[Callable[[], Awaitable[None]]] = []
        """Called when notices may have been missed."""
        self._task: asyncio.Task[None] | None = None

    async def start(self, *, installation_id: str) -> None:
        self.notices.start(installation_id=installation_id)
        await self._check()
        self._task = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """Release all locks, so that another process can take over at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.notices.stop()
        self.is_background = False
        await anyio.to_thread.run_sync(self._locks.close)
        self._engine.dispose()

    async def claim_room(self, interview_id: str) -> None:
        """Claim a room for this process. Raises RoomElsewhere."""
        await self._claim(f"{_ROOM}{interview_id}")

    async def claim_transcript(self, interview_id: str) -> None:
        """Like ``claim_room``, for the live transcript, until all of it is stored."""
        await self._claim(f"{_TRANSCRIPT}{interview_id}")

    async def release_room(self, interview_id: str) -> None:
        await anyio.to_thread.run_sync(self._locks.release, f"{_ROOM}{interview_id}")

    async def release_transcript(self, interview_id: str) -> None:
        await anyio.to_thread.run_sync(self._locks.release, f"{_TRANSCRIPT}{interview_id}")

    async def is_transcribed_elsewhere(self, interview_id: str) -> bool:
        """Whether another process still has words of this interview to store. Raises DBAPIError."""
        key = f"{_TRANSCRIPT}{interview_id}"
        return await anyio.to_thread.run_sync(self._locks.find_holder, key) not in {None, self.server_name}

    def list_rooms(self) -> set[str]:
        """Ids of the interviews whose room or transcript this process has claimed."""
        held = self._locks.list_held()
        return {
            key.removeprefix(start) for key in held for start in (_ROOM, _TRANSCRIPT) if key.startswith(start)
        }

    async def _claim(self, key: str) -> None:
        while not await anyio.to_thread.run_sync(self._locks.take, key):
            holder = await anyio.to_thread.run_sync(self._locks.find_holder, key)
            if holder is not None:
                raise RoomElsewhere(holder)

    async def _keep(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            rounds += 1
            try:
                await self._check()
                if not self.notices.is_connected and rounds % _CHECKS_PER_REREAD == 0:
                    await self._reread()
            except SQLAlchemyError as error:
                log.warning("locks_not_checked error=%s", type(error).__name__)
            except Exception:  # a boundary: without these checks, nobody would take over the work
                log.exception("cluster_check_failed")

    async def _check(self) -> None:
        for key in await anyio.to_thread.run_sync(self._locks.check):
            if key == _BACKGROUND:
                log.warning("background_lost")
                self.is_background = False
                continue
            log.warning("room_lost")
            for listener in self.on_room_lost:
                await listener(key.partition(":")[2])
        if not self.is_background and await anyio.to_thread.run_sync(self._locks.take, _BACKGROUND):
            try:
                for take_over in self.on_background:
                    await take_over()
            except BaseException:
                await anyio.to_thread.run_sync(self._locks.release, _BACKGROUND)
                raise
            self.is_background = True
            log.info("background_taken server=%s", self.server_name)

    async def _reread(self) -> None:
        for listener in self.on_reread:
            try:
                await listener()
            except Exception:  # a boundary: one listener must not keep the others from reading
                log.exception("not_read_again")
