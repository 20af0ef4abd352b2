"""The server's side of the fork server: starts it, and requests workers (ADR 0056)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys

from models.worker.process import STREAM_LIMIT_BYTES, make_environment


class ForkedProcess:
    """A worker of the fork server: the part of ``asyncio.subprocess.Process`` that WorkerProcess needs."""

    def __init__(
        self,
        parent: asyncio.subprocess.Process,
        stdin: asyncio.StreamWriter,
        stdout: asyncio.StreamReader,
        stderr: asyncio.StreamReader,
        report: asyncio.StreamReader,
    ) -> None:
        self.pid: int | None = None
        """None before it is forked: the fork server imports its libraries first."""
        self.returncode: int | None = None
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self._parent = parent
        self._end = asyncio.create_task(self._follow(report), name="forked-worker")

    async def wait(self) -> int:
        """Wait for the end and return the exit status (negative: killed by a signal)."""
        return await asyncio.shield(self._end)

    def kill(self) -> None:
        """End the process at once; before it is forked, the fork server."""
        if self.pid is None:
            self._parent.kill()
        else:
            os.kill(self.pid, signal.SIGKILL)

    async def _follow(self, report: asyncio.StreamReader) -> int:
        if pid := await report.readline():
            self.pid = int(pid)
        if status := await report.readline():
            self.returncode = int(status)
        else:
            # The fork server has died, so nobody would report the end of this worker: it is killed now.
            with contextlib.suppress(ProcessLookupError):
                self.kill()
            self.returncode = await self._parent.wait()
        self.stdin.close()
        return self.returncode


class ForkServer:
    """The process that forks workers. It starts with the first of them, and again if it was killed."""

    def __init__(self, *, nice: int) -> None:
        """``nice`` is the niceness of the process and of its workers, 0 to 19."""
        self._nice = nice
        self._running: tuple[asyncio.subprocess.Process, socket.socket] | None = None
        self._lock = asyncio.Lock()

    async def launch(self, kind: str) -> ForkedProcess:
        """Request a worker. It is forked once the libraries are imported."""
        parent, requests = await self._ensure_running()
        own, stdin = socket.socketpair()
        _, writer = await asyncio.open_unix_connection(sock=own)
        readers, pipes = zip(*[await _open_pipe() for _ in range(3)], strict=True)
        # If the fork server has just died, nobody has the other ends: the streams end, as if a worker died.
        with contextlib.suppress(OSError):
            socket.send_fds(requests, [kind.encode()], [stdin.fileno(), *pipes])
        stdin.close()
        for pipe in pipes:
            os.close(pipe)
        return ForkedProcess(parent, writer, *readers)

    async def stop(self) -> None:
        """End the process. Its workers must have ended."""
        async with self._lock:
            if self._running is None:
                return
            process, requests = self._running
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            requests.close()

    async def _ensure_running(self) -> tuple[asyncio.subprocess.Process, socket.socket]:
        async with self._lock:
            if self._running is not None:
                process, requests = self._running
                if process.returncode is None:
                    return self._running
                requests.close()
            requests, stdin = socket.socketpair(type=socket.SOCK_SEQPACKET)
            with stdin:
                process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "models.worker", "fork_server", str(self._nice),
                    stdin=stdin.fileno(), stdout=asyncio.subprocess.DEVNULL,
                    env=make_environment(),
                )  # fmt: skip
            self._running = process, requests
            return self._running


async def _open_pipe() -> tuple[asyncio.StreamReader, int]:
    """A pipe's reading end, and the descriptor of its writing end."""
    source, target = os.pipe()
    reader = asyncio.StreamReader(limit=STREAM_LIMIT_BYTES)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(source, "rb")
    )
    return reader, target
