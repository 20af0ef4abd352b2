"""Rooms and live transcripts claimed by this server process (ADR 0055)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from app.core.cluster import Cluster
from app.core.state import AppState


class RoomClaims:
    """Claims and releases rooms. Does nothing in a server of one process."""

    def __init__(self, state: AppState) -> None:
        self._cluster = state.cluster
        # Nothing is released between a claim and its use.
        self._lock = asyncio.Lock()

    def room(self, interview_id: str) -> AbstractAsyncContextManager[None]:
        """Claim a room before a participant enters. Raises RoomElsewhere."""
        return self._claiming(lambda cluster: cluster.claim_room(interview_id))

    def transcript(self, interview_id: str) -> AbstractAsyncContextManager[None]:
        """Claim a transcript before it is opened. Raises RoomElsewhere."""
        return self._claiming(lambda cluster: cluster.claim_transcript(interview_id))

    @asynccontextmanager
    async def _claiming(self, claim: Callable[[Cluster], Awaitable[None]]) -> AsyncIterator[None]:
        if self._cluster is None:
            yield
            return
        async with self._lock:
            await claim(self._cluster)
            yield

    async def is_settled_elsewhere(self, interview_id: str) -> bool:
        """Whether no other process still has words of this interview to store."""
        return self._cluster is None or not await self._cluster.is_transcribed_elsewhere(interview_id)

    async def release(self, *, is_empty: Callable[[str], bool], is_settled: Callable[[str], bool]) -> None:
        """Release the transcripts that are stored, and the rooms that nobody is in."""
        if self._cluster is None:
            return
        for interview_id in self._cluster.list_rooms():
            async with self._lock:
                if not is_settled(interview_id):
                    continue
                await self._cluster.release_transcript(interview_id)
                if is_empty(interview_id):
                    await self._cluster.release_room(interview_id)
