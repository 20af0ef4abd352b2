"""Scheduled jobs as slices declare them: schedule, work, time limit and preview."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

HEARTBEAT_SECONDS = 60
"""A job that runs more often than this is a heartbeat: an internal task, not listed as a scheduled job."""
FREQUENT_SECONDS = 3600
"""A job that runs more often than this is recorded only if it did something or failed."""


SUNDAY = 6
"""As ``DailyTime.weekday``."""


@dataclass(frozen=True, slots=True)
class JobCounts:
    """Result of one run: number of items processed, and how many of them failed."""

    processed: int = 0
    errors: int = 0


@dataclass(frozen=True, slots=True)
class DailyTime:
    """A time of day in UTC."""

    hour: int
    minute: int
    weekday: int | None = None
    """0 is Monday. None: every day."""


JobWork = Callable[[], Awaitable[JobCounts | None]]
"""Returns None if there was nothing to do."""


@dataclass(frozen=True, slots=True)
class JobSpec:
    """One job, scheduled either by ``every_seconds`` or by ``daily_at_utc``."""

    key: str
    run: JobWork
    every_seconds: int | None = None
    daily_at_utc: DailyTime | None = None
    time_limit_seconds: float = 600
    """A run that takes longer is cancelled and recorded as ``timeout``."""
    preview: JobWork | None = None
    """Counts what a run would process, without changing anything; None if the job has no dry run."""
    enabled_by_default: bool = True
    in_every_process: bool = False
    """Whether every server process of a cluster runs it; otherwise only the one with the background work."""

    def __post_init__(self) -> None:
        if (self.every_seconds is None) == (self.daily_at_utc is None):
            raise ValueError(f"{self.key}: give either every_seconds or daily_at_utc")

    @property
    def is_heartbeat(self) -> bool:
        """Heartbeats are neither listed nor recorded; the first failure is logged."""
        return self.every_seconds is not None and self.every_seconds < HEARTBEAT_SECONDS

    @property
    def is_frequent(self) -> bool:
        return self.every_seconds is not None and self.every_seconds < FREQUENT_SECONDS
