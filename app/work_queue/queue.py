"""Base class of the work queues: claim the next item, run one attempt, and decide what follows."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Any, ClassVar

from sqlalchemy import ColumnElement
from sqlalchemy.exc import OperationalError

from app.core.database import Database
from app.work_queue.items import Claim, WorkItems

log = logging.getLogger("greenroom.work")


class AttemptFailed(Exception):
    """An attempt failed for a foreseen reason.

    ``retryable``: a later attempt may succeed. ``min_wait_seconds``: not before this time, even if the
    back-off is shorter.
    """

    def __init__(self, reason: Exception, *, retryable: bool, min_wait_seconds: float = 0.0) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.retryable = retryable
        self.min_wait_seconds = min_wait_seconds


class Outcome(Enum):
    DONE = auto()
    RETRY = auto()
    """The item is queued again."""
    FAILED = auto()


@dataclass(frozen=True, slots=True)
class AttemptResult:
    outcome: Outcome
    error: Exception | None = None


class WorkQueue(ABC):
    """A queue of work items in one table. Subclasses say what an attempt is and how an item fails."""

    name: ClassVar[str]
    """Name in the log."""
    items: ClassVar[WorkItems]
    max_attempts: ClassVar[int]
    is_recovered_at_start: ClassVar[bool] = True
    """False: an item that a dead server had claimed waits for the end of its lease."""
    interrupted_values: ClassVar[Mapping[str, Any]] = {}
    """Column values of an item that fails because the server died in its last attempt."""

    def __init__(
        self, database: Database, *, now: Callable[[], datetime], backoff_seconds: Sequence[float]
    ) -> None:
        self.database = database
        self.now = now
        self.backoff_seconds = backoff_seconds
        """Waits before the second, third, … attempt; the last one repeats."""

    @abstractmethod
    async def attempt(self, claim: Claim) -> None:
        """Do the work and end the item under its claim. Raises AttemptFailed."""

    @abstractmethod
    async def give_up(self, claim: Claim, error: Exception) -> None:
        """End the item as failed: ``error`` cannot be retried, or the attempts are used up."""

    async def retry_later(self, claim: Claim, error: Exception, *, wait_seconds: float) -> None:
        """Queue the item for another attempt after ``error``."""
        del error
        await self.database.run(self.items.retry_later, claim, now=self.now(), wait_seconds=wait_seconds)

    async def put_back(self, claim: Claim) -> None:
        """Queue the item again without counting the attempt, which was interrupted from outside."""
        await self.database.run(self.items.put_back, claim, now=self.now())

    async def cap_waits(self) -> None:
        """At start-up and after a step of the clock: let no item wait longer than the back-off."""
        await self.database.run(
            self.items.cap_waits, now=self.now(), longest_seconds=max(self.backoff_seconds)
        )

    async def recover(self) -> None:
        """At start-up, queue items that a dead server had claimed."""
        await self.cap_waits()
        if self.is_recovered_at_start:
            await self.database.run(
                self.items.requeue_interrupted,
                now=self.now(),
                max_attempts=self.max_attempts,
                failed_values=self.interrupted_values,
            )

    async def is_ready(self, key: str) -> bool:
        """Whether a due item can be attempted now."""
        del key
        return True

    async def claim_next(
        self, *, only: ColumnElement[bool] | None = None, skip: Collection[str] = ()
    ) -> Claim | None:
        """Claim the first item that is due and ready; None if there is none."""
        for key in await self.database.read(self.items.list_due, now=self.now(), only=only):
            if key in skip or not await self.is_ready(key):
                continue
            claim = await self.database.run(self.items.claim, key=key, now=self.now())
            if claim is not None:
                return claim
        return None

    async def run(self, claim: Claim) -> AttemptResult:
        """Run one attempt and end, retry or fail the item.

        Raises OperationalError if the outcome cannot be written (a full disk, a locked database). The item is
        then still claimed, and the caller puts it back once the database can be written again.
        """
        try:
            return await self._run(claim)
        except asyncio.CancelledError:
            # If this cannot be written now, the next start or the end of the lease takes care of it.
            with suppress(OperationalError):
                await asyncio.shield(self.put_back(claim))
            raise

    async def _run(self, claim: Claim) -> AttemptResult:
        try:
            await self.attempt(claim)
        except AttemptFailed as failure:
            return await self._after_failure(claim, failure)
        except OperationalError:
            raise
        except Exception as error:
            log.exception("work_failed queue=%s item=%s", self.name, claim.key)
            await self.give_up(claim, error)
            return AttemptResult(Outcome.FAILED, error)
        return AttemptResult(Outcome.DONE)

    async def _after_failure(self, claim: Claim, failure: AttemptFailed) -> AttemptResult:
        log.warning(
            "work_attempt_failed queue=%s item=%s attempt=%d kind=%s retryable=%s",
            self.name,
            claim.key,
            claim.attempt,
            type(failure.reason).__name__,
            failure.retryable,
        )
        if not failure.retryable or claim.attempt >= self.max_attempts:
            await self.give_up(claim, failure.reason)
            return AttemptResult(Outcome.FAILED, failure.reason)
        wait = self.backoff_seconds[min(claim.attempt, len(self.backoff_seconds)) - 1]
        wait = max(wait, failure.min_wait_seconds)
        await self.retry_later(claim, failure.reason, wait_seconds=wait)
        return AttemptResult(Outcome.RETRY, failure.reason)


async def drain(queue: WorkQueue, *, max_attempts: int) -> AsyncIterator[AttemptResult]:
    """Run the due items one at a time, at most ``max_attempts``; for scheduled jobs."""
    for _ in range(max_attempts):
        claim = await queue.claim_next()
        if claim is None:
            return
        yield await queue.run(claim)
