"""Changes of an account that are killed at any statement, or made many times at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import event, func, select
from sqlalchemy.orm import Session

from app.billing import accounts, ledger
from app.billing.accounts import SERVER
from app.billing.cycles import Due
from app.billing.plan_billing import PlanBilling
from app.billing.rules import PlanKey
from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind
from app.core.errors import AppError
from app.core.state import AppState
from tests.conftest import FrozenClock, Person

Change = Callable[[Session, AppState, str], object]

CHANGES: dict[str, Change] = {
    "interview": lambda session, _state, user_id: PlanBilling().charge_interview(
        session, user_id=user_id, interview_id="i1", seconds=7200
    ),
    "document": lambda session, _state, user_id: PlanBilling().charge_document(
        session, user_id=user_id, document_id="d1"
    ),
    "renewal": lambda session, state, user_id: accounts.settle_due(session, user_id, now=state.now()),
    "plan": lambda session, state, user_id: accounts.set_plan(
        session, user_id, PlanKey.GROWTH, now=state.now()
    ),
    "grant": lambda session, state, user_id: accounts.add_credits(
        session, user_id, 5, kind=LedgerKind.GRANT, key="grant:1", now=state.now(), actor=SERVER
    ),
}


class Killed(BaseException):
    """Simulates the end of the process: nothing catches it."""


@pytest.fixture
def subscriber(alice: Person, state: AppState, clock: FrozenClock) -> str:
    """Alice on Starter, due for a renewal, with bought credits and some used ones."""
    with state.database.transaction() as session:
        accounts.set_plan(session, alice.id, PlanKey.STARTER, now=state.now())
        accounts.add_credits(
            session, alice.id, 10, kind=LedgerKind.TOP_UP, key="bought", now=state.now(), actor=SERVER
        )
        accounts.adjust_credits(session, alice.id, -15, key="used", now=state.now(), actor=SERVER)
    clock.advance(days=31)
    return alice.id


def read(state: AppState, user_id: str) -> tuple[Any, ...]:
    """What the account and its ledger hold."""
    with state.database.reading() as session:
        assert ledger.find_disagreements(session) == []
        account = session.get_one(BillingAccount, user_id)
        entries = session.scalar(
            select(func.count()).select_from(LedgerEntry).where(LedgerEntry.user_id == user_id)
        )
        return (
            account.plan,
            account.credits_remaining,
            account.extra_credits,
            account.documents_remaining,
            account.period_start_at,
            account.period_end_at,
            entries,
        )


def run(state: AppState, change: Change, user_id: str, *, kill_at: int | None = None) -> bool:
    """Run a change in a transaction, and end it at its statement ``kill_at``; True if it was completed."""
    statements = 0

    def count(*_args: object) -> None:
        nonlocal statements
        statements += 1
        if statements == kill_at:
            raise Killed

    engine = state.database.engine
    event.listen(engine, "before_cursor_execute", count)
    try:
        with suppress(Killed), state.database.transaction() as session:
            change(session, state, user_id)
            return True
        return False
    finally:
        event.remove(engine, "before_cursor_execute", count)


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_killed_at_any_statement_is_undone_and_can_be_repeated(
    state: AppState, subscriber: str, name: str
) -> None:
    before = read(state, subscriber)
    kill_at = 1
    while not run(state, CHANGES[name], subscriber, kill_at=kill_at):
        assert read(state, subscriber) == before
        kill_at += 1
    assert kill_at > 2
    after = read(state, subscriber)
    assert after != before
    # A repetition, whose answer was lost, changes nothing.
    assert run(state, CHANGES[name], subscriber)
    assert read(state, subscriber) == after


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_made_fifty_times_at_once_is_booked_once(
    state: AppState, subscriber: str, name: str
) -> None:
    def change(_number: int) -> None:
        with suppress(AppError), state.database.transaction() as session:
            CHANGES[name](session, state, subscriber)

    before = read(state, subscriber)
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(change, range(50)))
    once = read(state, subscriber)
    assert once != before
    change(51)
    assert read(state, subscriber) == once
    expected = {"interview": 13, "document": 15, "renewal": 30, "plan": 70, "grant": 20}
    assert once[1] == expected[name]


def test_two_processes_renew_an_account_once(state: AppState, subscriber: str) -> None:
    """Each has read the list of due accounts before the other has renewed any."""

    def settle(_number: int) -> Due:
        with state.database.transaction() as session:
            return accounts.settle_due(session, subscriber, now=state.now())

    with ThreadPoolExecutor(10) as pool:
        outcomes = list(pool.map(settle, range(20)))
    assert outcomes.count(Due.RENEWAL) == 1
