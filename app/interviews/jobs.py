"""Scheduled jobs: end interviews at their maximum duration, delete those past their retention."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.state import AppState
from app.interviews import due_ends, repository, service
from app.interviews.announcement import announce_change

log = logging.getLogger("greenroom.interviews")


async def end_overdue_interviews(state: AppState) -> JobCounts | None:
    """End interviews that have to end, even without a browser or after a restart.

    Each has its own transaction: one that cannot be ended must not affect the others.
    """
    found = await state.database.read(due_ends.list_due_ends, state=state)
    if not found:
        return None
    errors = 0
    for due in found:
        try:
            await state.database.run(due_ends.complete_due, due=due, state=state)
        except Exception:  # a boundary: the next interview must still be ended
            log.exception("interview_not_ended interview_id=%s", due.interview_id)
            errors += 1
            continue
        log.info("interview_ended_by_time interview_id=%s", due.interview_id)
        await announce_change(state, due.interview_id)
    return JobCounts(processed=len(found) - errors, errors=errors)


async def remove_old_interviews(state: AppState) -> JobCounts | None:
    """Delete interviews that ended ``interview_retention_days`` ago, with everything stored about them.

    Each has its own transaction, so that other writers never wait long.
    """
    before = _find_cutoff(state)
    if before is None:
        return None
    processed = 0
    for interview_id in await state.database.read(repository.list_ended_before, before):
        processed += await state.database.run(_delete, state=state, interview_id=interview_id)
    return JobCounts(processed=processed)


async def count_old_interviews(state: AppState) -> JobCounts:
    """How many interviews ``remove_old_interviews`` would delete."""
    before = _find_cutoff(state)
    if before is None:
        return JobCounts()
    return JobCounts(processed=len(await state.database.read(repository.list_ended_before, before)))


def _find_cutoff(state: AppState) -> datetime | None:
    days = state.settings.interview_retention_days
    return None if days is None else state.now() - timedelta(days=days)


def _delete(session: Session, *, state: AppState, interview_id: str) -> int:
    interview = repository.find_by_id(session, interview_id)
    if interview is None:
        return 0
    service.delete_interview(session, interview=interview, hooks=state.hooks)
    return 1
