"""Supervisor of one worker process: keeps it alive and sends jobs to it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable
from dataclasses import dataclass, replace

from models.engine_problems import EngineProblem, EngineProblemCode
from models.errors import StoreError, explain_problem
from models.ports import EngineState, EngineTimeout, EngineUnavailable
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
"""Returns the model to load; raises StoreError or OSError if it cannot. Called at every start."""

Examination = Callable[[], None]
"""Examines the files of a model that does not load; raises StoreError or OSError if they are damaged."""


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
        model: str = "",
        examine: Examination | None = None,
        launch: Launcher = launch_program,
        backoff: Backoff | None = None,
        loading_seconds: float = LOADING_SECONDS,
    ) -> None:
        """``model`` is the name or path that a problem with its files names."""
        self._kind = kind
        self._config = config
        self._model = model
        self._examine = examine
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
        self.problem: EngineProblem | None = None
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
        except (StoreError, OSError) as error:
            if self._task is None:
                self._set(EngineState.FAILED, explain_problem(error, self._model))

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
                reason = self.problem.reason if self.problem else f"The {self._kind} model is not running."
                raise EngineUnavailable(reason, problem=self.problem)
            self._changed.clear()
            await self._changed.wait()

    def _set(self, state: EngineState, problem: EngineProblem | None = None) -> None:
        self.state, self.problem = state, problem
        self._changed.set()

    async def _keep_alive(self) -> None:
        deaths = 0
        while True:
            try:
                config = await asyncio.to_thread(self._config)
            except (StoreError, OSError) as error:
                self._is_missing = True
                self._set(EngineState.FAILED, explain_problem(error, self._model))
                self._wake.clear()
                await self._wake.wait()
                continue
            was_ready = await self._live(config)
            self.restarts += 1
            deaths = 0 if was_ready else deaths + 1
            if deaths >= DEATHS_UNTIL_FAILED:
                self._set(EngineState.FAILED, self.problem)
                await self._look_for_damage()
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._backoff.delay(deaths))

    async def _look_for_damage(self) -> None:
        """Name damaged files as the problem: what the worker says about them is hard to understand."""
        if self._examine is None:
            return
        try:
            await asyncio.to_thread(self._examine)
        except (StoreError, OSError) as error:
            self._set(EngineState.FAILED, explain_problem(error, self._model))

    async def _live(self, config: frames.Header) -> bool:
        """Run one worker from start to end; return whether it became ready."""
        worker = await WorkerProcess.spawn(self._kind, config, self._launch)
        self._worker = worker
        was_ready = is_slow = False
        try:
            try:
                self._facts = await asyncio.wait_for(asyncio.shield(worker.ready), self._loading_seconds)
                was_ready = True
                self._set(EngineState.READY)
            except WorkerDied:
                pass
            except TimeoutError:
                # Jobs wait for the model and have no limit of their own before it is loaded.
                is_slow = True
                worker.kill()
            status = await worker.wait()
        except asyncio.CancelledError:
            await worker.close()
            raise
        finally:
            self._worker = None
        is_failed = self.state is EngineState.FAILED and not was_ready
        problem = _explain_slow_start(self._loading_seconds) if is_slow else _explain_exit(worker, status)
        if not was_ready and worker.stderr:
            # Written while loading, before it saw any job, so it contains no personal data.
            output = worker.stderr[-1]
            problem = replace(
                problem, reason=f"{problem.reason} Its last output: {output}", technical_text=output
            )
        self._set(EngineState.FAILED if is_failed or is_slow else EngineState.STARTING, problem)
        return was_ready


def _explain_slow_start(seconds: float) -> EngineProblem:
    return EngineProblem(
        EngineProblemCode.LOADING_TIMEOUT,
        f"The worker process did not load its model within {seconds:g} s.",
        {"seconds": seconds},
    )


def _explain_exit(worker: WorkerProcess, status: int) -> EngineProblem:
    if worker.was_killed:
        return EngineProblem(
            EngineProblemCode.WORKER_HUNG, "The worker process did not stop its job, so it was killed."
        )
    if status >= 0:
        return EngineProblem(
            EngineProblemCode.WORKER_ENDED,
            f"The worker process ended with status {status}.",
            {"status": status},
        )
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = str(-status)
    if name == signal.SIGKILL.name:
        return EngineProblem(
            EngineProblemCode.WORKER_KILLED,
            "The worker process was killed by SIGKILL, usually because memory ran out.",
        )
    return EngineProblem(
        EngineProblemCode.WORKER_CRASHED,
        f"The signal {name} ended the worker process.",
        {"signal": name},
    )
