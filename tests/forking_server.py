"""Servers that fork from one process that has imported the server, for tests with many restarts.

A start takes half a second of processor time instead of four, on a database that is up to date. Everything
after the imports is the same: each server is a process of its own, with its own connections and locks, that
opens the database files and can be killed.

Run as a module, this is that process: each line on its standard input starts a server. It prints the
process id of the server, and the exit status when it has ended.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from typing import NoReturn

from tests.child_processes import within
from tests.server_process import ServerProcess


@dataclass
class ForkedServer:
    """One server; the part of ``asyncio.subprocess.Process`` that ServerProcess needs."""

    pid: int
    parent: Process
    returncode: int | None = None

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)

    async def wait(self) -> int:
        if self.returncode is None:
            self.returncode = await _read_number(self.parent)
        return self.returncode


class ForkingServerProcess(ServerProcess):
    """A ServerProcess whose servers are forks."""

    _parent: Process | None = None

    async def _launch(self) -> ForkedServer:
        if self._parent is None:
            self._parent = await asyncio.create_subprocess_exec(
                sys.executable, "-m", __name__, stdin=PIPE, stdout=PIPE, env=self._environment
            )
        assert self._parent.stdin is not None
        self._parent.stdin.write(b"start\n")
        return ForkedServer(await _read_number(self._parent), self._parent)

    async def close(self) -> None:
        await super().close()
        if self._parent is not None:
            self._parent.kill()
            await within(self._parent.wait(), "the process that forks servers did not end")


async def _read_number(parent: Process) -> int:
    assert parent.stdout is not None
    return int(await parent.stdout.readline())


def _serve() -> NoReturn:
    from app.cli import main

    # The watchdog would start a server that is no fork.
    os.environ["GREENROOM_WATCHDOG_SECONDS"] = "0"
    # The answers to the test are on the standard output.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    status = 1
    try:
        status = main(["serve"])
    finally:
        os._exit(status)


PRELOADED = (
    "alembic.command",
    "app.main",
    "app.serving.server",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.websockets.auto",
)
"""Modules that import what a server imports."""


def _fork_servers() -> None:
    for module in PRELOADED:
        importlib.import_module(module)
    # Else each server would copy these objects when it goes through them.
    gc.collect()
    gc.freeze()
    for _line in sys.stdin:
        server = os.fork()
        if server == 0:
            _serve()
        _report(server)
        _, status = os.waitpid(server, 0)
        _report(os.waitstatus_to_exitcode(status))


def _report(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _fork_servers()
