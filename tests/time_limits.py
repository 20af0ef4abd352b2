"""Time limits of tests that hold whatever happens: a plugin of pytest.

pytest-timeout raises an exception in the main thread. A task or a fixture may catch it, and after the first
failure of a test its timer is off: fixtures then end without a limit, and so does the second try of a test
(`--reruns`). So each of setup, call and teardown also has a limit that needs no interpreter. When it is
over, the process prints where all of its threads are, and exits. pytest-xdist reports the test as failed and
goes on in a new process, for which its scheduler needs a correction.
"""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

_GRACE_SECONDS = float(os.environ.get("TEST_GRACE_SECONDS", "60"))
"""pytest-timeout comes first, because its failure ends the test alone."""
_STDERR = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    # Now, before output is captured.
    config.stash[_STDERR] = os.dup(2)


def pytest_unconfigure(config: pytest.Config) -> None:
    os.close(config.stash[_STDERR])


@contextmanager
def _limited(item: pytest.Item) -> Iterator[None]:
    marker = item.get_closest_marker("timeout")
    seconds = float(marker.args[0] if marker is not None else item.config.getini("timeout") or 0)
    if seconds <= 0:
        yield
        return
    faulthandler.dump_traceback_later(seconds + _GRACE_SECONDS, file=item.config.stash[_STDERR], exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    with _limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with _limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    with _limited(item):
        return (yield)


class _Scheduler(LoadFileScheduling):  # type: ignore[misc]
    """A process starts its last known test only when it is told of another one, or that there is none.

    pytest-xdist 3.8 does not tell a process that takes the place of one that has died. If it got a single
    test, it waits for ever.
    """

    def schedule(self) -> None:
        super().schedule()
        for node in self.nodes:
            self._reschedule(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    return _Scheduler(config, log) if config.getoption("dist") == "loadfile" else None
