"""Ends of child processes, each with a limit and a clear message."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

END_SECONDS = 60
"""Until a program that was asked to end has ended. A server lets open requests finish for 15 seconds."""

T = TypeVar("T")


async def within(awaited: Awaitable[T], what: str, *, seconds: float = END_SECONDS) -> T:
    """The result of ``awaited``. Fails the test with ``what`` did not happen if it takes too long."""
    try:
        return await asyncio.wait_for(awaited, seconds)
    except TimeoutError:
        pytest.fail(f"{what} within {seconds} s")


def end(process: subprocess.Popen[Any]) -> None:
    """Ask a process to end (SIGTERM). Kill it and fail the test if it does not."""
    process.terminate()
    require_end(process)


def require_end(process: subprocess.Popen[Any]) -> int:
    """The exit status of a process that is about to end. Kill it and fail the test if it does not."""
    try:
        return process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(END_SECONDS)
        pytest.fail(f"the process did not end within {END_SECONDS} s: {process.args!r}")


@contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A child process that ends with the context, whatever happens in it."""
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        end(process)
