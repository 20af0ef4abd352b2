"""Event loop with a virtual clock: timers fire in order, and waiting takes no time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _JumpingSelector(selectors.DefaultSelector):
    """Moves the clock forward by as long as the loop wants to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            # No timer is left: only another thread can wake the loop.
            return super().select(None)
        self.seconds += max(timeout, 0.0)
        return super().select(0)


class VirtualClockLoop(asyncio.SelectorEventLoop):
    """``time()`` starts at 0 and counts virtual seconds. Work itself takes none."""

    def __init__(self) -> None:
        self._clock = _JumpingSelector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.seconds


def run_virtually(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end under a virtual clock of its own."""
    with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
        return runner.run(work)
