"""The ledger against a model: balances are sums, keys are booked once, and rows are never changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Executable, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.billing import ledger
from app.billing.errors import BalanceChanged, BalanceOutOfRange, DocumentsLimitReached
from app.billing.plan_billing import PlanBilling
from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind, Unit
from app.core.database import Database
from app.users.tables import User
from tests.conftest import Person

HOUR = 3600


def grant(
    database: Database, user_id: str, amount: int, key: str, *, kind: LedgerKind = LedgerKind.GRANT
) -> None:
    with database.transaction() as session:
        ledger.book(session, user_id=user_id, unit=Unit.CREDITS, kind=kind, amount=amount, key=key)


class Model:
    """What an account should hold, and the same steps done to the real one."""

    def __init__(self, session: Session, user_id: str) -> None:
        self.session, self.user_id, self.billing = session, user_id, PlanBilling()
        account = self.billing.get_account(session, user_id=user_id)
        self.extra = account.extra_credits
        self.plan = account.credits_remaining - account.extra_credits
        self.documents = account.documents_remaining
        self.base = session.scalar(select(LedgerEntry.id).order_by(LedgerEntry.id.desc()).limit(1))
        self.number = 0
        self.interviews: list[tuple[str, int]] = []

    def next_key(self) -> str:
        self.number += 1
        return f"{self.base}:{self.number}"

    def book(self, kind: LedgerKind, amount: int, *, is_extra: bool = False) -> None:
        ledger.book(
            self.session,
            user_id=self.user_id,
            unit=Unit.CREDITS,
            kind=kind,
            amount=amount,
            key=self.next_key(),
            is_extra=is_extra,
        )

    def take(self, amount: int) -> None:
        """Credits of the plan first, then the extra ones."""
        of_plan = min(amount, self.plan)
        self.plan -= of_plan
        self.extra -= min(amount - of_plan, self.extra)

    def top_up(self, amount: int) -> None:
        self.book(LedgerKind.TOP_UP, amount, is_extra=True)
        self.extra += amount

    def adjust(self, amount: int) -> None:
        if self.plan + self.extra + amount < 0:
            with pytest.raises(BalanceOutOfRange):
                self.book(LedgerKind.ADJUSTMENT, amount)
            return
        self.book(LedgerKind.ADJUSTMENT, amount)
        if amount < 0:
            self.take(-amount)
        else:
            self.plan += amount

    def charge(self, hours: int) -> None:
        self.interviews.append((self.next_key(), hours))
        self.charge_again(0)
        self.take(hours)

    def charge_again(self, _amount: int) -> None:
        """Charge the latest interview, perhaps for the second time."""
        if self.interviews:
            key, hours = self.interviews[-1]
            price = self.billing.charge_interview(
                self.session, user_id=self.user_id, interview_id=key, seconds=hours * HOUR
            )
            assert price == hours

    def parse(self, _amount: int) -> None:
        if self.documents == 0:
            with pytest.raises(DocumentsLimitReached):
                self.billing.charge_document(self.session, user_id=self.user_id, document_id=self.next_key())
            return
        self.billing.charge_document(self.session, user_id=self.user_id, document_id=self.next_key())
        self.documents -= 1

    def expire(self, _amount: int) -> None:
        if self.plan:
            self.book(LedgerKind.EXPIRY, -self.plan)
            self.plan = 0


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just(Model.top_up), st.integers(0, 30)),
        st.tuples(st.just(Model.adjust), st.integers(-20, 20)),
        st.tuples(st.sampled_from([Model.charge, Model.charge_again]), st.integers(0, 4)),
        st.tuples(st.sampled_from([Model.parse, Model.expire]), st.just(0)),
    ),
    max_size=20,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None
)
@given(steps=STEPS)
def test_the_ledger_follows_the_model(
    database: Database, alice: Person, steps: list[tuple[Callable[[Model, int], None], int]]
) -> None:
    """Plan credits are used before extra ones, no balance is negative, and each sum is its balance."""
    with database.transaction() as session:
        model = Model(session, alice.id)
        for step, amount in steps:
            step(model, amount)
            account = PlanBilling().get_account(session, user_id=alice.id)
            assert (account.credits_remaining, account.extra_credits) == (
                model.plan + model.extra,
                model.extra,
            )
            assert account.documents_remaining == model.documents
        assert ledger.find_disagreements(session) == []


def test_a_key_is_booked_once(database: Database, alice: Person) -> None:
    for _ in range(3):
        grant(database, alice.id, 5, "twice")
    with database.reading() as session:
        assert session.get_one(BillingAccount, alice.id).credits_remaining == 8
    with pytest.raises(BalanceChanged):
        grant(database, alice.id, 6, "twice")


@pytest.mark.parametrize("amount", [-4, ledger.MAX_BALANCE])
def test_a_change_beyond_the_limits_changes_nothing(database: Database, alice: Person, amount: int) -> None:
    with pytest.raises(BalanceOutOfRange):
        grant(database, alice.id, amount, "too much", kind=LedgerKind.ADJUSTMENT)
    with database.reading() as session:
        assert session.get_one(BillingAccount, alice.id).credits_remaining == 3
        assert ledger.find_entry(session, "too much") is None


def test_a_changed_balance_is_found(database: Database, alice: Person, bob: Person) -> None:
    with database.transaction() as session:
        session.execute(
            update(BillingAccount).where(BillingAccount.user_id == bob.id).values(documents_remaining=11)
        )
    with database.reading() as session:
        assert ledger.find_disagreements(session) == [bob.id]


@pytest.mark.parametrize(
    "statement", [update(LedgerEntry).values(amount=1_000), delete(LedgerEntry)], ids=["update", "delete"]
)
def test_entries_cannot_be_changed_or_deleted(
    database: Database, alice: Person, statement: Executable
) -> None:
    with pytest.raises(IntegrityError, match="ledger entries are"), database.transaction() as session:
        session.execute(statement)


def test_entries_go_with_their_user(database: Database, alice: Person, bob: Person) -> None:
    with database.transaction() as session:
        session.execute(delete(User).where(User.id == alice.id))
    with database.reading() as session:
        owners = set(session.scalars(select(LedgerEntry.user_id)))
        assert owners == {bob.id}
