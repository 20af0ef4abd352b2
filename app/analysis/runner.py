"""Writes the queued reports, one after the other; what was running when the server died is begun again."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress

from app.analysis import repository, rules, service
from app.analysis.analyse import analyse
from app.analysis.composing import ProgressListener
from app.core.errors import AppError
from app.core.ids import new_id
from app.core.state import AppState
from models.ports import ContextTooLong, EngineBusy, EngineError, Priority

log = logging.getLogger("greenroom.analysis")

IDLE_SECONDS = 5.0
"""How long the queue is left alone when nobody calls ``wake``: back-off ends, a transcript settles."""

INTERRUPTED = "The server stopped while it wrote this report. Please try again."
UNAVAILABLE = "The AI on this server was not available. Please try again."
UNEXPECTED = "The analysis stopped because of an unexpected error. Please try again."
TOO_LONG = "The transcript is too long for the model of this server."


class AnalysisRunner:
    """Two workers: one for any report, one only for those that a person waits for."""

    def __init__(
        self,
        state: AppState,
        *,
        is_ready: Callable[[str], bool] = lambda _interview_id: True,
        backoff_seconds: Sequence[float] = rules.BACKOFF_SECONDS,
    ) -> None:
        self._state = state
        self._is_ready = is_ready
        self._backoff_seconds = backoff_seconds
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._wakers: list[asyncio.Event] = []
        self._waiting: defaultdict[str, list[Future[None]]] = defaultdict(list)
        self._listeners: defaultdict[str, list[ProgressListener]] = defaultdict(list)
        self._taken: set[str] = set()

    async def start(self) -> None:
        """Queue again what a dead server left running, and begin to work."""
        await self._state.database.run(
            repository.requeue_interrupted, now=self._state.now(), error=INTERRUPTED
        )
        self._loop = asyncio.get_running_loop()
        self._wakers = [asyncio.Event(), asyncio.Event()]
        self._tasks = [
            asyncio.create_task(self._work(waker, interactive_only=index == 1))
            for index, waker in enumerate(self._wakers)
        ]

    async def stop(self) -> None:
        """End at once; a report in the middle goes back to the queue."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        for waiters in self._waiting.values():
            for waiter in waiters:
                waiter.cancel()
        self._waiting.clear()

    def wake(self) -> None:
        """Look at the queue now. Safe from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            for waker in self._wakers:
                self._loop.call_soon_threadsafe(waker.set)

    def expect(self, interview_id: str, on_progress: ProgressListener) -> Future[None]:
        """A future that is done when the interview's run has ended, well or badly.

        Ask for it before the run is queued, so that its end cannot be missed.
        """
        waiter: Future[None] = Future()
        self._waiting[interview_id].append(waiter)
        self._listeners[interview_id].append(on_progress)
        return waiter

    def _settle(self, interview_id: str) -> None:
        self._listeners.pop(interview_id, None)
        for waiter in self._waiting.pop(interview_id, []):
            if not waiter.done():
                waiter.set_result(None)

    async def _work(self, waker: asyncio.Event, *, interactive_only: bool) -> None:
        while True:
            waker.clear()
            try:
                is_done = await self._run_next(interactive_only=interactive_only)
            except Exception:
                log.exception("analysis_runner_error")
                is_done = False
            if not is_done:
                # Not wait_for: until Python 3.12 it loses a cancellation that meets its own timeout.
                with suppress(TimeoutError):
                    async with asyncio.timeout(IDLE_SECONDS):
                        await waker.wait()

    async def _run_next(self, *, interactive_only: bool) -> bool:
        """Write one report that is due; False when there is none."""
        database = self._state.database
        due = await database.read(
            repository.list_due, now=self._state.now(), interactive_only=interactive_only
        )
        for interview_id in due:
            if interview_id in self._taken or not self._is_ready(interview_id):
                continue
            claim_id = new_id()
            if await database.run(
                repository.claim, interview_id=interview_id, claim_id=claim_id, now=self._state.now()
            ):
                self._taken.add(interview_id)
                try:
                    await self._run(interview_id, claim_id)
                finally:
                    self._taken.discard(interview_id)
                return True
        return False

    async def _run(self, interview_id: str, claim_id: str) -> None:
        try:
            is_settled = await self._write(interview_id, claim_id)
        except asyncio.CancelledError:
            await asyncio.shield(
                self._state.database.run(service.give_back, claim_id=claim_id, now=self._state.now())
            )
            raise
        if is_settled:
            self._settle(interview_id)

    async def _write(self, interview_id: str, claim_id: str) -> bool:
        """One attempt; False when there will be another."""
        database = self._state.database
        try:
            material = await database.read(service.read_material, interview_id=interview_id)
            analysis = await analyse(
                self._state.engines,
                transcript=material.transcript,
                background=material.background,
                questions=material.questions,
                language=material.language,
                priority=lambda: self._priority(interview_id),
                on_progress=lambda stage, share: self._report(interview_id, stage, share),
            )
            await database.run(
                service.store_report, claim_id=claim_id, analysis=analysis, now=self._state.now()
            )
        except EngineError as error:
            return await self._after_engine_error(interview_id, claim_id, error)
        except AppError as error:
            await self._fail(claim_id, error.message)
        except Exception:
            log.exception("analysis_failed interview_id=%s", interview_id)
            await self._fail(claim_id, UNEXPECTED)
        else:
            log.info(
                "analysis_completed interview_id=%s duration_ms=%d missing=%d",
                interview_id,
                analysis.generation.duration_ms,
                len(analysis.missing),
            )
        return True

    async def _after_engine_error(self, interview_id: str, claim_id: str, error: EngineError) -> bool:
        log.warning("analysis_engine_error interview_id=%s kind=%s", interview_id, type(error).__name__)
        record = await self._state.database.read(repository.find, interview_id=interview_id)
        attempts = record.attempts if record is not None else rules.MOST_ATTEMPTS
        if not error.retryable or attempts >= rules.MOST_ATTEMPTS:
            await self._fail(claim_id, TOO_LONG if isinstance(error, ContextTooLong) else UNAVAILABLE)
            return True
        wait = self._backoff_seconds[min(attempts, len(self._backoff_seconds)) - 1]
        if isinstance(error, EngineBusy):
            wait = max(wait, float(error.retry_after_seconds))
        await self._state.database.run(
            service.store_failure,
            claim_id=claim_id,
            error=UNAVAILABLE,
            retry_in_seconds=wait,
            now=self._state.now(),
        )
        return False

    async def _fail(self, claim_id: str, message: str) -> None:
        await self._state.database.run(
            service.store_failure,
            claim_id=claim_id,
            error=message,
            retry_in_seconds=None,
            now=self._state.now(),
        )

    def _priority(self, interview_id: str) -> Priority:
        return Priority.INTERACTIVE if self._waiting.get(interview_id) else Priority.BACKGROUND

    def _report(self, interview_id: str, stage: str, share: float) -> None:
        for listener in self._listeners.get(interview_id, ()):
            listener(stage, share)
