"""The webhook: signatures, repeated, parallel and out-of-order events."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from app.billing import ledger
from app.billing.stripe.repository import EVENT_LIFETIME, remove_old_events
from app.billing.stripe.tables import StripeEvent
from app.billing.tables import LedgerEntry, LedgerKind
from app.core.database import Database
from app.core.state import AppState
from tests.billing.stripe.conftest import (
    Json,
    deliver,
    find_checkout,
    read_credits,
    read_summary,
    sign,
    subscribe,
)
from tests.conftest import FrozenClock, Person
from tests.fakes.stripe_server import StripeServer

WEBHOOK = "/api/billing/stripe/webhook"


@pytest.fixture
def paid(alice: Person, stripe_server: StripeServer) -> Json:
    """The event of a plan that Alice has paid for, not delivered yet."""
    return stripe_server.event("checkout.session.completed", subscribe(alice, stripe_server))


@pytest.fixture
def subscription(alice: Person, anonymous: TestClient, stripe_server: StripeServer, paid: Json) -> Json:
    """Alice's subscription to Starter."""
    assert deliver(anonymous, paid).status_code == 200
    (found,) = stripe_server.subscriptions.values()
    return found


def buy_credits(person: Person, server: StripeServer) -> Json:
    """The event of 10 credits that were paid for."""
    answer = person.post("/api/billing/stripe/topup/checkout", json={"quantity": 1}).json()["data"]
    checkout = find_checkout(server, answer["checkoutUrl"])
    server.complete(checkout)
    return server.event("checkout.session.completed", checkout)


def count_events(database: Database) -> int:
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(StripeEvent)) or 0


@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(lambda body: (body, None), id="unsigned"),
        pytest.param(lambda body: (body, ""), id="empty signature"),
        pytest.param(lambda body: (body, sign(body, secret="whsec_of_another")), id="wrong key"),
        pytest.param(lambda body: (body, sign(body, at=time.time() - 301)), id="301 seconds old"),
        pytest.param(lambda body: (body.replace(b"alice", b"bob  ") + b" ", sign(body)), id="altered"),
        pytest.param(lambda body: (body, sign(body).replace("v1=", "v0=")), id="old scheme"),
        pytest.param(lambda body: (body, "t=now,v1=x"), id="no time"),
        pytest.param(lambda body: (body, f"t={'9' * 5000},v1=x"), id="huge time"),
        pytest.param(lambda body: (body, "t=1,v1=\u00e9".encode("latin-1")), id="not ASCII"),
        pytest.param(lambda body: (b"\xff\xfe", sign(body)), id="not text"),
        pytest.param(lambda _: (b"", sign(b"")), id="empty body"),
        pytest.param(lambda _: (b"[]", sign(b"[]")), id="no object"),
        pytest.param(lambda _: (b'{"id": "evt_1"}', sign(b'{"id": "evt_1"}')), id="no event"),
    ],
)
def test_what_stripe_did_not_send_is_refused_without_effect(
    alice: Person,
    anonymous: TestClient,
    database: Database,
    paid: Json,
    forge: Callable[[bytes], tuple[bytes, Any]],
) -> None:
    body, signature = forge(json.dumps(paid).encode())
    headers = {} if signature is None else {"Stripe-Signature": signature}
    refused = anonymous.post(WEBHOOK, content=body, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (400, "SIGNATURE_INVALID")
    assert "whsec" not in refused.text
    assert (read_summary(alice)["plan"], count_events(database)) == ("free", 0)


def test_a_signed_event_begins_the_plan(alice: Person, subscription: Json, database: Database) -> None:
    summary = read_summary(alice)
    assert (summary["plan"], summary["creditsRemaining"]) == ("starter", 20)
    assert count_events(database) == 1


def test_an_event_just_inside_the_tolerance_is_taken(
    alice: Person, anonymous: TestClient, paid: Json
) -> None:
    body = json.dumps(paid).encode()
    headers = {"Stripe-Signature": sign(body, at=time.time() - 290)}
    assert anonymous.post(WEBHOOK, content=body, headers=headers).status_code == 200
    assert read_summary(alice)["plan"] == "starter"


def test_fifty_parallel_copies_of_an_event_change_the_balance_once(
    alice: Person,
    anonymous: TestClient,
    stripe_server: StripeServer,
    subscription: Json,
    database: Database,
) -> None:
    stripe_server.renew(subscription)
    for event in (buy_credits(alice, stripe_server), stripe_server.event("invoice.paid", subscription)):
        with ThreadPoolExecutor(50) as pool:
            statuses = [answer.status_code for answer in pool.map(deliver, [anonymous] * 50, [event] * 50)]
        # An event that found the account busy is sent again by Stripe.
        assert set(statuses) <= {200, 503}
        assert 200 in statuses
    assert read_credits(alice) == 30
    with database.reading() as session:
        kinds = session.scalars(
            select(LedgerEntry.kind).where(LedgerEntry.unit == "credits").order_by(LedgerEntry.id)
        ).all()
        assert sorted(kind for kind in kinds if kind != LedgerKind.EXPIRY) == [
            "grant",
            "grant",
            "renewal",
            "top_up",
        ]
        assert ledger.find_disagreements(session) == []
    assert count_events(database) == 3


def test_a_renewal_counts_once_its_invoice_is_paid(
    alice: Person, anonymous: TestClient, stripe_server: StripeServer, subscription: Json
) -> None:
    before = read_summary(alice)
    stripe_server.renew(subscription, is_paid=False)
    deliver(anonymous, stripe_server.event("customer.subscription.updated", subscription))
    deliver(anonymous, stripe_server.event("invoice.payment_failed", subscription))
    assert read_summary(alice) == before
    stripe_server.pay(subscription)
    deliver(anonymous, stripe_server.event("invoice.paid", subscription))
    after = read_summary(alice)
    assert (after["periodStart"], after["creditsRemaining"]) == (before["periodEnd"], 20)


def test_an_unpaid_first_invoice_begins_nothing(
    alice: Person, anonymous: TestClient, stripe_server: StripeServer, paid: Json
) -> None:
    (found,) = stripe_server.subscriptions.values()
    for status in ("incomplete", "active"):
        found.update(status=status, latest_invoice={"status": "open"})
        deliver(anonymous, stripe_server.event("customer.subscription.created", found))
        assert read_summary(alice)["plan"] == "free"


def test_the_end_of_a_subscription_leaves_the_free_plan_without_its_starting_amounts(
    alice: Person, anonymous: TestClient, stripe_server: StripeServer, subscription: Json
) -> None:
    stripe_server.end(subscription)
    deliver(anonymous, stripe_server.event("customer.subscription.deleted", subscription))
    after = read_summary(alice)
    assert (after["plan"], after["creditsRemaining"], after["hadPaidPlan"]) == ("free", 0, True)
    assert after["documents"]["remaining"] == 0


def test_an_event_that_arrives_late_does_not_bring_an_old_state_back(
    alice: Person, anonymous: TestClient, stripe_server: StripeServer, subscription: Json
) -> None:
    early = stripe_server.event("customer.subscription.updated", subscription)
    stripe_server.end(subscription)
    deliver(anonymous, stripe_server.event("customer.subscription.deleted", subscription))
    assert deliver(anonymous, early).status_code == 200
    assert read_summary(alice)["plan"] == "free"


def test_an_event_is_taken_again_after_stripe_was_away(
    alice: Person, anonymous: TestClient, stripe_server: StripeServer, paid: Json, database: Database
) -> None:
    stripe_server.failure = 500
    assert deliver(anonymous, paid).status_code == 503
    assert count_events(database) == 0
    stripe_server.failure = None
    assert deliver(anonymous, paid).status_code == 200
    assert read_summary(alice)["plan"] == "starter"


def test_a_price_without_a_plan_is_an_error_and_changes_nothing(
    alice: Person, anonymous: TestClient, stripe_server: StripeServer, subscription: Json
) -> None:
    before = read_summary(alice)
    stripe_server.change_price(subscription, "price_of_something_else")
    refused = deliver(anonymous, stripe_server.event("customer.subscription.updated", subscription))
    assert (refused.status_code, refused.json()["code"]) == (503, "PRICE_UNKNOWN")
    assert read_summary(alice) == before


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"purpose": "greenroom-top-up", "credits": "-5"},
        {"purpose": "greenroom-top-up", "credits": "1000000"},
        {"purpose": "greenroom-top-up"},
        {"purpose": "another", "credits": "10"},
    ],
)
def test_payments_that_this_server_did_not_offer_book_nothing(
    alice: Person, anonymous: TestClient, stripe_server: StripeServer, subscription: Json, metadata: Json
) -> None:
    event = buy_credits(alice, stripe_server)
    event["data"]["object"]["metadata"] = metadata
    assert deliver(anonymous, event).status_code == 200
    assert read_credits(alice) == 20


def test_unpaid_checkouts_and_events_of_others_are_left_alone(
    alice: Person, anonymous: TestClient, stripe_server: StripeServer, subscription: Json
) -> None:
    unpaid = buy_credits(alice, stripe_server)
    unpaid["data"]["object"]["payment_status"] = "unpaid"
    stranger = buy_credits(alice, stripe_server)
    stranger["data"]["object"]["customer"] = "cus_of_another_shop"
    for event in (unpaid, stranger, stripe_server.event("customer.updated", subscription)):
        assert deliver(anonymous, event).status_code == 200
    assert read_credits(alice) == 20


def test_a_read_of_stripe_that_became_old_is_repeated(
    alice: Person, anonymous: TestClient, stripe_server: StripeServer, subscription: Json, state: AppState
) -> None:
    """While one event is read from Stripe, another one that came later is applied."""
    respond, later = stripe_server.respond, stripe_server.event("customer.subscription.deleted", subscription)
    is_first = True

    def overtake(method: str, path: str, values: dict[str, str]) -> tuple[int, Json]:
        nonlocal is_first
        answer = respond(method, path, values)
        answer = (answer[0], json.loads(json.dumps(answer[1])))
        if is_first:
            is_first = False
            stripe_server.end(subscription)
            assert deliver(anonymous, later).status_code == 200
        return answer

    stripe_server.respond = overtake  # type: ignore[method-assign]
    early = stripe_server.event("customer.subscription.updated", subscription)
    assert deliver(anonymous, early).status_code == 200
    assert read_summary(alice)["plan"] == "free"


def test_handled_events_are_forgotten_after_a_month(
    subscription: Json, database: Database, clock: FrozenClock
) -> None:
    for now, removed in ((clock.now() + EVENT_LIFETIME, 0), (clock.now() + EVENT_LIFETIME + timedelta(1), 1)):
        with database.transaction() as session:
            assert remove_old_events(session, now=now) == removed
