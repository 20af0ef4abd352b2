"""Progress output: one line per step, with the time since the start, and what is still running."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

TERMINAL_SECONDS = 2.0
LOG_SECONDS = 15.0


class Progress:
    """Writes whole lines, from any thread, and shows that running steps are still running.

    On a terminal, the last line names them and is overwritten every two seconds; else a line is written every
    15 seconds.
    """

    def __init__(
        self,
        stream: TextIO | None = None,
        *,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream or sys.stdout
        self._is_terminal = self._stream.isatty()
        self._seconds = seconds or (TERMINAL_SECONDS if self._is_terminal else LOG_SECONDS)
        self._clock = clock
        self._lock = threading.Lock()
        self._began = clock()
        self._running: dict[str, float] = {}
        """When each running step began."""
        self._shares: dict[str, int] = {}
        """Percent done, of the steps that know it."""
        self._is_idle = threading.Event()

    def say(self, text: str) -> None:
        with self._lock:
            self._write(text)
            if self._running and self._is_terminal:
                self._draw()

    @contextmanager
    def running(self, name: str) -> Iterator[None]:
        """Show the step as running, inside the block."""
        with self._lock:
            is_first = not self._running
            self._running[name] = self._clock()
            if is_first:
                self._is_idle = threading.Event()
                threading.Thread(target=self._tick, args=(self._is_idle,), daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                del self._running[name]
                self._shares.pop(name, None)
                if not self._running:
                    self._is_idle.set()
                    self._clear()

    def note_share(self, name: str, percent: int) -> None:
        """Remember how much of a running step is done."""
        with self._lock:
            self._shares[name] = percent

    def show_running(self) -> None:
        """Write what is running now and for how long."""
        with self._lock:
            if not self._running:
                return
            if self._is_terminal:
                self._draw()
            else:
                self._write(f"Still running: {self._describe()}")

    def _tick(self, is_idle: threading.Event) -> None:
        while not is_idle.wait(self._seconds):
            self.show_running()

    def _describe(self) -> str:
        now = self._clock()
        return ", ".join(
            f"{name} ({f'{self._shares[name]} %, ' if name in self._shares else ''}{_format(now - since)})"
            for name, since in self._running.items()
        )

    def _write(self, text: str) -> None:
        self._clear()
        self._stream.write(f"[{_format(self._clock() - self._began):>5}] {text}\n")
        self._stream.flush()

    def _draw(self) -> None:
        width = shutil.get_terminal_size().columns - 1
        line = f"[{_format(self._clock() - self._began):>5}] {self._describe()}"
        self._clear()
        self._stream.write(line if len(line) <= width else f"{line[: width - 1]}…")
        self._stream.flush()

    def _clear(self) -> None:
        if self._is_terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _format(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"


class Percentage:
    """Prints the share of a long step whenever it has grown by ``step`` percent."""

    def __init__(self, progress: Progress, name: str, *, step: int = 10) -> None:
        self._progress = progress
        self._name = name
        self._step = step
        self._next = step

    def update(self, done: int, total: int) -> None:
        if total <= 0:
            return
        percent = min(100, done * 100 // total)
        self._progress.note_share(self._name, percent)
        if percent >= self._next:
            self._progress.say(f"{self._name}: {percent} %")
            self._next = percent - percent % self._step + self._step
