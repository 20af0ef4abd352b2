"""Refuses setup steps that would disturb a running interview."""

from __future__ import annotations

from app.core.errors import InvalidState
from app.core.state import AppState
from app.interviews.repository import count_all_running


class InterviewsRunning(InvalidState):
    code = "INTERVIEWS_RUNNING"

    def __init__(self) -> None:
        super().__init__("An interview is running. Try again when none is.")


async def require_none_running(state: AppState) -> None:
    """Raises InterviewsRunning."""
    if await state.database.read(count_all_running):
        raise InterviewsRunning
