"""Fixtures of payments: a fake Stripe, the settings of the mode, and signed events."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import stripe
from fastapi.testclient import TestClient
from httpx2 import Response
from pydantic import SecretStr

from app.core.state import AppState
from app.integrations.payments import stripe_client
from tests.conftest import FrozenClock, Person
from tests.fakes.stripe_server import StripeServer, serve

Json = dict[str, Any]
WEBHOOK_SECRET = "whsec_of_the_tests"
STARTER, GROWTH, TOP_UP = "price_starter", "price_growth", "price_top_up"


@pytest.fixture
def use_stripe(state: AppState, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Switch the server to the billing mode ``stripe``, with Stripe at another address."""
    stripe_client._load()

    def use(address: str) -> None:
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setattr(stripe, "api_base", address)
        monkeypatch.setattr(stripe, "max_network_retries", 0)
        changes: Json = {
            "billing_mode": "stripe",
            "stripe_secret_key": SecretStr("sk_test_of_the_tests"),
            "stripe_webhook_secret": SecretStr(WEBHOOK_SECRET),
            "stripe_price_starter": STARTER,
            "stripe_price_growth": GROWTH,
            "stripe_price_top_up": TOP_UP,
        }
        state.settings = state.settings.model_copy(update=changes)

    yield use
    assert stripe.default_http_client is not None
    stripe.default_http_client.close()  # type: ignore[no-untyped-call]


@pytest.fixture
def stripe_server(use_stripe: Callable[[str], None], clock: FrozenClock) -> Iterator[StripeServer]:
    server = StripeServer(now=int(clock.now().timestamp()))
    with serve(server) as address:
        use_stripe(address)
        yield server


def sign(body: bytes, *, secret: str = WEBHOOK_SECRET, at: float | None = None) -> str:
    """The header Stripe-Signature of a body."""
    timestamp = int(time.time() if at is None else at)
    return str(stripe.WebhookSignature.generate_signature_header(body.decode(), secret, timestamp))


def deliver(client: TestClient, event: Json) -> Response:
    """Send a signed event to the webhook."""
    body = json.dumps(event).encode()
    headers = {"Stripe-Signature": sign(body)}
    return client.post("/api/billing/stripe/webhook", content=body, headers=headers)


def subscribe(person: Person, server: StripeServer, plan: str = "starter") -> Json:
    """Go through the checkout of a plan. Stripe's events are not delivered yet."""
    answer = person.post("/api/billing/set-plan", json={"plan": plan})
    assert answer.status_code == 200, answer.text
    checkout = find_checkout(server, answer.json()["data"]["checkoutUrl"])
    server.complete(checkout)
    return checkout


def find_checkout(server: StripeServer, url: str) -> Json:
    return next(one for one in server.checkouts.values() if one["url"] == url)


def read_summary(person: Person) -> Json:
    body: Json = person.get("/api/billing/summary").json()["data"]
    return body


def read_credits(person: Person) -> int:
    return int(read_summary(person)["creditsRemaining"])
