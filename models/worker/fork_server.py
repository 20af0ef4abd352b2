"""The fork server's own side: it imports the libraries of the encoders once and forks workers (ADR 0056).

Its stdin is a Unix socket. Each message is the kind of a worker, with four file descriptors: the worker's
stdin, stdout and stderr, and a pipe for two lines, the worker's process id and, at its end, its exit status.
When the socket closes, the fork server ends.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import select
import socket
import sys

MAX_KIND_BYTES = 64
DESCRIPTORS = 4
_LIBRARIES = ("models.worker.embeddings", "models.worker.judge")


def become_worker() -> str:
    """Return in each forked worker, with its standard streams in place: the kind of that worker.

    Never returns in the fork server, which ends with SystemExit. It runs no model itself, because threads,
    including those of torch, do not survive a fork.
    """
    requests = socket.socket(fileno=os.dup(0))
    # A worker tries again and reports on its stderr why it fails.
    with contextlib.suppress(ImportError, OSError):
        for library in _LIBRARIES:
            importlib.import_module(library)
    # Otherwise a worker's first garbage collection would write to all shared pages and thereby copy them.
    gc.freeze()
    workers: dict[int, tuple[int, int]] = {}
    while True:
        for ready in select.select([requests.fileno(), *workers], [], [])[0]:
            if ready in workers:
                _report_end(ready, *workers.pop(ready))
                continue
            message, descriptors, _, _ = socket.recv_fds(requests, MAX_KIND_BYTES, DESCRIPTORS)
            if not message:
                sys.exit()
            *streams, report = descriptors
            # Only the worker keeps ``held`` open, so ``end`` becomes readable when it ends.
            end, held = os.pipe()
            pid = os.fork()
            if pid == 0:
                for number, stream in enumerate(streams):
                    os.dup2(stream, number)
                requests.close()
                for descriptor in (*descriptors, end, *workers, *(other for _, other in workers.values())):
                    os.close(descriptor)
                return message.decode()
            for descriptor in (*streams, held):
                os.close(descriptor)
            workers[end] = (pid, report)
            _write_line(report, pid)


def _report_end(end: int, pid: int, report: int) -> None:
    """Collect the worker whose pipe ``end`` has become readable."""
    _, status = os.waitpid(pid, 0)
    _write_line(report, os.waitstatus_to_exitcode(status))
    os.close(end)
    os.close(report)


def _write_line(report: int, number: int) -> None:
    with contextlib.suppress(BrokenPipeError):
        os.write(report, f"{number}\n".encode())
