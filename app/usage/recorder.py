"""Buffer between the engines and the database: a call never waits for its record to be written."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime

from sqlalchemy import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.core.database import Database
from app.usage.sources import UsageSource
from app.usage.tables import CallOutcome, EngineCall
from models.ports import EngineKind

log = logging.getLogger("greenroom.usage")

FLUSH_SECONDS = 5.0
FLUSH_CALLS = 500
"""Write at once when this many calls are waiting."""
MAX_WAITING = 10_000
"""Calls kept in memory while the database cannot be written. Beyond this, similar ones are added up.
"""


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call, or the sum of several similar ones. It contains no text by users."""

    at: datetime
    user_id: str
    kind: EngineKind
    source: UsageSource
    provider: str
    model: str
    outcome: CallOutcome
    calls: int = 1
    input_tokens: int = 0
    output_tokens: int = 0
    audio_ms: int = 0
    duration_ms: int = 0
    cost_microcents: int = 0

    @property
    def key(self) -> tuple[date, str, str, str, str, str, str]:
        """Records with the same key may be added up."""
        day = self.at.date()
        return day, self.user_id, self.kind, self.source, self.provider, self.model, self.outcome

    def plus(self, other: CallRecord) -> CallRecord:
        return replace(
            self,
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            audio_ms=self.audio_ms + other.audio_ms,
            duration_ms=self.duration_ms + other.duration_ms,
            cost_microcents=self.cost_microcents + other.cost_microcents,
        )


def add_up(records: Iterable[CallRecord]) -> list[CallRecord]:
    """One record per key, in the order of the first of each."""
    sums: dict[tuple[date, str, str, str, str, str, str], CallRecord] = {}
    for record in records:
        known = sums.get(record.key)
        sums[record.key] = record if known is None else known.plus(record)
    return list(sums.values())


class UsageRecorder:
    """Collects calls on the event loop, and writes them in batches while the server runs.

    A crash loses at most the calls of the last FLUSH_SECONDS; an orderly stop loses none.
    """

    def __init__(
        self,
        database: Database,
        *,
        max_waiting: int = MAX_WAITING,
        flush_calls: int = FLUSH_CALLS,
        flush_seconds: float = FLUSH_SECONDS,
    ) -> None:
        self._database = database
        self._max_waiting = max_waiting
        self._flush_calls = flush_calls
        self._flush_seconds = flush_seconds
        self._waiting: list[CallRecord] = []
        self._wake = asyncio.Event()
        self._is_stopping = False
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Records that are not written yet."""
        return len(self._waiting)

    def record(self, call: CallRecord) -> None:
        """Keep a call for the next batch. Never waits, never fails."""
        self._waiting.append(call)
        self._make_room()
        if self.waiting >= self._flush_calls:
            self._wake.set()

    async def start(self) -> None:
        self._is_stopping = False
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write the remaining calls. Call it after the engines have stopped."""
        self._is_stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
            self._task = None
        await self.flush()
        if self._waiting:
            log.error("usage_lost calls=%d", sum(call.calls for call in self._waiting))

    async def flush(self) -> None:
        """Write the waiting calls in one transaction. After a failure they wait for the next attempt."""
        batch, self._waiting = self._waiting, []
        if not batch:
            return
        try:
            await self._database.run(_insert, batch)
        except SQLAlchemyError:
            log.warning("usage_not_written calls=%d", len(batch))
            self._waiting = batch + self._waiting
            self._make_room()

    async def _run(self) -> None:
        while not self._is_stopping:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._flush_seconds):
                    await self._wake.wait()
            self._wake.clear()
            await self.flush()

    def _make_room(self) -> None:
        if len(self._waiting) <= self._max_waiting:
            return
        self._waiting = add_up(self._waiting)
        if len(self._waiting) > self._max_waiting // 2:
            # There are more kinds of calls than fit, and bounded memory is more important.
            dropped = self._waiting[: -self._max_waiting // 2]
            del self._waiting[: len(dropped)]
            log.error("usage_lost calls=%d", sum(call.calls for call in dropped))


def _insert(session: Session, batch: list[CallRecord]) -> None:
    session.execute(insert(EngineCall), [asdict(call) for call in batch])
