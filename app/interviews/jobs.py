"""Scheduled job: end interviews at their maximum duration."""

from __future__ import annotations

import logging

from app.billing.service import choose_billing
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.interviews import service
from app.interviews.announcement import announce_change

log = logging.getLogger("greenroom.interviews")


async def end_overdue_interviews(state: AppState) -> JobCounts | None:
    """End interviews that reached their maximum duration, even without a browser or after a restart."""
    is_any_overdue = await state.database.read(
        service.has_overdue, now=state.now(), max_minutes=state.settings.max_interview_minutes
    )
    if not is_any_overdue:
        return None
    ended = await state.database.run(
        service.complete_overdue,
        billing=choose_billing(state.settings),
        now=state.now(),
        max_minutes=state.settings.max_interview_minutes,
        hooks=state.hooks,
    )
    for interview_id in ended:
        log.info("interview_ended_by_time")
        await announce_change(state, interview_id)
    return JobCounts(processed=len(ended))
