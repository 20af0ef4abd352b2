"""The recorder: batches, failures of the database, bounded memory, orderly stop."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from app.core.database import Database
from app.core.state import AppState
from app.usage.recorder import UsageRecorder
from app.usage.tables import EngineCall
from tests.usage.calls import make_call


@pytest.fixture
def database(state: AppState) -> Database:
    return state.database


def count_stored(database: Database) -> int:
    """Calls in the database, counting what was added up."""
    with database.reading() as session:
        return session.scalar(select(func.coalesce(func.sum(EngineCall.calls), 0))) or 0


class UnwritableDatabase(Database):
    """A database that refuses to write until it is repaired."""

    is_broken = True

    async def run(self, *args: Any, **kwargs: Any) -> Any:
        if self.is_broken:
            raise OperationalError(None, None, Exception("database is locked"))
        return await super().run(*args, **kwargs)


@pytest.fixture
def unwritable(database: Database) -> UnwritableDatabase:
    return UnwritableDatabase(database.engine)


async def test_a_call_is_not_written_before_its_batch(database: Database) -> None:
    recorder = UsageRecorder(database)
    recorder.record(make_call())
    assert (recorder.waiting, count_stored(database)) == (1, 0)
    await recorder.flush()
    assert (recorder.waiting, count_stored(database)) == (0, 1)


async def test_a_full_batch_is_written_by_itself(database: Database) -> None:
    recorder = UsageRecorder(database, flush_calls=3, flush_seconds=3600)
    await recorder.start()
    for _ in range(3):
        recorder.record(make_call())
    await recorder.stop()
    assert count_stored(database) == 3


async def test_an_orderly_stop_loses_nothing(database: Database) -> None:
    recorder = UsageRecorder(database, flush_seconds=3600)
    await recorder.start()
    for _ in range(7):
        recorder.record(make_call())
    await recorder.stop()
    assert (recorder.waiting, count_stored(database)) == (0, 7)


async def test_calls_wait_while_the_database_cannot_be_written(unwritable: UnwritableDatabase) -> None:
    recorder = UsageRecorder(unwritable)
    recorder.record(make_call())
    await recorder.flush()
    assert recorder.waiting == 1
    recorder.record(make_call())
    unwritable.is_broken = False
    await recorder.flush()
    assert (recorder.waiting, count_stored(unwritable)) == (0, 2)


async def test_memory_is_bounded_by_adding_calls_up(unwritable: UnwritableDatabase) -> None:
    recorder = UsageRecorder(unwritable, max_waiting=10)
    for number in range(1000):
        recorder.record(make_call(user_id=f"user {number % 3}", input_tokens=2, cost_microcents=5))
    assert recorder.waiting <= 10
    unwritable.is_broken = False
    await recorder.flush()
    with unwritable.reading() as session:
        sums = session.execute(
            select(
                func.sum(EngineCall.calls),
                func.sum(EngineCall.input_tokens),
                func.sum(EngineCall.cost_microcents),
            )
        ).one()
    assert tuple(sums) == (1000, 2000, 5000)


async def test_more_kinds_of_calls_than_fit_are_dropped_and_logged(
    unwritable: UnwritableDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    recorder = UsageRecorder(unwritable, max_waiting=10)
    for number in range(100):
        recorder.record(make_call(user_id=f"user {number}"))
    assert recorder.waiting <= 10
    assert "usage_lost" in caplog.text
