"""Progress of backups and restores."""

from __future__ import annotations

from collections.abc import Callable

ProgressListener = Callable[[int, int], None]
"""Called with the number of bytes done and the total."""


def ignore_progress(_done: int, _total: int) -> None:
    """The listener for callers that show no progress."""
