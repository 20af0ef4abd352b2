"""Checkout, top-up, portal, cancel and resume, against a fake Stripe."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from app.billing import accounts, jobs
from app.core.jobs import JobCounts
from app.core.state import AppState
from tests.billing.stripe.conftest import (
    GROWTH,
    STARTER,
    TOP_UP,
    Json,
    deliver,
    find_checkout,
    read_credits,
    read_summary,
    subscribe,
)
from tests.conftest import FrozenClock, Person
from tests.fakes.stripe_server import MONTH, StripeServer

SUCCESS = "/api/billing/stripe/checkout/success"
TOP_UP_CHECKOUT = "/api/billing/stripe/topup/checkout"
PORTAL = "/api/billing/stripe/portal"


@pytest.fixture
def subscriber(alice: Person, stripe_server: StripeServer) -> Person:
    """Alice, who has paid for Starter."""
    checkout = subscribe(alice, stripe_server)
    assert alice.get(SUCCESS, params={"session_id": checkout["id"]}).status_code == 200
    return alice


def find_subscription(server: StripeServer) -> Json:
    (found,) = server.subscriptions.values()
    return found


def test_a_plan_begins_when_its_checkout_is_paid(alice: Person, stripe_server: StripeServer) -> None:
    checkout = subscribe(alice, stripe_server)
    assert read_summary(alice)["plan"] == "free"
    confirmed = alice.get(SUCCESS, params={"session_id": checkout["id"]}).json()["data"]
    assert (confirmed["plan"], confirmed["creditsRemaining"], confirmed["hadPaidPlan"]) == (
        "starter",
        20,
        True,
    )
    assert confirmed["documents"] == {"included": 200, "remaining": 200}
    assert confirmed == read_summary(alice)


def test_the_browser_returns_to_the_account_page(alice: Person, stripe_server: StripeServer) -> None:
    subscribe(alice, stripe_server, "growth")
    sent = next(values for method, path, values in stripe_server.requests if "success_url" in values)
    url = urlsplit(sent["success_url"])
    assert (url.path, parse_qs(url.query)) == (
        "/account",
        {"portal_return": ["1"], "expect_plan": ["growth"], "session_id": ["{CHECKOUT_SESSION_ID}"]},
    )
    assert urlsplit(sent["cancel_url"]).path == "/plans"
    assert (sent["line_items[0][price]"], sent["mode"]) == (GROWTH, "subscription")


def test_nobody_confirms_the_checkout_of_another(
    subscriber: Person, bob: Person, stripe_server: StripeServer
) -> None:
    (checkout,) = stripe_server.checkouts.values()
    for client, checkout_id in ((bob, checkout["id"]), (subscriber, "cs_test_unknown")):
        refused = client.get(SUCCESS, params={"session_id": checkout_id})
        assert (refused.status_code, refused.json()["code"]) == (404, "PAYMENT_NOT_FOUND")
    assert read_summary(bob)["plan"] == "free"


def test_a_second_checkout_closes_the_first(alice: Person, stripe_server: StripeServer) -> None:
    """Otherwise two tabs could pay for two subscriptions."""
    for plan in ("starter", "growth"):
        alice.post("/api/billing/set-plan", json={"plan": plan})
    assert [one["status"] for one in stripe_server.checkouts.values()] == ["expired", "open"]


def test_a_subscriber_changes_plans_on_the_portal_and_not_by_a_second_subscription(
    subscriber: Person, stripe_server: StripeServer
) -> None:
    answer = subscriber.post("/api/billing/set-plan", json={"plan": "growth"}).json()["data"]
    assert (answer["checkoutUrl"], answer["plan"]) == ("https://portal.test/", "starter")
    _, _, sent = stripe_server.requests[-1]
    assert sent["flow_data[subscription_update_confirm][items][0][price]"] == GROWTH
    assert "expect_plan=growth" in sent["return_url"]
    assert len(stripe_server.checkouts) == 1


def test_a_larger_plan_adds_the_difference_and_a_smaller_one_takes_nothing(
    subscriber: Person, anonymous: TestClient, stripe_server: StripeServer
) -> None:
    subscription = find_subscription(stripe_server)
    found = []
    for price in (GROWTH, STARTER, GROWTH):
        stripe_server.change_price(subscription, price)
        deliver(anonymous, stripe_server.event("customer.subscription.updated", subscription))
        found.append((read_summary(subscriber)["plan"], read_credits(subscriber)))
    assert found == [("growth", 60), ("starter", 60), ("growth", 60)]


def test_cancelling_takes_effect_at_the_end_of_the_period_and_can_be_taken_back(
    subscriber: Person, stripe_server: StripeServer
) -> None:
    before = read_summary(subscriber)
    cancelled = subscriber.post("/api/billing/set-plan", json={"plan": "free"}).json()["data"]
    assert (cancelled["plan"], cancelled["isCancelled"]) == ("starter", True)
    assert cancelled["cancellationEffectiveDate"] == before["periodEnd"]
    assert cancelled["checkoutUrl"] is None
    assert find_subscription(stripe_server)["cancel_at_period_end"] is True
    resumed = subscriber.post("/api/billing/set-plan", json={"plan": "starter"}).json()["data"]
    assert resumed == {**before, "checkoutUrl": None}
    assert find_subscription(stripe_server)["cancel_at_period_end"] is False


def test_a_plan_that_an_administrator_granted_is_cancelled_without_stripe(
    ada: Person, stripe_server: StripeServer
) -> None:
    cancelled = ada.post("/api/billing/set-plan", json={"plan": "free"}).json()["data"]
    assert cancelled["isCancelled"] is True
    assert stripe_server.requests == []


def test_bought_credits_are_booked_once_and_outlive_the_period(
    subscriber: Person, anonymous: TestClient, stripe_server: StripeServer
) -> None:
    answer = subscriber.post(TOP_UP_CHECKOUT, json={"quantity": 2}).json()["data"]
    checkout = find_checkout(stripe_server, answer["checkoutUrl"])
    assert (checkout["mode"], checkout["price"]) == ("payment", TOP_UP)
    subscriber.get(SUCCESS, params={"session_id": checkout["id"]})
    assert read_credits(subscriber) == 20, "not paid yet"
    stripe_server.complete(checkout)
    for _ in range(2):
        subscriber.get(SUCCESS, params={"session_id": checkout["id"]})
        deliver(anonymous, stripe_server.event("checkout.session.completed", checkout))
    assert read_credits(subscriber) == 40
    subscription = find_subscription(stripe_server)
    stripe_server.end(subscription)
    deliver(anonymous, stripe_server.event("customer.subscription.deleted", subscription))
    assert (read_summary(subscriber)["plan"], read_credits(subscriber)) == ("free", 20)


def test_fifty_parallel_returns_from_a_checkout_book_it_once(
    subscriber: Person, stripe_server: StripeServer
) -> None:
    """Tabs that are reloaded while Stripe's event is on its way."""
    answer = subscriber.post(TOP_UP_CHECKOUT, json={"quantity": 1}).json()["data"]
    checkout = find_checkout(stripe_server, answer["checkoutUrl"])
    stripe_server.complete(checkout)

    def come_back(_number: int) -> int:
        return subscriber.get(SUCCESS, params={"session_id": checkout["id"]}).status_code

    with ThreadPoolExecutor(50) as pool:
        statuses = set(pool.map(come_back, range(50)))
    assert statuses <= {200, 429, 503}
    assert 200 in statuses
    assert read_credits(subscriber) == 30


def test_fifty_parallel_checkouts_leave_one_to_pay(alice: Person, stripe_server: StripeServer) -> None:
    """Otherwise a user pays for as many subscriptions as they have clicked."""

    def choose(_number: int) -> int:
        return alice.post("/api/billing/set-plan", json={"plan": "starter"}).status_code

    with ThreadPoolExecutor(50) as pool:
        statuses = set(pool.map(choose, range(50)))
    assert statuses <= {200, 429}
    assert [one["status"] for one in stripe_server.checkouts.values()].count("open") == 1


@pytest.mark.parametrize("quantity", [0, -1, 11, 1.5, "1", None, 10**30])
def test_a_top_up_takes_a_whole_number_from_1_to_10(
    subscriber: Person, stripe_server: StripeServer, quantity: object
) -> None:
    assert subscriber.post(TOP_UP_CHECKOUT, json={"quantity": quantity}).status_code == 422
    assert len(stripe_server.checkouts) == 1


def test_the_free_plan_buys_no_credits(alice: Person, stripe_server: StripeServer) -> None:
    refused = alice.post(TOP_UP_CHECKOUT, json={"quantity": 1})
    assert (refused.status_code, refused.json()["code"]) == (409, "PAID_PLAN_REQUIRED")


def test_the_portal_opens_also_for_a_granted_plan(ada: Person, stripe_server: StripeServer) -> None:
    for _ in range(2):
        assert ada.post(PORTAL).json()["data"] == {"portalUrl": "https://portal.test/"}
    assert len(stripe_server.customers) == 1


def test_a_customer_that_stripe_does_not_know_is_replaced(
    subscriber: Person, stripe_server: StripeServer
) -> None:
    """As after a change from test keys to live keys."""
    stripe_server.customers.clear()
    stripe_server.subscriptions.clear()
    checkout = subscribe(subscriber, stripe_server, "growth")
    assert checkout["customer"] in stripe_server.customers
    confirmed = subscriber.get(SUCCESS, params={"session_id": checkout["id"]}).json()["data"]
    assert (confirmed["plan"], confirmed["creditsRemaining"]) == ("growth", 60)


@pytest.mark.parametrize(
    ("failure", "status", "code"),
    [
        (500, 503, "PAYMENTS_UNAVAILABLE"),
        (429, 503, "PAYMENTS_UNAVAILABLE"),
        (401, 502, "PAYMENTS_REFUSED"),
    ],
)
def test_a_failure_of_stripe_is_said_and_changes_nothing(
    subscriber: Person,
    stripe_server: StripeServer,
    caplog: pytest.LogCaptureFixture,
    failure: int,
    status: int,
    code: str,
) -> None:
    caplog.set_level("DEBUG")
    before = read_summary(subscriber)
    stripe_server.failure = failure
    for path, body in (
        ("/api/billing/set-plan", {"plan": "free"}),
        ("/api/billing/set-plan", {"plan": "growth"}),
        (TOP_UP_CHECKOUT, {"quantity": 1}),
        (PORTAL, None),
    ):
        refused = subscriber.post(path, json=body)
        assert (refused.status_code, refused.json()["code"]) == (status, code), path
        assert "sk_test" not in refused.text + caplog.text
    assert read_summary(subscriber) == before


def test_a_return_from_the_checkout_while_stripe_is_away_can_be_repeated(
    alice: Person, stripe_server: StripeServer
) -> None:
    checkout = subscribe(alice, stripe_server)
    stripe_server.failure = 500
    refused = alice.get(SUCCESS, params={"session_id": checkout["id"]})
    assert (refused.status_code, refused.json()["code"]) == (503, "PAYMENTS_UNAVAILABLE")
    assert (read_summary(alice)["plan"], read_credits(alice)) == ("free", 3)
    stripe_server.failure = None
    for _ in range(2):
        assert alice.get(SUCCESS, params={"session_id": checkout["id"]}).status_code == 200
    assert (read_summary(alice)["plan"], read_credits(alice)) == ("starter", 20)


def test_stripe_out_of_reach_is_said(use_stripe: Callable[[str], None], alice: Person) -> None:
    # Nothing listens on the port of discard.
    use_stripe("http://127.0.0.1:9")
    refused = alice.post("/api/billing/set-plan", json={"plan": "starter"})
    assert (refused.status_code, refused.json()["code"]) == (503, "PAYMENTS_UNAVAILABLE")


def test_missing_settings_are_said(alice: Person, stripe_server: StripeServer, state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"stripe_price_top_up": None})
    refused = alice.post(PORTAL)
    assert (refused.status_code, refused.json()["code"]) == (503, "PAYMENTS_NOT_CONFIGURED")


def test_other_modes_take_no_payments(alice: Person, anonymous: TestClient) -> None:
    for refused in (
        alice.post(PORTAL),
        alice.post(TOP_UP_CHECKOUT, json={"quantity": 1}),
        anonymous.post("/api/billing/stripe/webhook", content=b"{}"),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "PAYMENTS_OFF")


def test_an_administrator_does_not_change_what_stripe_decides(
    subscriber: Person, ada: Person, stripe_server: StripeServer
) -> None:
    account = f"/api/billing/admin/accounts/{subscriber.id}"
    for action, body in (
        ("set-plan", {"plan": "growth"}),
        ("set-next-renewal", {"nextRenewalDate": "2190-01-31T12:00:00Z"}),
    ):
        refused = ada.post(f"{account}/{action}", json=body)
        assert (refused.status_code, refused.json()["code"]) == (409, "PAID_THROUGH_STRIPE")
    assert ada.post(f"{account}/grant-credits", json={"credits": 5}).status_code == 200


def test_a_user_who_pays_is_deleted_only_after_cancelling(
    subscriber: Person, ada: Person, stripe_server: StripeServer
) -> None:
    def delete() -> int:
        return ada.delete(f"/api/admin/users/{subscriber.id}", params={"records": "delete"}).status_code

    assert delete() == 409
    assert subscriber.post("/api/billing/set-plan", json={"plan": "free"}).status_code == 200
    assert delete() == 200


async def test_the_renewal_check_asks_stripe_and_renews_nothing_by_itself(
    subscriber: Person, stripe_server: StripeServer, state: AppState, clock: FrozenClock
) -> None:
    """An event that was lost is made up for."""

    def read_period_start() -> float:
        with state.database.reading() as session:
            return accounts.get_account(session, subscriber.id).period_start_at.timestamp()

    clock.advance(seconds=MONTH + 60)
    assert await jobs.count_renewals(state) == JobCounts(processed=1)
    assert await jobs.check_renewals(state) == JobCounts(processed=1)
    assert read_period_start() == stripe_server.now
    stripe_server.renew(find_subscription(stripe_server))
    assert await jobs.check_renewals(state) == JobCounts(processed=1)
    assert read_period_start() == stripe_server.now + MONTH
    stripe_server.failure = 500
    assert await jobs.check_renewals(state) == JobCounts(errors=1)


def test_nothing_of_stripe_is_loaded_in_other_modes() -> None:
    program = "import sys, app.main, app.api; print([one for one in sys.modules if one.startswith('stripe')])"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
