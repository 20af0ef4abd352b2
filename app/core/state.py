"""State of the running server: one object, created at start-up, at ``app.state.greenroom``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request

from app.core.clock import utc_now
from app.core.database import Database
from app.core.hooks import Hooks
from app.core.operations import Operations
from app.core.sealing import Sealer
from app.core.settings import Settings
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
    """Environment and defaults, without saved settings."""
    settings_at_start: Settings
    hooks: Hooks = field(default_factory=Hooks)
    operations: Operations = field(default_factory=Operations)
    setup_code: str | None = None
    """Code with which the first admin is created; None once there is an admin."""
    now: Callable[[], datetime] = utc_now

    def read_clock(self) -> datetime:
        """The current instant, for objects that outlive a request: tests may replace ``now``."""
        return self.now()


def get_state(request: Request) -> AppState:
    state = request.app.state.greenroom
    assert isinstance(state, AppState)
    return state


StateDep = Annotated[AppState, Depends(get_state)]
