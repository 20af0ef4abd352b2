"""Daily job that deletes recordings after their own retention period, before the interview itself."""

from __future__ import annotations

import asyncio

from app.core.jobs import JobCounts
from app.core.state import AppState
from app.files.deletion import delete_files
from app.recordings.service import list_expired
from app.recordings.store import RecordingStore, name_folder


async def remove_old_recordings(state: AppState) -> JobCounts:
    """Delete the recordings that are expired or belong to no interview any more."""
    expired = await _list_expired(state)
    if expired:
        names = [name_folder(interview_id) for interview_id in expired]
        await state.database.run(delete_files, state=state, names=names)
    return JobCounts(processed=len(expired))


async def count_old_recordings(state: AppState) -> JobCounts:
    """How many recordings ``remove_old_recordings`` would delete."""
    return JobCounts(processed=len(await _list_expired(state)))


async def _list_expired(state: AppState) -> list[str]:
    stored = await asyncio.to_thread(RecordingStore.of(state).list_interviews)
    return await state.database.read(
        list_expired,
        interview_ids=stored,
        days=state.settings.recording_retention_days,
        now=state.now(),
    )
