"""Announcement of appended and removed lines to the room, after the change is committed."""

from __future__ import annotations

from app.core.state import AppState


async def announce_lines(state: AppState, interview_id: str, *, after_sequence: int) -> None:
    """Show the room the lines after ``after_sequence``."""
    for listener in state.hooks.after_lines_appended:
        await listener(interview_id, after_sequence)


async def announce_removal(state: AppState, interview_id: str) -> None:
    """Let the room load its transcript again, because lines were removed."""
    for listener in state.hooks.after_lines_removed:
        await listener(interview_id)
