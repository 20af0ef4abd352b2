"""The daily renewal check and the nightly check of the ledger."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from app.billing import jobs, ledger, plans, repository
from app.billing.schemas import BillingSummary
from app.billing.tables import BillingAccount, LedgerEntry, LedgerKind
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.users.tables import Role, User
from tests import factories
from tests.conftest import FrozenClock, Person

Json = dict[str, Any]


def summary(state: AppState, person: Person) -> Json:
    """Read without a request: a session of the past has expired."""
    with state.database.reading() as session:
        account = repository.find_account(session, person.id)
        assert account is not None
        return BillingSummary.of(account, plans.load_plan(session, account.plan)).to_wire()


def sign_in_again(state: AppState, person: Person) -> None:
    person.headers["Authorization"] = f"Bearer {factories.sign_in(state, person.id)}"


@pytest.fixture
def subscriber(ada: Person, alice: Person) -> Person:
    """Alice on Starter with 10 bought credits. Ada, the first admin, is on Growth."""
    for action, body in (("set-plan", {"plan": "starter"}), ("topup", {"credits": 10})):
        assert ada.post(f"/api/billing/admin/accounts/{alice.id}/{action}", json=body).status_code == 200
    return alice


async def test_nothing_is_due_within_the_cycle(subscriber: Person, state: AppState) -> None:
    assert await jobs.check_renewals(state) == JobCounts(processed=0)
    assert summary(state, subscriber)["creditsRemaining"] == 30


async def test_a_renewal_replaces_the_plan_credits_and_keeps_the_bought_ones(
    subscriber: Person, state: AppState, clock: FrozenClock
) -> None:
    before = summary(state, subscriber)
    clock.advance(days=31)
    assert await jobs.count_renewals(state) == JobCounts(processed=2)
    assert summary(state, subscriber) == before
    assert await jobs.check_renewals(state) == JobCounts(processed=2)
    found = summary(state, subscriber)
    assert (found["creditsRemaining"], found["creditsIncluded"]) == (30, 20)
    assert found["documents"] == {"included": 200, "remaining": 200}
    assert found["periodStart"] == before["periodEnd"]
    assert await jobs.check_renewals(state) == JobCounts(processed=0)
    assert summary(state, subscriber) == found


async def test_missed_cycles_are_renewed_once(
    subscriber: Person, state: AppState, clock: FrozenClock
) -> None:
    clock.advance(days=200)
    assert await jobs.check_renewals(state) == JobCounts(processed=2)
    with state.database.reading() as session:
        entries = session.scalars(select(LedgerEntry).where(LedgerEntry.user_id == subscriber.id)).all()
    assert [entry.kind for entry in entries].count(LedgerKind.RENEWAL) == 2
    assert (
        summary(state, subscriber)["periodStart"]
        <= clock.now().isoformat()
        < summary(state, subscriber)["periodEnd"]
    )


async def test_a_clock_set_back_does_not_renew_again(
    subscriber: Person, state: AppState, clock: FrozenClock
) -> None:
    clock.advance(days=31)
    await jobs.check_renewals(state)
    clock.step(hours=-1)
    assert await jobs.check_renewals(state) == JobCounts(processed=0)
    clock.step(hours=1)
    assert await jobs.check_renewals(state) == JobCounts(processed=0)


async def test_a_cancelled_plan_becomes_free_on_its_date(
    subscriber: Person, state: AppState, clock: FrozenClock
) -> None:
    subscriber.post("/api/billing/set-plan", json={"plan": "free"})
    clock.advance(days=27)
    assert await jobs.check_renewals(state) == JobCounts(processed=0)
    assert summary(state, subscriber)["plan"] == "starter"
    clock.advance(days=5)
    assert (await jobs.check_renewals(state)).errors == 0
    found = summary(state, subscriber)
    assert (found["plan"], found["isCancelled"], found["hadPaidPlan"]) == ("free", False, True)
    assert (found["creditsRemaining"], found["documents"]["remaining"]) == (10, 0)
    assert (found["periodEnd"], found["nextRenewalDate"]) == (None, None)


async def test_starting_documents_outlive_a_renewal_that_has_none(
    ada: Person, alice: Person, state: AppState, clock: FrozenClock
) -> None:
    path = f"/api/billing/admin/accounts/{alice.id}"
    ada.post(f"{path}/set-credits-included", json={"creditsIncludedPerMonth": 5})
    at = clock.now() + timedelta(days=1)
    assert ada.post(f"{path}/set-next-renewal", json={"nextRenewalDate": at.isoformat()}).status_code == 200
    clock.advance(days=1)
    await jobs.check_renewals(state)
    found = summary(state, alice)
    assert (found["creditsRemaining"], found["documents"]["remaining"]) == (5, 10)


async def test_one_failing_account_does_not_stop_the_others(
    subscriber: Person, ada: Person, state: AppState, clock: FrozenClock
) -> None:
    with state.database.transaction() as session:
        session.execute(
            update(BillingAccount)
            .where(BillingAccount.user_id == subscriber.id)
            .values(credits_per_month=ledger.MAX_BALANCE + 1)
        )
    clock.advance(days=32)
    assert await jobs.check_renewals(state) == JobCounts(processed=1, errors=1)
    assert summary(state, ada)["creditsRemaining"] == 60
    assert summary(state, subscriber)["periodEnd"] < clock.now().isoformat()


async def test_a_missing_account_is_opened(ada: Person, state: AppState) -> None:
    with state.database.transaction() as session:
        session.add(User(id="carl", username="carl", username_key="carl", role=Role.RECRUITER))
    assert await jobs.count_renewals(state) == JobCounts(processed=1)
    assert await jobs.check_renewals(state) == JobCounts(processed=1)
    with state.database.reading() as session:
        account = repository.find_account(session, "carl")
        assert account is not None
        assert (account.plan, account.credits_remaining, account.documents_remaining) == ("free", 3, 10)


async def test_nothing_renews_while_usage_is_not_metered(
    subscriber: Person, state: AppState, clock: FrozenClock
) -> None:
    clock.advance(days=31)
    state.settings = state.settings.model_copy(update={"billing_mode": "off"})
    assert await jobs.check_renewals(state) == JobCounts()
    assert await jobs.count_renewals(state) == JobCounts()


async def test_the_ledger_check_counts_balances_that_disagree(
    ada: Person, alice: Person, bob: Person, state: AppState
) -> None:
    assert await jobs.check_ledger(state) == JobCounts(processed=3)
    with state.database.transaction() as session:
        session.execute(
            update(BillingAccount).where(BillingAccount.user_id == bob.id).values(credits_remaining=2)
        )
    assert await jobs.check_ledger(state) == JobCounts(processed=3, errors=1)


def test_an_admin_runs_the_renewal_check(
    subscriber: Person, ada: Person, state: AppState, clock: FrozenClock
) -> None:
    clock.advance(days=31)
    sign_in_again(state, ada)
    sign_in_again(state, subscriber)
    path = "/api/billing/admin/jobs/daily-renewal-check"
    dry = ada.post(path, json={"dryRun": True}).json()["data"]
    assert (dry["trigger"], dry["processedCount"]) == ("dry_run", 2)
    run = ada.post(path, json={"dryRun": False}).json()["data"]
    assert (run["jobKey"], run["trigger"], run["processedCount"]) == ("daily-renewal-check", "manual", 2)
    assert subscriber.post(path, json={"dryRun": True}).status_code == 403
