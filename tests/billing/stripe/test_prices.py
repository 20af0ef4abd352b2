"""Another price of a plan at Stripe: new subscriptions pay it, and present ones go on with theirs."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from app.core.state import AppState
from app.security_events.tables import EventType, SecurityEvent
from tests.billing.stripe.conftest import STARTER, deliver, find_checkout, read_summary, subscribe
from tests.conftest import Person
from tests.fakes.stripe_server import StripeServer

Json = dict[str, Any]
NEW_STARTER = "price_starter_of_the_new_year"


@pytest.fixture(autouse=True)
def saved_price(ada: Person, stripe_server: StripeServer, state: AppState) -> None:
    """The price of Starter is saved in the panel; everything else comes from the environment."""
    names = ("billing_mode", "stripe_secret_key", "stripe_webhook_secret", "stripe_price_growth")
    given = {name: getattr(state.settings, name) for name in (*names, "stripe_price_top_up")}
    state.base_settings = state.base_settings.model_copy(update=given)
    ada.patch("/api/admin/settings", json={"values": {"stripe_price_starter": STARTER}})


def read_plan(ada: Person, key: str = "starter") -> Json:
    plans = ada.get("/api/admin/plans").json()["data"]
    return next(plan for plan in plans if plan["key"] == key)


def change_price(ada: Person, price_id: str) -> Json:
    body = {**read_plan(ada)["values"], "monthlyPriceCents": 4900, "stripePriceId": price_id}
    response = ada.put("/api/admin/plans/starter", json=body)
    assert response.status_code == 200, response.text
    return read_plan(ada)


def test_a_new_subscription_pays_the_new_price(
    ada: Person, alice: Person, stripe_server: StripeServer, state: AppState
) -> None:
    assert read_plan(ada)["stripePrice"] == {"priceId": STARTER, "isLocked": False}
    assert read_plan(ada, "free")["stripePrice"] is None
    assert change_price(ada, NEW_STARTER)["stripePrice"]["priceId"] == NEW_STARTER
    answer = alice.post("/api/billing/set-plan", json={"plan": "starter"}).json()["data"]
    assert find_checkout(stripe_server, answer["checkoutUrl"])["price"] == NEW_STARTER
    with state.database.reading() as session:
        event = session.scalars(
            select(SecurityEvent).where(SecurityEvent.type == EventType.PLAN_CHANGED)
        ).one()
        assert event.details["changes"]["stripe_price_starter"] == {"before": STARTER, "after": NEW_STARTER}


def test_a_subscription_with_the_old_price_renews_cancels_and_resumes(
    ada: Person, alice: Person, anonymous: TestClient, stripe_server: StripeServer
) -> None:
    subscribe(alice, stripe_server)
    (subscription,) = stripe_server.subscriptions.values()
    deliver(anonymous, stripe_server.event("customer.subscription.created", subscription))
    before = read_summary(alice)
    change_price(ada, NEW_STARTER)
    stripe_server.renew(subscription)
    assert deliver(anonymous, stripe_server.event("invoice.paid", subscription)).status_code == 200
    renewed = read_summary(alice)
    assert (renewed["plan"], renewed["creditsRemaining"]) == ("starter", 20)
    assert renewed["periodStart"] == before["periodEnd"]
    for plan, is_cancelled in (("free", True), ("starter", False)):
        answer = alice.post("/api/billing/set-plan", json={"plan": plan}).json()["data"]
        assert (answer["isCancelled"], answer["checkoutUrl"]) == (is_cancelled, None)


def test_a_price_that_never_was_a_plan_is_still_refused(
    ada: Person, alice: Person, anonymous: TestClient, stripe_server: StripeServer
) -> None:
    subscribe(alice, stripe_server)
    (subscription,) = stripe_server.subscriptions.values()
    deliver(anonymous, stripe_server.event("customer.subscription.created", subscription))
    stripe_server.change_price(subscription, "price_of_somebody_else")
    refused = deliver(anonymous, stripe_server.event("customer.subscription.updated", subscription))
    assert refused.status_code >= 500
    assert read_summary(alice)["plan"] == "starter"


def test_a_price_of_the_environment_is_shown_and_not_changed(
    ada: Person, stripe_server: StripeServer, state: AppState
) -> None:
    state.base_settings = state.base_settings.model_copy(update={"stripe_price_starter": STARTER})
    assert read_plan(ada)["stripePrice"] == {"priceId": STARTER, "isLocked": True}
    body = {**read_plan(ada)["values"], "monthlyPriceCents": 4900, "stripePriceId": NEW_STARTER}
    refused = ada.put("/api/admin/plans/starter", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "SETTING_LOCKED")
    assert read_plan(ada)["values"]["monthlyPriceCents"] == 3900
