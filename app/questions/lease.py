"""The lease on a question set while the model writes into it, so that two tabs do not write at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from app.core.state import AppState
from app.questions import repository

LEASE = timedelta(minutes=3)
"""How long a claim holds. Each stored question and ``renew_lease`` extend it; after a crash it expires."""
_RENEW_SECONDS = LEASE.total_seconds() / 3


@asynccontextmanager
async def hold_lease(state: AppState, *, question_set_id: str) -> AsyncIterator[None]:
    """Keep a lease that was claimed before, and release it at the end whatever happens."""
    renewal = asyncio.create_task(renew_lease(state, question_set_id=question_set_id))
    try:
        yield
    finally:
        renewal.cancel()
        await release_lease(state, question_set_id=question_set_id)


async def renew_lease(state: AppState, *, question_set_id: str) -> None:
    """Extend the lease until cancelled: a question may wait long for its turn."""
    while True:
        await asyncio.sleep(_RENEW_SECONDS)
        await state.database.run(
            repository.hold_generation, question_set_id=question_set_id, until=state.now() + LEASE
        )


async def release_lease(state: AppState, *, question_set_id: str) -> None:
    """Free the set for others, also while the caller is being cancelled."""
    await asyncio.shield(
        state.database.run(repository.hold_generation, question_set_id=question_set_id, until=None)
    )
