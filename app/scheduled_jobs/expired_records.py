"""The daily job that forgets what has had its time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.state import AppState
from app.scheduled_jobs.repository import remove_old_runs

KEEP_RUNS = timedelta(days=90)

Remover = Callable[[Session, datetime], int]
"""Removes what of its slice is over at an instant; how many records that were."""


def remove_old_job_runs(session: Session, now: datetime) -> int:
    return remove_old_runs(session, now=now, keep=KEEP_RUNS)


async def remove_expired_records(state: AppState, removers: Sequence[Remover]) -> JobCounts:
    """Each slice in a transaction of its own, so that nobody waits long for a writer."""
    processed = 0
    for remover in removers:
        processed += await state.database.run(remover, state.now())
    return JobCounts(processed=processed)


async def count_expired_records(state: AppState, removers: Sequence[Remover]) -> JobCounts:
    """How many records would go: counted by removing them and taking it back."""

    def count(session: Session, remover: Remover) -> int:
        attempt = session.begin_nested()
        number = remover(session, state.now())
        attempt.rollback()
        return number

    processed = 0
    for remover in removers:
        processed += await state.database.run(count, remover)
    return JobCounts(processed=processed)
