"""Progress of slow calls, and their end when the caller hangs up.

The browser names a slow call by a header of its own making (``X-Operation-Id``) and asks
``GET /api/operations/{id}`` how far it is. Progress lives in memory only: it is worth nothing
after a restart.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable
from typing import Annotated, TypeVar

import anyio
from fastapi import APIRouter, Depends, Header, Request

from app.core.errors import AppError, NotFound
from app.core.schemas import ApiSchema, Data

T = TypeVar("T")

_REMEMBERED = 500


class OperationProgress(ApiSchema):
    stage: str
    share: float
    queue_position: int | None
    elapsed_seconds: float
    detail: str
    done: bool


class Operation:
    """What one slow call tells about itself. Safe to call from any thread."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._stage = "starting"
        self._share = 0.0
        self._queue_position: int | None = None
        self._detail = ""
        self._ended: float | None = None

    def report(
        self,
        *,
        stage: str | None = None,
        share: float | None = None,
        queue_position: int | None = None,
        detail: str | None = None,
    ) -> None:
        """Say what is being done. ``share`` is 0 to 1; a queue position of 0 means running."""
        if stage is not None:
            self._stage = stage
        if share is not None:
            self._share = min(1.0, max(self._share, share))
        if queue_position is not None:
            self._queue_position = queue_position
        if detail is not None:
            self._detail = detail

    def finish(self) -> None:
        self._ended = time.monotonic()

    def progress(self) -> OperationProgress:
        end = self._ended if self._ended is not None else time.monotonic()
        return OperationProgress(
            stage=self._stage,
            share=self._share,
            queue_position=self._queue_position,
            elapsed_seconds=round(end - self._started, 1),
            detail=self._detail,
            done=self._ended is not None,
        )


class Operations:
    """The last few hundred operations, by caller and name."""

    def __init__(self) -> None:
        self._by_key: OrderedDict[tuple[str, str], Operation] = OrderedDict()

    def begin(self, key: tuple[str, str]) -> Operation:
        operation = Operation()
        self._by_key[key] = operation
        self._by_key.move_to_end(key)
        while len(self._by_key) > _REMEMBERED:
            self._by_key.popitem(last=False)
        return operation

    def find(self, key: tuple[str, str]) -> Operation | None:
        return self._by_key.get(key)


class CallerGone(AppError):
    code = "CALLER_GONE"
    status = 499


async def run_cancellable(request: Request, work: Awaitable[T]) -> T:
    """Await ``work``, but cancel it when the HTTP caller has hung up. Raises CallerGone then."""
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
        raise CallerGone("The caller went away.") from None
    finally:
        watcher.cancel()


def caller_key(request: Request) -> str:
    """Who may read the progress: whoever holds the same Authorization header."""
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
    """How far a slow call of the same caller is."""
    operations: Operations = request.app.state.greenroom.operations
    operation = operations.find((caller_key(request), operation_id))
    if operation is None:
        raise NotFound("There is no such operation.")
    return Data(data=operation.progress())
