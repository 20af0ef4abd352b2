"""Watchdog: the process that starts the server and restarts it when it freezes or is killed.

The server runs in a child process. Its event loop writes one byte a second to a pipe. If none arrives for a
while, the child is killed. A watchdog inside the process could not do that, because code that holds the
interpreter lock would stop it too. Only the standard library is imported here, so that the watchdog stays
small and cannot freeze with the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from app.core.confinement import end_with_parent
from app.serving.sd_notify import ALIVE, READY, STARTING_AGAIN, STOPPING, ServiceManager

BEAT_SECONDS = 1.0
_TRACEBACK_SECONDS = 2.0
"""Time for a frozen server to print its tracebacks before it is killed."""
_MAX_DELAY_SECONDS = 30.0
_STEADY_SECONDS = 60.0
"""A server that ran at least this long is restarted at once."""
RESTART_STATUS = 75
"""Exit status of a server that requests a restart, for example with restored data."""
_FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Watchdog:
    """Runs ``command`` with the number of a pipe as its last argument, until it exits or is stopped.

    ``frozen_seconds`` is how long the event loop of the server may be blocked.
    """

    def __init__(self, command: Sequence[str], *, frozen_seconds: float) -> None:
        self._command = list(command)
        self._frozen_beats = max(1, round(frozen_seconds / BEAT_SECONDS))
        self._is_stopping = False
        self._child: subprocess.Popen[bytes] | None = None
        self._service_manager = ServiceManager.from_environment()

    def run(self) -> int:
        """Run the server and return its exit status.

        A server that exits before it has served, for example because its port is in use, is not restarted.
        """
        for number in _FORWARDED:
            # A signal that the parent process ignores, as nohup does, stays ignored.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._forward)
        has_served, delay = False, 0.0
        while True:
            started = time.monotonic()
            life = self._run_once()
            has_served = has_served or life.has_beaten
            # 128 and the number of the signal is how a shell reports it.
            status = life.status if life.status >= 0 else 128 - life.status
            if self._is_stopping and -life.status in _FORWARDED:
                _end_by(-life.status)
            if self._is_stopping or life.status == 0 or not has_served:
                return status
            is_steady = life.has_beaten and time.monotonic() - started >= _STEADY_SECONDS
            if status == RESTART_STATUS:
                delay = 0.0
                _say("the server is starting again, as it asked to")
            else:
                delay = 0.0 if is_steady else min(_MAX_DELAY_SECONDS, 2 * delay or 0.5)
                _say(f"the server has ended (status {status}); it is starting again")
            self._service_manager.notify(STARTING_AGAIN)
            self._wait(delay)
            if self._is_stopping:
                return status

    def _run_once(self) -> _Life:
        beats, theirs = os.pipe()
        try:
            # In a separate process group: Ctrl-C in a terminal must reach it once, from here.
            self._child = subprocess.Popen(
                [*self._command, str(theirs)],
                pass_fds=[theirs],
                process_group=0,
                env=make_environment(),
            )
        finally:
            os.close(theirs)
        try:
            if self._is_stopping:
                self._child.terminate()
            return self._watch(self._child, beats)
        finally:
            os.close(beats)
            _reap_orphans()

    def _watch(self, child: subprocess.Popen[bytes], beats: int) -> _Life:
        """Wait for the server to exit, and kill it if it freezes.

        Missed beats are counted, not seconds: while the machine sleeps or swaps, this process counts nothing
        either. Before the first beat there is no limit, because updating a large database takes its time.
        """
        has_beaten, missed = False, 0
        while child.poll() is None:
            is_readable, _, _ = select.select([beats], [], [], BEAT_SECONDS)
            # The service manager watches this process, which watches the server.
            self._service_manager.notify(ALIVE)
            if not is_readable:
                missed += has_beaten
            elif os.read(beats, 4096):
                has_beaten, missed = True, 0
                self._service_manager.notify(READY)
            else:
                # The pipe is closed: the process is ending. Its exit status follows.
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(BEAT_SECONDS)
            if missed >= self._frozen_beats:
                _say(f"the server has not responded for {missed * BEAT_SECONDS:g} s and will be killed")
                _end_frozen(child)
                break
        return _Life(status=child.wait(), has_beaten=has_beaten)

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._is_stopping and time.monotonic() < until:
            time.sleep(min(0.1, seconds))

    def _forward(self, number: int, _frame: FrameType | None) -> None:
        self._is_stopping = True
        self._service_manager.notify(STOPPING)
        if self._child is not None:
            with contextlib.suppress(ProcessLookupError):
                self._child.send_signal(number)


@dataclass(frozen=True, slots=True)
class _Life:
    """One run of the server."""

    status: int
    has_beaten: bool
    """Whether its event loop has run, which means that it has served."""


def _end_by(number: int) -> None:
    """Exit by the signal that was passed on, like the server: service managers count that as a clean stop."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def make_environment() -> dict[str, str]:
    """The environment of a server process, with this program first in Python's module path."""
    source_root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([source_root, *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}


def _reap_orphans() -> None:
    """Reap ended processes of a killed server: in a container, this process is their parent."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _end_frozen(child: subprocess.Popen[bytes]) -> None:
    # The handler of SIGABRT prints the tracebacks of all threads and needs no interpreter lock for it.
    child.send_signal(signal.SIGABRT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(_TRACEBACK_SECONDS)
    child.kill()


def _say(text: str) -> None:
    sys.stderr.write(f"greenroom: {text}\n")
    sys.stderr.flush()


class Heartbeat:
    """Runs in the server and writes to the watchdog's pipe while the event loop runs."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._task: asyncio.Task[None] | None = None
        os.set_inheritable(descriptor, False)
        os.set_blocking(descriptor, False)

    def prepare(self) -> None:
        """Exit with the watchdog, and print tracebacks when it aborts this process."""
        end_with_parent(signal.SIGKILL)
        faulthandler.enable()

    def start(self) -> None:
        """Start the heartbeat in the running event loop."""
        self._task = asyncio.get_running_loop().create_task(self._beat(), name="heartbeat")

    async def _beat(self) -> None:
        while True:
            try:
                os.write(self._descriptor, b".")
            except BlockingIOError:
                # The watchdog is stopped, for example by a debugger, and has not read for hours.
                pass
            except BrokenPipeError:
                # The watchdog is gone. Without it nobody would notice a second server on this data.
                os.kill(os.getpid(), signal.SIGTERM)
                return
            await asyncio.sleep(BEAT_SECONDS)
