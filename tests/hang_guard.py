"""Ends a test process that hangs where pytest-timeout cannot end it, and prints what each thread does.

pytest-timeout raises an exception from a signal handler. That does not end a test whose main thread holds the
interpreter lock, or one that then waits in a `finally` or a fixture. pytest-xdist reports the test of an
ended process as failed and starts another process.
"""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

GRACE_SECONDS = 60.0
"""Given to pytest-timeout, which tells more."""

_STDERR = pytest.StashKey[int]()


def keep_stderr(config: pytest.Config) -> None:
    """Keep the standard error before the output of tests is captured."""
    config.stash[_STDERR] = os.dup(2)


def find_timeout_seconds(item: pytest.Item) -> float:
    """What pytest-timeout allows a test."""
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0] if marker is not None else item.config.getini("timeout"))


@contextmanager
def bounded(item: pytest.Item) -> Iterator[None]:
    """End the process if this phase of a test takes much longer than the test may take."""
    seconds = find_timeout_seconds(item) + GRACE_SECONDS
    faulthandler.dump_traceback_later(seconds, exit=True, file=item.config.stash[_STDERR])
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with bounded(item):
        yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with bounded(item):
        yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    with bounded(item):
        yield
