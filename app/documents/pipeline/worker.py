"""Works off the queue of documents, whoever waits or left; the queue itself lies in the database."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy.exc import OperationalError

from app.core.state import AppState
from app.documents import repository, rules
from app.documents.pipeline.assessment import Assessor, Claimed
from app.documents.pipeline.attempt import ClaimedDocument, DocumentProcessor
from app.documents.pipeline.progress import Listener, ProgressBoard
from app.documents.schemas import DocumentProgress, ProgressView
from app.documents.storage import sweep_files

log = logging.getLogger("greenroom.documents")

IDLE_SECONDS = 5.0
"""How long the queue is left alone when nobody calls ``wake``: a back-off ends, a disk has room again."""


class DocumentRunner:
    """Two workers, so that one document is read while the model has another.

    Readings go first, those that somebody waits for before the rest; the first worker writes the
    assessments of imported documents when there is nothing to read.
    """

    def __init__(
        self,
        state: AppState,
        *,
        backoff_seconds: tuple[float, ...] = rules.BACKOFF_SECONDS,
        assessment_backoff_seconds: tuple[float, ...] = rules.ASSESSMENT_BACKOFF_SECONDS,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._state = state
        self.idle_seconds = idle_seconds
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wakers: list[asyncio.Event] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._running: dict[str, asyncio.Task[None]] = {}
        self._waiting: defaultdict[str, list[Future[None]]] = defaultdict(list)
        self._news: asyncio.Queue[tuple[str, DocumentProgress]] = asyncio.Queue()
        self._board = ProgressBoard(lambda owner_id, news: self._news.put_nowait((owner_id, news)))
        self.processor = DocumentProcessor(state, self._board, backoff_seconds=backoff_seconds)
        self._assessor = Assessor(state, self._board, backoff_seconds=assessment_backoff_seconds)

    # --- life -----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Queue again what a dead server left in the middle, remove files of no document, begin to work."""
        database = self._state.database
        await database.run(repository.requeue_interrupted, now=self._state.now())
        await self._assessor.requeue_interrupted()
        await database.read(sweep_files, folder=self._state.settings.documents_dir)
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Queue()
        self._wakers = [asyncio.Event(), asyncio.Event()]
        self._tasks = [
            asyncio.create_task(self._work(waker, takes_assessments=index == 0))
            for index, waker in enumerate(self._wakers)
        ]
        self._tasks.append(asyncio.create_task(self._tell()))

    async def stop(self) -> None:
        """End at once; what is in the middle goes back to the queue."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        for waiters in self._waiting.values():
            for waiter in waiters:
                waiter.cancel()
        self._waiting.clear()

    # --- what others ask ------------------------------------------------------------------------

    def wake(self) -> None:
        """Look at the queue now. Safe from any thread."""
        self._soon(self._wake)

    def announce(self, owner_id: str, progress: DocumentProgress) -> None:
        """Show a document that was just queued, and look at the queue. Safe from any thread."""

        def show() -> None:
            self._board.show(owner_id, progress)
            self._wake()

        self._soon(show)

    def forget(self, document_ids: Collection[str]) -> None:
        """These documents were deleted: end the work on them. Safe from any thread."""

        def end() -> None:
            for document_id in document_ids:
                self._board.remove(document_id)
                if document_id in self._running:
                    self._running[document_id].cancel()
                self._settle(document_id)

        self._soon(end)

    def expect(self, document_id: str) -> Future[None]:
        """A future that is done when the processing has ended, well or badly, or the document is gone.

        Ask for it before looking whether it has ended already, so that the end cannot be missed.
        """
        waiter: Future[None] = Future()
        self._waiting[document_id].append(waiter)
        return waiter

    def expect_no_more(self, document_id: str, waiter: Future[None]) -> None:
        """The caller of ``expect`` no longer waits."""
        waiter.cancel()
        left = [other for other in self._waiting.pop(document_id, []) if other is not waiter]
        if left:
            self._waiting[document_id] = left

    def listen(self, document_id: str, listener: Listener) -> Callable[[], None]:
        """Have ``listener`` hear how far the document is; returns what ends that."""
        return self._board.listen(document_id, listener)

    def progress_of(self, document_id: str) -> ProgressView | None:
        """None for a document that nobody works on. Safe from any thread."""
        return self._board.of(document_id)

    # --- the workers ----------------------------------------------------------------------------

    def _soon(self, function: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function)

    def _wake(self) -> None:
        for waker in self._wakers:
            waker.set()

    def _settle(self, document_id: str) -> None:
        for waiter in self._waiting.pop(document_id, []):
            if not waiter.done():
                waiter.set_result(None)

    async def _tell(self) -> None:
        """Hand the news to the hooks, one after the other: they arrive in order."""
        while True:
            owner_id, news = await self._news.get()
            for hook in self._state.hooks.document_progressed:
                try:
                    await hook(owner_id, news)
                except Exception:
                    log.exception("document_progress_not_told document_id=%s", news.document_id)

    async def _work(self, waker: asyncio.Event, *, takes_assessments: bool) -> None:
        while True:
            waker.clear()
            try:
                is_done = await self._run_next()
                if not is_done and takes_assessments:
                    is_done = await self._assess_next()
            except Exception:
                log.exception("document_runner_error")
                is_done = False
            if not is_done:
                # Not wait_for: until Python 3.12 it loses a cancellation that meets its own timeout.
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.idle_seconds):
                        await waker.wait()

    async def _run_next(self) -> bool:
        """Process one document that is due; False when there is none."""
        claimed = await self.processor.claim_next()
        if claimed is None:
            return False
        await self._guard(claimed.document_id, self._process(claimed))
        # Its twin waited for it, and may be begun by the other worker.
        self._wake()
        return True

    async def _process(self, claimed: ClaimedDocument) -> None:
        try:
            is_settled = await self.processor.run(claimed)
        except OperationalError:
            # A full disk, a locked database: no fault of the document. It is tried until it works.
            log.exception("document_not_written document_id=%s", claimed.document_id)
            await self._when_possible(partial(self.processor.put_back, claimed))
            return
        except Exception:
            log.exception("document_failed document_id=%s", claimed.document_id)
            await self.processor.fail(claimed, rules.UNEXPECTED, "PROCESSING_FAILED")
            is_settled = True
        if is_settled:
            self._settle(claimed.document_id)

    async def _assess_next(self) -> bool:
        claimed = await self._assessor.claim_next()
        if claimed is None:
            return False
        await self._guard(claimed.document_id, self._assess(claimed))
        return True

    async def _assess(self, claimed: Claimed) -> None:
        try:
            await self._assessor.run(claimed)
        except OperationalError:
            log.exception("assessment_not_written document_id=%s", claimed.document_id)
            await self._when_possible(partial(self._assessor.put_back, claimed))
        except Exception:
            log.exception("assessment_failed document_id=%s", claimed.document_id)
            await self._assessor.give_up(claimed)

    async def _guard(self, document_id: str, work: Coroutine[Any, Any, None]) -> None:
        """Run the work on one document so that ``forget`` can end it, and it alone."""
        task = asyncio.create_task(work)
        self._running[document_id] = task
        try:
            await task
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is not None and current.cancelling():
                # The server stops; the work was cancelled with its worker and has put itself back.
                raise
        finally:
            self._running.pop(document_id, None)

    async def _when_possible(self, write: Callable[[], Awaitable[None]]) -> None:
        """Try until the database can be written: a full disk gets room without a restart."""
        while True:
            await asyncio.sleep(self.idle_seconds)
            try:
                await write()
            except OperationalError:
                continue
            return
