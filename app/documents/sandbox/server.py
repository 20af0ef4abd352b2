"""The reader process: warm, and without any document in its memory.

It has imported the parsers and does nothing but fork one child per document, so that a document costs
milliseconds to begin with and no document meets anything of another. It is told of a document by one
socket, passed over the control socket; the child reads the request from there and answers there, and
when the child has ended this process adds how (``TRAILER``) and closes the socket. It ends the child,
and all that the child started, at its deadline or when the caller closes; it ends itself, with all
children, when the server's end of the control socket is gone.

One thread only: a fork in a process with threads may copy a lock that nobody releases.
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

ORDER = struct.Struct("<I")
"""Of the message that carries a document's socket: the limit in milliseconds."""
TRAILER = struct.Struct("<i")
"""How the child ended: its exit status, the negative number of the signal, or one of the two below."""
OUT_OF_TIME = 1000
NOT_STARTED = 1001
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_LOOK_AT_PARENT_MS = 5_000


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
                events = dict(self._poll.poll(self._patience_ms()))
                if self._control.fileno() in events and not self._accept():
                    return
                with contextlib.suppress(BlockingIOError):
                    os.read(self._wake_read, 4096)
                self._end_unwanted(events)
                self._reap()
        finally:
            for pid in self._children:
                _end(pid)

    def _patience_ms(self) -> int:
        if not self._children:
            return _LOOK_AT_PARENT_MS
        first = min(child.deadline for child in self._children.values())
        return max(1, min(_LOOK_AT_PARENT_MS, int((first - time.monotonic()) * 1000) + 1))

    def _accept(self) -> bool:
        """False: the server is gone."""
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
        # No event asked for: only that the caller hung up is told.
        self._poll.register(caller, 0)
        return True

    def _end_unwanted(self, events: dict[int, int]) -> None:
        now = time.monotonic()
        for pid, child in self._children.items():
            if child.deadline <= now and not child.is_overdue:
                child.is_overdue = True
                _end(pid)
            elif events.get(child.caller.fileno()):
                child.deadline = now
                child.is_overdue = True
                _end(pid)

    def _reap(self) -> None:
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None:
                return
            # What it started goes with it; while it is not yet waited for, its number is its own.
            child = self._children.pop(ended.si_pid, None)
            if child is not None:
                _end(ended.si_pid)
            _, status = os.waitpid(ended.si_pid, 0)
            if child is not None:
                self._poll.unregister(child.caller)
                _close(child.caller, OUT_OF_TIME if child.is_overdue else os.waitstatus_to_exitcode(status))


def _close(caller: socket.socket, status: int) -> None:
    with caller, contextlib.suppress(OSError):
        caller.settimeout(1)
        caller.sendall(TRAILER.pack(status))


def _end(pid: int) -> None:
    # The child leads its own group; before it came to that, it is alone.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _be_child(caller: int) -> None:
    """Never returns. Keeps the caller's socket and nothing else of what the process had open."""
    status = 1
    try:
        os.setsid()
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
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
            _answer(connection)
        status = 0
    except MemoryError:
        status = 2
    finally:
        # Also after an error nobody foresaw: a child must never return into the loop above.
        os._exit(status)


def _answer(connection: socket.socket) -> None:
    import json

    from app.documents.sandbox.child import answer, encoded

    request = b""
    while not request.endswith(b"\n"):
        piece = connection.recv(65536)
        if not piece:
            return
        request += piece
    connection.sendall(encoded(answer(json.loads(request))))


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def main() -> None:
    """``python -c … <descriptor of the control socket>``"""
    control = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(control.fileno(), False)
    # PyMuPDF's companions would load a neural network, with threads, into every reader.
    for companion in ("pymupdf.layout", "pymupdf4llm"):
        sys.modules[companion] = None  # type: ignore[assignment]
    from app.documents.sandbox.child import preload

    preload()
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    gc.collect()
    gc.freeze()
    _Server(control).serve()
