"""Announcement of a changed interview to its room, after the change is committed."""

from __future__ import annotations

from app.core.state import AppState


async def announce_change(state: AppState, interview_id: str) -> None:
    for listener in state.hooks.after_interview_changed:
        await listener(interview_id)
