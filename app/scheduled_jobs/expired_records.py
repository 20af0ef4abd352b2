"""Daily job that deletes expired records of all slices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import anyio.to_thread
from sqlalchemy.orm import Session

from app.core.jobs import JobCounts
from app.core.state import AppState
from app.scheduled_jobs.repository import remove_old_runs

KEEP_RUNS = timedelta(days=90)

Remover = Callable[[Session, datetime], int]
"""Deletes the expired records of one slice at an instant; returns their number."""


def remove_old_job_runs(session: Session, now: datetime) -> int:
    """Delete records of runs older than KEEP_RUNS."""
    return remove_old_runs(session, now=now, keep=KEEP_RUNS)


async def remove_expired_records(state: AppState, removers: Sequence[Remover]) -> JobCounts:
    """Run each remover in its own transaction, so that no other writer waits long."""
    processed = 0
    for remover in removers:
        processed += await state.database.run(remover, state.now())
    await anyio.to_thread.run_sync(state.database.empty_log)
    return JobCounts(processed=processed)


async def count_expired_records(state: AppState, removers: Sequence[Remover]) -> JobCounts:
    """Count the records that would be deleted, by deleting them and rolling back."""

    def count(session: Session, remover: Remover) -> int:
        savepoint = session.begin_nested()
        number = remover(session, state.now())
        savepoint.rollback()
        return number

    processed = 0
    for remover in removers:
        processed += await state.database.run(count, remover)
    return JobCounts(processed=processed)
