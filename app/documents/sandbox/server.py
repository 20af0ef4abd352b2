"""Sandbox server: the process from which a child is forked for every document.

It has imported the parsers and never opens a document itself, so a child starts within milliseconds and
shares nothing with another document. The main server passes it one socket per request over the control
socket. The child reads its request from that socket and writes the response to it. When the child has
ended, this process appends its exit status (``TRAILER``) and closes the socket. It kills the child, with
every process the child started, at the deadline or when the caller closes the socket. It ends itself and
all children when the main server's end of the control socket is gone.

It has one thread only: forking a process with threads may copy a lock that is never released. It leaves
the network at its start, and every child restricts itself to the one file of its request.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import select
import signal
import socket
import struct
import sys
import time
from dataclasses import dataclass

from app.core.confinement import end_with_parent, forbid_new_privileges, leave_network

ORDER = struct.Struct("<I")
"""Message that carries a document's socket: the time limit in milliseconds."""
TRAILER = struct.Struct("<i")
"""How the child ended: exit status, negative signal number, or one of the two values below."""
OUT_OF_TIME = 1000
NOT_STARTED = 1001
_PR_SET_CHILD_SUBREAPER = 36
_PARENT_CHECK_MS = 5_000


@dataclass(slots=True)
class _Child:
    caller: socket.socket
    deadline: float
    is_overdue: bool = False


class _Server:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._children: dict[int, _Child] = {}
        self._parent = os.getppid()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        os.set_blocking(self._wake_read, False)
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)
        self._poll.register(self._wake_read, select.POLLIN)

    def serve(self) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        try:
            while os.getppid() == self._parent:
                events = dict(self._poll.poll(self._poll_timeout_ms()))
                if self._control.fileno() in events and not self._accept():
                    return
                with contextlib.suppress(BlockingIOError):
                    os.read(self._wake_read, 4096)
                self._kill_overdue(events)
                self._reap()
        finally:
            for pid in self._children:
                _kill(pid)

    def _poll_timeout_ms(self) -> int:
        if not self._children:
            return _PARENT_CHECK_MS
        first = min(child.deadline for child in self._children.values())
        return max(1, min(_PARENT_CHECK_MS, int((first - time.monotonic()) * 1000) + 1))

    def _accept(self) -> bool:
        """Fork a child for the next request; False if the main server is gone."""
        order, descriptors, _, _ = socket.recv_fds(self._control, ORDER.size, 1)
        if not descriptors or len(order) < ORDER.size:
            return False
        caller = socket.socket(fileno=descriptors[0])
        try:
            pid = os.fork()
        except OSError:
            _close(caller, NOT_STARTED)
            return True
        if pid == 0:
            _be_child(caller.fileno())
        limit_ms = ORDER.unpack(order)[0]
        self._children[pid] = _Child(caller, time.monotonic() + limit_ms / 1000)
        # No events requested: poll still reports when the caller hangs up.
        self._poll.register(caller, 0)
        return True

    def _kill_overdue(self, events: dict[int, int]) -> None:
        now = time.monotonic()
        for pid, child in self._children.items():
            if child.deadline <= now and not child.is_overdue:
                child.is_overdue = True
                _kill(pid)
            elif events.get(child.caller.fileno()):
                child.deadline = now
                child.is_overdue = True
                _kill(pid)

    def _reap(self) -> None:
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None:
                return
            # Kill its descendants before waiting for it: until then its process id cannot be reused.
            child = self._children.pop(ended.si_pid, None)
            if child is not None:
                _kill(ended.si_pid)
            _, status = os.waitpid(ended.si_pid, 0)
            if child is not None:
                self._poll.unregister(child.caller)
                _close(child.caller, OUT_OF_TIME if child.is_overdue else os.waitstatus_to_exitcode(status))


def _close(caller: socket.socket, status: int) -> None:
    with caller, contextlib.suppress(OSError):
        caller.settimeout(1)
        caller.sendall(TRAILER.pack(status))


def _kill(pid: int) -> None:
    # The child leads its own process group; before it has created the group, it has no children.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _be_child(caller: int) -> None:
    """Run the child. Never returns. Closes every open file except the caller's socket."""
    status = 1
    try:
        os.setsid()
        end_with_parent(signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDWR)
        kept = os.dup2(caller, 63)
        for standard in (0, 1, 2):
            os.dup2(nothing, standard)
        os.closerange(3, kept)
        os.closerange(kept + 1, os.sysconf("SC_OPEN_MAX"))
        with socket.socket(fileno=kept) as connection:
            os.set_inheritable(kept, False)
            _handle_request(connection)
        status = 0
    except MemoryError:
        status = 2
    finally:
        # Even after an unexpected error a child must never return into the server loop.
        os._exit(status)


def _handle_request(connection: socket.socket) -> None:
    import json

    from app.documents.sandbox.child import encode, handle

    request = b""
    while not request.endswith(b"\n"):
        piece = connection.recv(65536)
        if not piece:
            return
        request += piece
    connection.sendall(encode(handle(json.loads(request))))


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def main() -> None:
    """``python -c … <descriptor of the control socket>``"""
    control = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(control.fileno(), False)
    # Before anything is imported: a process with threads cannot change its user namespace.
    forbid_new_privileges()
    leave_network()
    # NumPy's linear algebra would start a thread per core.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    # PyMuPDF's companion packages would load a neural network, with threads, into every child.
    for companion in ("pymupdf.layout", "pymupdf4llm"):
        sys.modules[companion] = None  # type: ignore[assignment]
    from app.documents.sandbox.child import preload

    preload()
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    gc.collect()
    gc.freeze()
    _Server(control).serve()
