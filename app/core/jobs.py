"""What a slice says about work that is to be done by the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

FREQUENT_SECONDS = 60
"""A job that runs more often than this is recorded only when it did something or failed."""


@dataclass(frozen=True, slots=True)
class JobCounts:
    """What one run did: how many things it worked on, and with how many of them it failed."""

    processed: int = 0
    errors: int = 0


@dataclass(frozen=True, slots=True)
class DailyTime:
    """A time of day in UTC."""

    hour: int
    minute: int


JobWork = Callable[[], Awaitable[JobCounts | None]]
"""None where there is nothing to count."""


@dataclass(frozen=True, slots=True)
class JobSpec:
    """One job: either ``every_seconds`` or ``daily_at_utc`` says when."""

    key: str
    run: JobWork
    every_seconds: int | None = None
    daily_at_utc: DailyTime | None = None
    time_limit_seconds: float = 600
    """A run that is not done by then is ended and recorded as ``timeout``."""
    preview: JobWork | None = None
    """Counts what a run would do, and changes nothing; None where that cannot be told."""
    enabled_by_default: bool = True

    def __post_init__(self) -> None:
        if (self.every_seconds is None) == (self.daily_at_utc is None):
            raise ValueError(f"{self.key}: either every_seconds or daily_at_utc must be given")

    @property
    def is_frequent(self) -> bool:
        return self.every_seconds is not None and self.every_seconds < FREQUENT_SECONDS
