"""The two adapters of the billing port, and the choice between them."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from app.billing.errors import BillingOff
from app.billing.null_billing import NullBilling
from app.billing.plan_billing import PlanBilling
from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind
from app.core.database import Database
from app.core.state import AppState
from tests.conftest import Person
from tests.interviews.steps import set_credits

TWO_HOURS = 2 * 60 * 60


@pytest.mark.parametrize(("credits", "taken", "left"), [(3, 2, 1), (2, 2, 0), (1, 1, 0), (0, 0, 0)])
def test_a_charge_above_the_balance_leaves_zero(
    alice: Person, database: Database, state: AppState, credits: int, taken: int, left: int
) -> None:
    set_credits(state, alice, credits)
    with database.transaction() as session:
        price = PlanBilling().charge_interview(
            session, user_id=alice.id, interview_id="i1", seconds=TWO_HOURS
        )
    assert price == 2
    with database.reading() as session:
        entry = session.scalars(select(LedgerEntry).where(LedgerEntry.kind == LedgerKind.CHARGE)).one()
        assert (entry.price, entry.amount, entry.balance) == (2, -taken, left)
        assert session.get_one(BillingAccount, alice.id).credits_remaining == left


def test_an_interview_is_charged_once(alice: Person, database: Database) -> None:
    for _ in range(2):
        with database.transaction() as session:
            price = PlanBilling().charge_interview(
                session, user_id=alice.id, interview_id="i1", seconds=TWO_HOURS
            )
        assert price == 2
    with database.reading() as session:
        charges = session.scalars(select(LedgerEntry).where(LedgerEntry.kind == LedgerKind.CHARGE)).all()
        assert [charge.amount for charge in charges] == [-2]
        assert session.get_one(BillingAccount, alice.id).credits_remaining == 1


def test_without_metering_everything_is_allowed_and_nothing_is_charged(
    alice: Person, database: Database, state: AppState
) -> None:
    set_credits(state, alice, 0)
    billing = NullBilling()
    with database.transaction() as session:
        billing.require_credit(session, user_id=alice.id)
        billing.require_document_allowance(session, user_id=alice.id)
        billing.charge_document(session, user_id=alice.id, document_id="d1")
        price = billing.charge_interview(session, user_id=alice.id, interview_id="i1", seconds=TWO_HOURS)
        assert price is None
        with pytest.raises(BillingOff):
            billing.get_account(session, user_id=alice.id)
        assert session.scalars(select(LedgerEntry).where(LedgerEntry.kind == LedgerKind.CHARGE)).all() == []


def test_a_saved_billing_mode_takes_effect_at_once(ada: Person) -> None:
    for mode, status in (("off", 404), ("internal", 200)):
        saved = ada.patch("/api/admin/settings", json={"values": {"billing_mode": mode}})
        assert saved.status_code == 200
        assert ada.get("/api/billing/summary").status_code == status
