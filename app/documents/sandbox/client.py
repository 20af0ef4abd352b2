"""Sandbox client: starts the sandbox server when needed, sends it requests, and restarts it if it dies."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.documents.sandbox.server import NOT_STARTED, ORDER, OUT_OF_TIME, TRAILER
from app.documents.unreadable import DAMAGED, SANDBOX_UNAVAILABLE, TOO_HARD, TOO_LARGE_INSIDE, Reason
from models.ports import EngineError

MAX_RESPONSE_BYTES = 16 * 1024 * 1024
_GRACE_SECONDS = 10.0
_SOURCE_ROOT = Path(__file__).resolve().parents[3]
# Isolated mode, so that nothing is imported from the environment or the working directory.
_START = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from app.documents.sandbox.server import main; main()"
)
_PASSED_ON = ("PATH", "TESSDATA_PREFIX", "LANG", "TZ")
_OUT_OF_MEMORY = 2


class SandboxFailed(Exception):
    """The child did not respond; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason


class SandboxUnavailable(EngineError):
    """The sandbox could not be started or reached; another attempt may succeed."""

    retryable = True
    subject = "The document reader"
    code = "READER_UNAVAILABLE"


class _Gone(Exception):
    """The sandbox server ended before it responded."""


class SandboxRequest:
    """One request to the sandbox. ``cancel`` may be called from another thread at any time."""

    def __init__(self, request: Mapping[str, Any], *, limit_seconds: float) -> None:
        self._content = json.dumps(dict(request)).encode() + b"\n"
        self._limit_seconds = limit_seconds
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._is_cancelled = False

    def cancel(self) -> None:
        """Kill the child; ``send`` then returns soon."""
        with self._lock:
            self._is_cancelled = True
            if self._socket is not None:
                with contextlib.suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)

    def send(self) -> tuple[dict[str, Any], bytes]:
        """Block until the child has responded and ended. Raises SandboxFailed and SandboxUnavailable."""
        for _ in range(2):
            try:
                return self._send()
            except (_Gone, OSError) as error:
                # Killed from outside, or out of memory: retry once with a new process.
                cause = error
                if self._is_cancelled:
                    break
        raise SandboxUnavailable(SANDBOX_UNAVAILABLE) from cause

    def _send(self) -> tuple[dict[str, Any], bytes]:
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                with self._lock:
                    if self._is_cancelled:
                        raise SandboxFailed(TOO_HARD)
                    self._socket = ours
                _process.send_socket(theirs, limit_seconds=self._limit_seconds)
            try:
                ours.settimeout(self._limit_seconds + _GRACE_SECONDS)
                # A child that has already ended reads no request; its exit status still arrives.
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    ours.sendall(self._content)
                output = _receive_all(ours)
            except TimeoutError:
                _process.close()
                raise SandboxFailed(TOO_HARD) from None
            finally:
                with self._lock:
                    self._socket = None
        if len(output) < TRAILER.size:
            raise _Gone
        status = TRAILER.unpack(output[-TRAILER.size :])[0]
        if status == NOT_STARTED:
            raise _Gone
        if status != 0:
            raise SandboxFailed(_explain(status))
        head, _, content = output[: -TRAILER.size].partition(b"\n")
        try:
            response = json.loads(head)
        except ValueError:
            response = None
        if not isinstance(response, dict):
            # Any other response can only come from a process that its document has taken over.
            raise SandboxFailed(DAMAGED)
        return response, content


def _receive_all(connection: socket.socket) -> bytes:
    pieces, size = [], 0
    while piece := _receive(connection):
        pieces.append(piece)
        size += len(piece)
        if size > MAX_RESPONSE_BYTES:
            raise SandboxFailed(TOO_LARGE_INSIDE)
    return b"".join(pieces)


def _receive(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65536)
    except ConnectionResetError:
        # The other end was closed before it read the request. Its response has already been received.
        return b""


def _explain(status: int) -> Reason:
    if status == _OUT_OF_MEMORY:
        return TOO_LARGE_INSIDE
    # The kernel kills a process that exceeds its processor time or memory with one of these signals.
    if status == OUT_OF_TIME or -status in {6, 9, 24, 25}:
        return TOO_HARD
    return DAMAGED


class _Process:
    """The one sandbox server of this process. It starts with the first request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def send_socket(self, caller: socket.socket, *, limit_seconds: float) -> None:
        """Hand the caller's socket over, to a new process if the old one died. Raises OSError."""
        message = ORDER.pack(int(limit_seconds * 1000))
        with self._lock:
            for is_last in (False, True):
                if self._control is None or self._process is None or self._process.poll() is not None:
                    self._stop()
                    self._start()
                try:
                    assert self._control is not None
                    socket.send_fds(self._control, [message], [caller.fileno()])
                    return
                except OSError:
                    self._stop()
                    if is_last:
                        raise

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _start(self) -> None:
        self._control, theirs = socket.socketpair()
        # Generous: the other end does nothing but fork.
        self._control.settimeout(30)
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _START, str(_SOURCE_ROOT), str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=environment | threads,
            )

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            # It would end on its own together with its children, but killing it does not rely on that.
            self._process.kill()
            self._process.wait()
        self._control = self._process = None


_process = _Process()
atexit.register(_process.close)
