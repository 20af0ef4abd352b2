"""Progress and cancellation of slow requests.

The browser gives a slow request an ID of its own (the header ``X-Operation-Id``) and polls
``GET /api/operations/{id}`` for its progress. Progress is kept in memory only; it is worth nothing
after a restart.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable
from enum import StrEnum
from typing import Annotated, TypeVar

import anyio
from fastapi import APIRouter, Depends, Header, Request

from app.core.errors import AppError, NotFound
from app.core.schemas import ApiSchema, Data

T = TypeVar("T")

MAX_REMEMBERED = 500


class OperationStage(StrEnum):
    """Steps of all slow requests, as codes; the browser has the words in each language."""

    STARTING = "starting"
    QUEUED = "queued"
    DONE = "done"
    # Documents
    READING = "reading"
    UNDERSTANDING = "understanding"
    ASSESSING = "assessing"
    FINALIZING = "finalizing"
    # Recordings
    TRANSCRIBING = "transcribing"
    # Questions
    WRITING_QUESTIONS = "writing_questions"
    # Reports
    READING_TRANSCRIPT = "reading_transcript"
    DESCRIBING_STRENGTHS = "describing_strengths"
    DESCRIBING_CONCERNS = "describing_concerns"
    WRITING_SUMMARY = "writing_summary"
    WRITING_ASSESSMENTS = "writing_assessments"
    CHOOSING_QUOTES = "choosing_quotes"
    WRITING_FOLLOW_UPS = "writing_follow_ups"


class OperationProgress(ApiSchema):
    stage: OperationStage
    share: float
    """Completed share, 0 to 1."""
    queue_position: int | None
    elapsed_seconds: float
    step: int | None
    """Completed steps, if the operation counts them."""
    step_count: int | None
    done: bool


class Operation:
    """Progress of one slow request. Safe to report from any thread."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._stage = OperationStage.STARTING
        self._share = 0.0
        self._queue_position: int | None = None
        self._steps: tuple[int, int] | None = None
        self._ended: float | None = None

    def report(
        self,
        *,
        stage: str | None = None,
        share: float | None = None,
        queue_position: int | None = None,
        steps: tuple[int, int] | None = None,
    ) -> None:
        """Update the progress.

        ``stage`` is a value of OperationStage, ``share`` is 0 to 1 and never falls, ``steps`` is
        (completed, total), and a queue position of 0 means running.
        """
        if stage is not None:
            self._stage = OperationStage(stage)
        if share is not None:
            self._share = min(1.0, max(self._share, share))
        if queue_position is not None:
            self._queue_position = queue_position
        if steps is not None:
            self._steps = steps

    def finish(self) -> None:
        self._ended = time.monotonic()

    def progress(self) -> OperationProgress:
        end = self._ended if self._ended is not None else time.monotonic()
        step, step_count = self._steps or (None, None)
        return OperationProgress(
            stage=self._stage,
            share=self._share,
            queue_position=self._queue_position,
            elapsed_seconds=round(end - self._started, 1),
            step=step,
            step_count=step_count,
            done=self._ended is not None,
        )


class Operations:
    """The most recent operations, by caller and operation ID."""

    def __init__(self) -> None:
        self._by_key: OrderedDict[tuple[str, str], Operation] = OrderedDict()

    def begin(self, key: tuple[str, str]) -> Operation:
        operation = Operation()
        self._by_key[key] = operation
        self._by_key.move_to_end(key)
        while len(self._by_key) > MAX_REMEMBERED:
            self._by_key.popitem(last=False)
        return operation

    def find(self, key: tuple[str, str]) -> Operation | None:
        return self._by_key.get(key)


class CallerGone(AppError):
    code = "CALLER_GONE"
    status = 499


async def run_cancellable(request: Request, work: Awaitable[T]) -> T:
    """Await ``work``; cancel it and raise CallerGone when the HTTP caller disconnects."""
    task = asyncio.ensure_future(work)

    async def watch() -> None:
        while not task.done():
            if await request.is_disconnected():
                task.cancel()
                return
            await anyio.sleep(0.5)

    watcher = asyncio.create_task(watch())
    try:
        return await task
    except asyncio.CancelledError:
        current = asyncio.current_task()
        if current is not None and current.cancelling():
            task.cancel()
            raise
        raise CallerGone("The caller disconnected.") from None
    finally:
        watcher.cancel()


def caller_key(request: Request) -> str:
    """Identity of the caller: only the same Authorization header may read the progress."""
    return request.headers.get("authorization", "")


async def get_operation(
    request: Request,
    x_operation_id: Annotated[str | None, Header(max_length=64)] = None,
) -> AsyncIterator[Operation]:
    operations: Operations = request.app.state.greenroom.operations
    operation = operations.begin((caller_key(request), x_operation_id)) if x_operation_id else Operation()
    try:
        yield operation
    finally:
        operation.finish()


OperationDep = Annotated[Operation, Depends(get_operation, scope="function")]

router = APIRouter(prefix="/api/operations", tags=["operations"])


@router.get("/{operation_id}")
async def read_operation(request: Request, operation_id: str) -> Data[OperationProgress]:
    """Progress of a slow request of the same caller."""
    operations: Operations = request.app.state.greenroom.operations
    operation = operations.find((caller_key(request), operation_id))
    if operation is None:
        raise NotFound("This operation was not found. It may have finished.")
    return Data(data=operation.progress())
