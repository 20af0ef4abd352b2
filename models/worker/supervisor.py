"""Supervisor of one worker process: keeps it alive and sends jobs to it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from dataclasses import dataclass

from models.errors import StoreError
from models.ports import EngineError, EngineState, EngineTimeout, EngineUnavailable
from models.worker import frames
from models.worker.process import EventListener, Launcher, WorkerDied, WorkerProcess, launch_program

FIRST_DELAY_SECONDS = 0.2
MAX_DELAY_SECONDS = 30.0
DEATHS_UNTIL_FAILED = 3
"""After this many deaths in a row while loading, the engine counts as failed until it becomes ready."""
ATTEMPTS_PER_JOB = 2
LOADING_SECONDS = 300.0
"""Longest time to load a model: weights of 10 GB from a slow disk take two minutes."""
TIMEOUT_GRACE_SECONDS = 2.0

ConfigSource = Callable[[], frames.Header]
"""Returns the model to load; raises StoreError if it is missing. Called at every start."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """Wait before the next start, by the number of deaths in a row while loading."""

    first_seconds: float = FIRST_DELAY_SECONDS
    max_seconds: float = MAX_DELAY_SECONDS

    def delay(self, deaths: int) -> float:
        return float(min(self.first_seconds * 4 ** max(0, deaths - 1), self.max_seconds))


class Supervisor:
    """Starts a worker, restarts it whenever it dies, and runs jobs on it."""

    def __init__(
        self,
        kind: str,
        config: ConfigSource,
        *,
        launch: Launcher = launch_program,
        backoff: Backoff | None = None,
        loading_seconds: float = LOADING_SECONDS,
    ) -> None:
        self._kind = kind
        self._config = config
        self._launch = launch
        self._loading_seconds = loading_seconds
        self._backoff = backoff or Backoff()
        self._worker: WorkerProcess | None = None
        self._facts: frames.Header = {}
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._wake = asyncio.Event()
        self._is_missing = False
        self._is_closed = False
        self.state = EngineState.STOPPED
        self.detail = ""
        self.restarts = 0

    @property
    def pid(self) -> int | None:
        return self._worker.pid if self._worker is not None and self._worker.is_alive else None

    def start(self) -> None:
        """Start the worker in the background."""
        self._is_closed = False
        if self._task is None or self._task.done():
            self._set(EngineState.STARTING)
            self._task = asyncio.create_task(self._keep_alive(), name=f"supervise-{self._kind}")

    async def prepare(self) -> None:
        """Check that there is a model, without loading it: the state is FAILED if there is none."""
        try:
            await asyncio.to_thread(self._config)
        except (StoreError, EngineError) as error:
            if self._task is None:
                self._set(EngineState.FAILED, str(error))

    async def stop(self) -> None:
        """Stop the worker until the next start."""
        self._is_closed = True
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._set(EngineState.STOPPED)

    async def facts(self) -> frames.Header:
        """Facts that the worker reported about its model. Raises EngineUnavailable."""
        await self._ready_worker()
        return self._facts

    async def run(
        self,
        header: frames.Header,
        blob: bytes = b"",
        *,
        timeout_seconds: float,
        on_event: EventListener | None = None,
        on_retry: Callable[[], None] | None = None,
    ) -> frames.Header:
        """Run one job and return its last frame; if the worker dies, the job is tried once more.

        Cancelling the caller cancels the job. Raises EngineUnavailable, EngineTimeout.
        """
        for attempt in range(ATTEMPTS_PER_JOB):
            worker = await self._ready_worker()
            job = await worker.submit(header, blob, on_event)
            try:
                return await asyncio.wait_for(asyncio.shield(job.result), timeout_seconds)
            except WorkerDied:
                if on_retry is not None and attempt == 0:
                    on_retry()
            except TimeoutError:
                await worker.cancel(job)
                await asyncio.wait([job.result], timeout=TIMEOUT_GRACE_SECONDS)
                if not job.result.done():
                    worker.kill()
                raise EngineTimeout(
                    f"The {self._kind} model needed more than {timeout_seconds:g} s."
                ) from None
            except asyncio.CancelledError:
                await worker.cancel(job)
                raise
        raise EngineUnavailable(f"The {self._kind} worker process died twice on the same job.")

    async def _ready_worker(self) -> WorkerProcess:
        if not self._is_closed:
            self.start()
        if self._is_missing:
            # The model may have been installed since: check now, not at the next start.
            self._set(EngineState.STARTING)
            self._is_missing = False
            self._wake.set()
        while True:
            worker = self._worker
            if self.state is EngineState.READY and worker is not None and worker.is_alive:
                return worker
            if self.state in {EngineState.FAILED, EngineState.STOPPED}:
                raise EngineUnavailable(self.detail or f"The {self._kind} model is not running.")
            self._changed.clear()
            await self._changed.wait()

    def _set(self, state: EngineState, detail: str = "") -> None:
        self.state, self.detail = state, detail
        self._changed.set()

    async def _keep_alive(self) -> None:
        deaths = 0
        while True:
            try:
                config = await asyncio.to_thread(self._config)
            except (StoreError, EngineError) as error:
                self._is_missing = True
                self._set(EngineState.FAILED, str(error))
                self._wake.clear()
                await self._wake.wait()
                continue
            was_ready = await self._live(config)
            self.restarts += 1
            deaths = 0 if was_ready else deaths + 1
            if deaths >= DEATHS_UNTIL_FAILED:
                self._set(EngineState.FAILED, self.detail)
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._backoff.delay(deaths))

    async def _live(self, config: frames.Header) -> bool:
        """Run one worker from start to end; return whether it became ready."""
        worker = await WorkerProcess.spawn(self._kind, config, self._launch)
        self._worker = worker
        was_ready = is_hanging = False
        try:
            try:
                self._facts = await asyncio.wait_for(asyncio.shield(worker.ready), self._loading_seconds)
                was_ready = True
                self._set(EngineState.READY)
            except WorkerDied:
                pass
            except TimeoutError:
                # Jobs wait for the model and have no limit of their own before it is loaded.
                is_hanging = True
                worker.kill()
            status = await worker.wait()
        except asyncio.CancelledError:
            await worker.close()
            raise
        finally:
            self._worker = None
        is_failed = self.state is EngineState.FAILED and not was_ready
        detail = f"The worker process {_describe_exit(status)}."
        if is_hanging:
            detail = f"The worker process did not load its model within {self._loading_seconds:g} s."
        if not was_ready and worker.stderr:
            # Written while loading, before it saw any job, so it contains no personal data.
            detail += f" Its last output: {worker.stderr[-1]}"
        self._set(EngineState.FAILED if is_failed or is_hanging else EngineState.STARTING, detail)
        return was_ready


def _describe_exit(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"
