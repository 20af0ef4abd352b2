"""Progress of long commands on stderr: a bar where the total is known, else the elapsed time."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Self

_REFRESH_SECONDS = 0.2
_MEGABYTE = 1_000_000
_MIB = 1024 * 1024
_WIDTH = 24
_TERMINAL_SECONDS = 1.0
_LOG_SECONDS = 15.0


def draw_bar(done: int, total: int) -> str:
    """A bar and the share in percent, such as ``[######------] 50 %``."""
    share = min(max(done, 0), total) / total if total > 0 else 0.0
    filled = int(_WIDTH * share)
    return f"[{'#' * filled}{'-' * (_WIDTH - filled)}] {int(100 * share):3d} %"


class ProgressLine:
    """Progress of a long operation as one line that is overwritten; only on a terminal."""

    def __init__(self, action: str, *, unit: str = "MB") -> None:
        """``unit``: ``MB`` for a number of bytes, else the noun of what is counted."""
        self._action = action
        self._unit = unit
        self._is_shown = sys.stderr.isatty()
        self._shown_at = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()

    def show(self, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` are processed."""
        now = time.monotonic()
        if not self._is_shown or (done < total and now - self._shown_at < _REFRESH_SECONDS):
            return
        self._shown_at = now
        divisor = _MEGABYTE if self._unit == "MB" else 1
        counts = f"{done // divisor} of {total // divisor} {self._unit}"
        sys.stderr.write(f"\r{self._action}: {draw_bar(done, total)}, {counts} ")
        sys.stderr.flush()

    def end(self) -> None:
        if self._shown_at:
            sys.stderr.write("\n")
            self._shown_at = 0.0


class StagedProgress:
    """Progress of the stages of a model: one line on a terminal, else one line per stage."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._stage = ""
        self._shown_at = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._stage and sys.stderr.isatty():
            sys.stderr.write("\n")

    def show(self, stage: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` bytes of a stage are processed."""
        if sys.stderr.isatty():
            now = time.monotonic()
            if stage == self._stage and done < total and now - self._shown_at < _REFRESH_SECONDS:
                return
            self._shown_at = now
            sys.stderr.write(f"\r{self._name}: {stage:<9} {draw_bar(done, total)} of {total // _MIB} MiB ")
        elif stage != self._stage:
            sys.stderr.write(f"{self._name}: {stage}\n")
        self._stage = stage
        if stage == "verify" and done >= total and sys.stderr.isatty():
            # The last stage.
            sys.stderr.write("\n")
            self._stage = ""
        sys.stderr.flush()


class ElapsedTime:
    """The time that an operation has taken so far, while it runs: its end is not known.

    On a terminal, one line that is overwritten each second; else a line every 15 seconds.
    """

    def __init__(self, action: str, *, seconds: float | None = None) -> None:
        self._action = action
        self._is_terminal = sys.stderr.isatty()
        self._seconds = seconds or (_TERMINAL_SECONDS if self._is_terminal else _LOG_SECONDS)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._tick, name="elapsed-time", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._is_over.set()
        self._thread.join()
        if self._is_terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _tick(self) -> None:
        started = time.monotonic()
        while not self._is_over.wait(self._seconds):
            minutes, seconds = divmod(int(time.monotonic() - started), 60)
            line = f"{self._action}: {minutes}:{seconds:02d}"
            sys.stderr.write(f"\r{line} " if self._is_terminal else f"{line}\n")
            sys.stderr.flush()
