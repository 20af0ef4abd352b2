"""State of the running server: one object, created at start-up, at ``app.state.greenroom``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request

from app.core.clock import ClockWatch, SteadyClock, utc_now
from app.core.cluster import Cluster
from app.core.database import Database
from app.core.files import FileStore
from app.core.hooks import Hooks
from app.core.operations import Operations
from app.core.sealing import Sealer
from app.core.settings import Settings
from app.core.turns import Turns
from models.ports import Engines


@dataclass(slots=True)
class AppState:
    """Settings, database, engines, secrets and hooks of one server."""

    settings: Settings
    """The settings in effect. Do not keep a reference: a change by an admin replaces the object."""
    database: Database
    engines: Engines
    session_secret: bytes
    sealer: Sealer
    base_settings: Settings
    """Settings from the environment and defaults, without saved settings."""
    settings_at_start: Settings
    files: FileStore
    cluster: Cluster | None = None
    """This process as a member of a cluster; None if it is the only one."""
    hooks: Hooks = field(default_factory=Hooks)
    operations: Operations = field(default_factory=Operations)
    turns: Turns = field(default_factory=Turns)
    setup_code: str | None = None
    """Code with which the first admin is created; None once there is an admin."""
    restart_requested: asyncio.Event = field(default_factory=asyncio.Event)
    """Set in the event loop, to restart the server gracefully."""
    now: Callable[[], datetime] = utc_now
    """The wall clock."""
    monotonic: Callable[[], float] = time.monotonic
    """A monotonic clock, in seconds."""
    steady: SteadyClock = field(init=False)
    """For durations: the current instant, unaffected by changes of the wall clock."""
    clock_watch: ClockWatch = field(init=False)

    def __post_init__(self) -> None:
        self.steady = SteadyClock(now=self.read_clock, monotonic=self.read_monotonic)
        self.clock_watch = ClockWatch(now=self.read_clock, monotonic=self.read_monotonic)

    @property
    def is_background(self) -> bool:
        """Whether this process runs the work queues and the scheduled jobs."""
        return self.cluster is None or self.cluster.is_background

    def change_settings(self, settings: Settings) -> None:
        """Apply settings that were saved."""
        self.settings = settings
        for hook in self.hooks.after_settings_changed:
            hook()

    def read_monotonic(self) -> float:
        """Like ``read_clock``."""
        return self.monotonic()

    def read_clock(self) -> datetime:
        """The current instant, for objects that outlive a request: tests may replace ``now``."""
        return self.now()


def get_state(request: Request) -> AppState:
    state = request.app.state.greenroom
    assert isinstance(state, AppState)
    return state


StateDep = Annotated[AppState, Depends(get_state)]
