"""Watchdog: the process that starts the server, and starts it again when it freezes or is killed.

The server runs in a child process. Its event loop writes one byte a second to a pipe. If none arrives for
a while, the child is ended, whatever it does: a watchdog inside the process could not do that, because code
that keeps the interpreter lock also stops it. Nothing is imported here but the standard library, so that the
watchdog stays small and cannot freeze with the server.
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
from app.sd_notify import ALIVE, READY, STARTING_AGAIN, STOPPING, ServiceManager

BEAT_SECONDS = 1.0
_TRACEBACK_SECONDS = 2.0
"""Time to print where a frozen server is, before it is killed."""
_MAX_DELAY_SECONDS = 30.0
_STEADY_SECONDS = 60.0
"""A server that ran this long before it ended is started again at once."""
RESTART_STATUS = 75
"""Exit status of a server that asks to be started again, for example on restored data."""
_FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Watchdog:
    """Runs ``command`` with the number of a pipe as its last argument, until it ends by itself or is stopped.

    ``frozen_seconds`` is how long the event loop of the server may stand still.
    """

    def __init__(self, command: Sequence[str], *, frozen_seconds: float) -> None:
        self._command = list(command)
        self._frozen_beats = max(1, round(frozen_seconds / BEAT_SECONDS))
        self._is_stopping = False
        self._child: subprocess.Popen[bytes] | None = None
        self._service_manager = ServiceManager.from_environment()

    def run(self) -> int:
        """Run the server and return its exit status.

        A server that ends before it has served, for example because its port is in use, is not started again.
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
            # In a process group of its own: Ctrl-C in a terminal must reach it once, from here.
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
        """Wait for the end of the server, and bring it about when it freezes.

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
                _say(f"the server has not reacted for {missed * BEAT_SECONDS:g} s and is killed")
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
    """Whether its event loop has run, so that it has served."""


def _end_by(number: int) -> None:
    """End by the signal that was passed on, like the server: service managers call that a clean stop."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def make_environment() -> dict[str, str]:
    """The environment of a server process: this program comes first among Python's modules."""
    source_root = str(Path(__file__).resolve().parents[1])
    path = os.pathsep.join([source_root, *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}


def _reap_orphans() -> None:
    """Forget ended processes of a killed server: in a container, this process is their parent."""
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
    """In the server: writes to the pipe of the watchdog as long as the event loop runs."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._task: asyncio.Task[None] | None = None
        os.set_inheritable(descriptor, False)
        os.set_blocking(descriptor, False)

    def prepare(self) -> None:
        """End with the watchdog, and print tracebacks when it ends this process."""
        end_with_parent(signal.SIGKILL)
        faulthandler.enable()

    def start(self) -> None:
        """Begin to beat, in the running event loop."""
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
