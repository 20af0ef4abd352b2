"""The roll-up: every call in exactly one sum, however runs and writes interleave."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from app.core.state import AppState
from app.usage import repository
from app.usage.repository import DayTotals, DayUsage, Period, UserUsage
from app.usage.rollup import forget_user, remove_old_calls, roll_up, roll_up_usage
from app.usage.sources import UsageSource
from app.usage.tables import CallOutcome, EngineCall
from models.ports import EngineKind
from tests.usage.calls import make_call, record_calls

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MARCH = Period(date(2026, 3, 1), date(2026, 3, 31))


def read_days(state: AppState, user_id: str = "alice", period: Period = MARCH) -> list[DayUsage]:
    with state.database.reading() as session:
        return repository.list_days(session, user_id=user_id, period=period)


def read_sums(state: AppState) -> tuple[list[DayUsage], list[DayTotals], list[UserUsage]]:
    """Every reading of one user's usage."""
    with state.database.reading() as session:
        return (
            repository.list_days(session, user_id="alice", period=MARCH),
            repository.list_day_totals(session, user_id="alice", period=MARCH),
            repository.list_by_user(session, user_id="alice", period=MARCH),
        )


def count_calls(state: AppState) -> int:
    with state.database.reading() as session:
        return session.scalar(select(func.count(EngineCall.id))) or 0


def step(state: AppState, limit: int = 1000) -> int:
    with state.database.transaction() as session:
        return roll_up(session, limit=limit)


def make_some_calls() -> list[Any]:
    """Calls of two users, three days, several kinds and outcomes."""
    return [
        make_call(
            at=NOON + timedelta(days=number % 3, minutes=number),
            user_id=("alice", "bob")[number % 2],
            kind=(EngineKind.LLM, EngineKind.SPEECH, EngineKind.EMBEDDINGS)[number // 3 % 3],
            source=(UsageSource.QUESTIONS, UsageSource.REPORT)[number // 5 % 2],
            outcome=CallOutcome.FAILED if number % 7 == 0 else CallOutcome.SUCCEEDED,
            input_tokens=number,
            output_tokens=2 * number,
            audio_ms=3 * number,
            duration_ms=5 * number,
            cost_microcents=7 * number,
        )
        for number in range(60)
    ]


@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_the_sums_are_the_same_before_during_and_after_a_roll_up(state: AppState, limit: int) -> None:
    record_calls(state, *make_some_calls())
    before = read_sums(state)
    days, totals, sources = before
    assert sum(day.sums.calls for day in days) == 30
    assert {user.user_id for user in sources} == {"alice"}
    for of_days, of_others in (
        ([day.sums.calls for day in days], [total.calls for total in totals]),
        ([day.sums.cost_microcents for day in days], [total.cost_microcents for total in totals]),
        (
            [day.sums.input_tokens + day.sums.output_tokens for day in days],
            [total.tokens for total in totals],
        ),
        ([day.sums.audio_ms for day in days], [source.sums.audio_ms for source in sources]),
        ([day.sums.failed_calls for day in days], [source.sums.failed_calls for source in sources]),
    ):
        assert sum(of_days) == sum(of_others) > 0
    keys = [(total.day, total.kind) for total in totals]
    assert len(set(keys)) == len(keys)
    assert [day for day, _ in keys] == sorted((day for day, _ in keys), reverse=True)
    with state.database.reading() as session:
        costs = repository.read_costs(session)
    assert costs == {"alice": 7 * sum(range(0, 60, 2)), "bob": 7 * sum(range(1, 60, 2))}
    while step(state, limit):
        assert read_sums(state) == before
        with state.database.reading() as session:
            assert repository.read_costs(session) == costs


def test_a_call_that_is_written_after_midnight_counts_for_its_day(state: AppState) -> None:
    record_calls(state, make_call(at=NOON, user_id="alice"))
    step(state)
    late = datetime(2026, 3, 2, 23, 59, 59, tzinfo=UTC)
    record_calls(state, make_call(at=late, user_id="alice"), make_call(at=NOON, user_id="alice"))
    assert [(day.day, day.sums.calls) for day in read_days(state)] == [(date(2026, 3, 2), 3)]
    step(state)
    assert [(day.day, day.sums.calls) for day in read_days(state)] == [(date(2026, 3, 2), 3)]


def test_days_outside_the_period_are_left_out(state: AppState) -> None:
    record_calls(
        state,
        make_call(at=datetime(2026, 2, 28, 23, 59, tzinfo=UTC), user_id="alice"),
        make_call(at=datetime(2026, 3, 1, tzinfo=UTC), user_id="alice"),
        make_call(at=datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC), user_id="alice"),
        make_call(at=datetime(2026, 4, 1, tzinfo=UTC), user_id="alice"),
    )
    expected = [date(2026, 3, 31), date(2026, 3, 1)]
    assert [day.day for day in read_days(state)] == expected
    step(state)
    assert [day.day for day in read_days(state)] == expected


def test_only_calls_that_are_old_and_in_the_sums_are_removed(state: AppState) -> None:
    record_calls(state, make_call(at=NOON, user_id="alice"))
    with state.database.transaction() as session:
        assert remove_old_calls(session, before=NOON + timedelta(days=1)) == 0
    step(state)
    with state.database.transaction() as session:
        assert remove_old_calls(session, before=NOON) == 0
        assert remove_old_calls(session, before=NOON + timedelta(days=1)) == 1
    assert [day.sums.calls for day in read_days(state)] == [1]


def test_calls_after_all_old_ones_were_removed_are_still_rolled_up(state: AppState) -> None:
    record_calls(state, make_call(at=NOON, user_id="alice"))
    step(state)
    with state.database.transaction() as session:
        remove_old_calls(session, before=NOON + timedelta(days=1))
    record_calls(state, make_call(at=NOON, user_id="alice"))
    assert step(state) == 1
    assert [day.sums.calls for day in read_days(state)] == [2]


async def test_the_job_rolls_up_everything_and_keeps_calls_as_long_as_the_setting_says(
    state: AppState,
) -> None:
    now = state.now()
    days = state.settings.usage_call_days
    record_calls(
        state,
        make_call(at=now - timedelta(days=days, minutes=1)),
        make_call(at=now - timedelta(days=days, minutes=-1)),
    )
    counts = await roll_up_usage(state)
    assert counts is not None
    assert counts.processed == 2
    assert count_calls(state) == 1


def test_usage_of_a_deleted_user_stays_in_the_totals(state: AppState) -> None:
    record_calls(state, *make_some_calls(), make_call(at=NOON, cost_microcents=1))
    step(state, limit=30)
    with state.database.transaction() as session:
        total = sum(repository.read_costs(session).values())
        forget_user(session, user_id="alice")
    assert read_days(state, "alice") == []
    assert sum(day.sums.calls for day in read_days(state, "")) == 31
    with state.database.reading() as session:
        costs = repository.read_costs(session)
    assert "alice" not in costs
    assert sum(costs.values()) == total
