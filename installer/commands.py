"""Child processes of the installation: log their output, and stop them with all their children."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from installer.faults import SetupFault, explain_output

STOP_SECONDS = 5.0
TAIL_CHARACTERS = 20_000


class Stopped(Exception):
    """The installation is stopping (Ctrl-C, or another step failed), and this step was interrupted."""


class Commands:
    """Starts child processes and stops those that still run.

    Every child inherits ``kept_descriptor``, the lock on the checkout: it stays locked until the last child
    has exited, even if this process is killed with SIGKILL.
    """

    def __init__(self, *, log_dir: Path, kept_descriptor: int | None = None) -> None:
        self._log_dir = log_dir
        self._kept = () if kept_descriptor is None else (kept_descriptor,)
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._is_stopping = False

    def run(
        self,
        arguments: Sequence[str | Path],
        *,
        name: str,
        doing: str,
        cwd: Path,
        environment: Mapping[str, str] | None = None,
        on_line: Callable[[str], bool] | None = None,
    ) -> None:
        """Run a command to its end. ``on_line`` gets each line and returns whether it consumed it.

        Other lines go to ``<name>.log``. Raises SetupFault with an explanation if the exit status is not 0,
        and Stopped if ``stop`` was called.
        """
        self._log_dir.mkdir(parents=True, exist_ok=True)
        log_path = self._log_dir / f"{name}.log"
        tail = ""
        with log_path.open("w", encoding="utf-8") as log:
            process = self._start([str(part) for part in arguments], cwd, environment)
            assert process.stdout is not None
            with process.stdout as output:
                for line in output:
                    if on_line is not None and on_line(line):
                        continue
                    log.write(line)
                    log.flush()
                    tail = (tail + line)[-TAIL_CHARACTERS:]
            status = process.wait()
        with self._lock:
            self._running.discard(process)
            if self._is_stopping:
                raise Stopped
        if status != 0:
            reported = re.search(r"^setup-error (.+)$", tail, re.MULTILINE)
            cause = (
                (reported and reported[1])
                or explain_output(tail)
                or f"{doing} failed (exit status {status})."
            )
            raise SetupFault(f"{cause} The full output is in {log_path}.")

    def _start(
        self, arguments: list[str], cwd: Path, environment: Mapping[str, str] | None
    ) -> subprocess.Popen[str]:
        with self._lock:
            if self._is_stopping:
                raise Stopped
            try:
                process = subprocess.Popen(
                    arguments,
                    cwd=cwd,
                    env={**os.environ, **(environment or {})},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    encoding="utf-8",
                    errors="replace",
                    pass_fds=self._kept,
                    # A separate process group, so that stopping pip also stops its compilers.
                    start_new_session=True,
                )
            except FileNotFoundError:
                raise SetupFault(
                    f"The program {arguments[0]} is missing. Install it and try again."
                ) from None
            self._running.add(process)
            return process

    def stop(self) -> None:
        """Stop every running child and its children. Later calls of ``run`` raise Stopped."""
        with self._lock:
            self._is_stopping = True
            running = list(self._running)
        for process in running:
            _signal_group(process, signal.SIGTERM)
        for process in running:
            try:
                process.wait(timeout=STOP_SECONDS)
            except subprocess.TimeoutExpired:
                _signal_group(process, signal.SIGKILL)
                process.wait()


def _signal_group(process: subprocess.Popen[str], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)
