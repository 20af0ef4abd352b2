"""Supervisor's handle of a worker process: spawn it, send and receive frames, detect its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Protocol

from models.worker import frames

STDERR_LINES = 20
STREAM_LIMIT_BYTES = 1024 * 1024
CANCEL_SECONDS = 10.0
"""A worker that has not reacted to a cancellation after this time is considered hung and killed."""

EventListener = Callable[[frames.Header], None]


class WorkerDied(Exception):
    """The process ended during a job, or before it had loaded its model."""


class WorkerJob:
    """A submitted job; ``result`` becomes its last frame."""

    def __init__(self, identifier: int, on_event: EventListener | None) -> None:
        self.id = identifier
        self.on_event = on_event
        self.result: asyncio.Future[frames.Header] = asyncio.get_running_loop().create_future()


class ChildProcess(Protocol):
    """The part of ``asyncio.subprocess.Process`` that a worker process must provide."""

    @property
    def pid(self) -> int | None: ...
    @property
    def returncode(self) -> int | None: ...
    @property
    def stdin(self) -> asyncio.StreamWriter | None: ...
    @property
    def stdout(self) -> asyncio.StreamReader | None: ...
    @property
    def stderr(self) -> asyncio.StreamReader | None: ...
    async def wait(self) -> int: ...
    def kill(self) -> None: ...


Launcher = Callable[[str], Awaitable[ChildProcess]]
"""Starts a worker of a kind, which waits for its configuration."""


async def launch_program(kind: str) -> asyncio.subprocess.Process:
    """Start a worker as a separate program."""
    # Not in a new session: the kernel would schedule it as a group and ignore its niceness.
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "models.worker", kind,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        limit=STREAM_LIMIT_BYTES,
        env=make_environment(),
    )  # fmt: skip


class WorkerProcess:
    """A running child. It ends when its stdin closes, and therefore also when this process is killed."""

    def __init__(self, process: ChildProcess) -> None:
        self._process = process
        self._jobs: dict[int, WorkerJob] = {}
        self._ids = count(1)
        self.ready: asyncio.Future[frames.Header] = asyncio.get_running_loop().create_future()
        self._has_ended = False
        self.was_killed = False
        """Whether ``kill`` was called."""
        self.stderr: deque[str] = deque(maxlen=STDERR_LINES)
        self._readers = [
            asyncio.create_task(self._read_frames(), name="worker-frames"),
            asyncio.create_task(self._read_stderr(), name="worker-stderr"),
        ]

    @classmethod
    async def spawn(cls, kind: str, config: frames.Header, launch: Launcher) -> WorkerProcess:
        """Start a process that loads the configured model; ``ready`` is set when it has."""
        worker = cls(await launch(kind))
        await worker._send(frames.pack(config))
        return worker

    @property
    def pid(self) -> int | None:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return not self._has_ended and self._process.returncode is None

    async def wait(self) -> int:
        """Wait for the end and return the exit status (negative: killed by a signal)."""
        status = await self._process.wait()
        await asyncio.gather(*self._readers)
        return status

    async def submit(
        self, header: frames.Header, blob: bytes = b"", on_event: EventListener | None = None
    ) -> WorkerJob:
        """Send a job. Its ``result`` may raise WorkerDied."""
        job = WorkerJob(next(self._ids), on_event)
        self._jobs[job.id] = job
        if not self.is_alive:
            self._fail_jobs()
            return job
        await self._send(frames.pack({"op": "run", **header, "job": job.id}, blob))
        return job

    async def cancel(self, job: WorkerJob) -> None:
        """Tell the worker to stop this job; kill it if it does not react."""
        job.on_event = None
        if job.result.done():
            return
        await self._send(frames.pack({"op": "cancel", "job": job.id}))
        deadline = asyncio.get_running_loop().call_later(CANCEL_SECONDS, self.kill)
        job.result.add_done_callback(lambda _: deadline.cancel())

    def kill(self) -> None:
        """End the process at once."""
        self.was_killed = True
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def close(self, grace_seconds: float = 2.0) -> None:
        """Close stdin, which ends a healthy worker; kill one that stays."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(asyncio.shield(self._process.wait()), grace_seconds)
        except TimeoutError:
            self.kill()
        await self.wait()

    async def _send(self, data: bytes) -> None:
        if self._process.stdin is None:
            return
        # If the worker has died, the reader of its stdout notices.
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._process.stdin.write(data)
            await self._process.stdin.drain()

    async def _read_frames(self) -> None:
        assert self._process.stdout is not None
        while (frame := await frames.read_async(self._process.stdout)) is not None:
            self._dispatch(frame[0])
        self._has_ended = True
        self._fail_jobs()
        if not self.ready.done():
            self.ready.set_exception(WorkerDied())
            self.ready.exception()

    def _dispatch(self, header: frames.Header) -> None:
        event = header.pop("event")
        if event == "ready":
            # Canceled when the server stops while the model is still loading.
            if not self.ready.done():
                self.ready.set_result(header)
            return
        identifier = header.pop("job")
        job = self._jobs.get(identifier)
        if job is None:
            return
        if event == "token":
            if job.on_event is not None:
                job.on_event(header)
            return
        del self._jobs[identifier]
        if not job.result.done():
            job.result.set_result({"event": event, **header})

    def _fail_jobs(self) -> None:
        for job in self._jobs.values():
            if not job.result.done():
                job.result.set_exception(WorkerDied())
                # Mark the exception as retrieved: a cancelled caller never does.
                job.result.exception()
        self._jobs.clear()

    async def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        while line := await self._process.stderr.readline():
            self.stderr.append(line.decode("utf-8", "replace").rstrip())


_PASSED_ON = frozenset(
    (
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT",
        "LD_LIBRARY_PATH", "LD_PRELOAD", "DYLD_LIBRARY_PATH", "VIRTUAL_ENV", "XDG_CACHE_HOME",
    )
)  # fmt: skip
_PASSED_ON_PREFIXES = (
    "LC_",
    "OMP_",
    "GOMP_",
    "KMP_",
    "MKL_",
    "OPENBLAS_",
    "GGML_",
    "LLAMA_",
    "CUDA_",
    "NVIDIA_",
)
"""Variables for the native libraries of a worker.

Settings, passwords and keys of the server are not among them: a worker needs none, and native code that
processes untrusted text must not have them.
"""


def make_environment() -> dict[str, str]:
    """The worker's environment: this package on its path, and OpenMP threads that sleep while they wait.

    Otherwise they spin at each barrier. With as many threads as cores and another worker on the same cores,
    that made decoding ten times slower (measured: 4 instead of 40 tokens per second). A short spin remains:
    without it, a quiet machine decodes a third slower.
    """
    package_parent = str(Path(__file__).resolve().parents[2])
    paths = [package_parent, *filter(None, [os.environ.get("PYTHONPATH")])]
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)
    }
    return (
        {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "5000"}
        | inherited
        | {"PYTHONPATH": os.pathsep.join(paths)}
    )
