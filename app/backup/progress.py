"""Progress of backups and restores."""

from __future__ import annotations

from collections.abc import Callable

ProgressListener = Callable[[int, int], None]
"""Called with the number of bytes that are done, and of all."""


def ignore_progress(_done: int, _total: int) -> None:
    """The listener of callers that show nothing."""
