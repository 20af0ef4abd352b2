"""Progress output: one line per step, with the time since the start."""

from __future__ import annotations

import sys
import threading
import time
from typing import TextIO


class Progress:
    """Writes whole lines, from any thread."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._lock = threading.Lock()
        self._began = time.monotonic()

    def say(self, text: str) -> None:
        minutes, seconds = divmod(int(time.monotonic() - self._began), 60)
        with self._lock:
            self._stream.write(f"[{minutes:2d}:{seconds:02d}] {text}\n")
            self._stream.flush()


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
        if percent >= self._next:
            self._progress.say(f"{self._name}: {percent} %")
            self._next = percent - percent % self._step + self._step
