"""What a slice says about work that is to be done by the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JobSpec:
    key: str
    every_seconds: int
    run: Callable[[], Awaitable[None]]
