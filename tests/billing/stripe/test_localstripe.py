"""A subscription from its first payment to its end, with localstripe in a process of its own.

localstripe has customers, subscriptions, invoices and signed webhooks. Checkout and portal are tested against
``tests/fakes/stripe_server.py``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import httpx
import pytest
import stripe
from fastapi.testclient import TestClient
from pydantic import SecretStr

from app.billing.stripe.tables import StripeCustomer
from app.core.database import Database
from app.integrations.payments.stripe_client import StripeClient
from tests.billing.stripe.conftest import GROWTH, STARTER, WEBHOOK_SECRET, read_summary
from tests.child_processes import end
from tests.conftest import Person
from tests.server_process import find_free_port

KEY = "sk_test_of_the_tests"


@dataclass
class LocalStripe:
    """localstripe, and the webhook requests that it sent."""

    address: str
    received: Queue[tuple[bytes, str]]

    def deliver_next(self, client: TestClient) -> str:
        """Pass the next webhook request on, unchanged; returns the type of its event."""
        body, signature = self.received.get(timeout=30)
        headers = {"Stripe-Signature": signature}
        answer = client.post("/api/billing/stripe/webhook", content=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return str(json.loads(body)["type"])


@pytest.fixture
def local_stripe(use_stripe: Callable[[str], None]) -> Iterator[LocalStripe]:
    received: Queue[tuple[bytes, str]] = Queue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.put((body, self.headers["Stripe-Signature"]))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=receiver.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    port = find_free_port()
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "localstripe", "--port", str(port), "--from-scratch"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    transport = httpx.HTTPTransport(retries=12)  # Waits longer each time, half a minute in total.
    try:
        with httpx.Client(transport=transport) as client:
            webhook = {
                "url": f"http://127.0.0.1:{receiver.server_port}",
                "secret": WEBHOOK_SECRET,
                "events": [f"customer.subscription.{change}" for change in ("created", "deleted")],
            }
            client.post(f"{address}/_config/webhooks/greenroom", json=webhook).raise_for_status()
        use_stripe(address)
        yield LocalStripe(address=address, received=received)
    finally:
        end(process)
        receiver.shutdown()
        thread.join(60)
        receiver.server_close()


@pytest.fixture
def customer_id(alice: Person, database: Database, local_stripe: LocalStripe) -> str:
    """Alice as a customer with a card."""
    created = StripeClient(SecretStr(KEY)).create_customer(
        user_id=alice.id, email="alice@agency.example", name="Alice"
    )
    with database.transaction() as session:
        session.add(StripeCustomer(user_id=alice.id, customer_id=created))
    card = {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}
    post(local_stripe, "products", {"name": "Greenroom", "type": "service", "id": "prod_1"})
    for price, cents in ((STARTER, 3900), (GROWTH, 7900)):
        plan = {"id": price, "product": "prod_1", "amount": cents, "currency": "usd", "interval": "month"}
        post(local_stripe, "plans", plan)
    method = post(local_stripe, "payment_methods", {"type": "card", "card": card})
    post(local_stripe, f"payment_methods/{method}/attach", {"customer": created})
    settings = {"invoice_settings": {"default_payment_method": method}}
    post(local_stripe, f"customers/{created}", settings)
    return created


def post(local_stripe: LocalStripe, path: str, values: object) -> str:
    """Make an object as the operator or the checkout page would; returns its id."""
    answer = httpx.post(
        f"{local_stripe.address}/v1/{path}", json=values, headers={"Authorization": f"Bearer {KEY}"}
    )
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def test_a_subscription_from_payment_to_end(
    alice: Person, anonymous: TestClient, local_stripe: LocalStripe, customer_id: str
) -> None:
    subscription_id = post(
        local_stripe, "subscriptions", {"customer": customer_id, "items": [{"plan": STARTER}]}
    )
    assert local_stripe.deliver_next(anonymous) == "customer.subscription.created"
    paid = read_summary(alice)
    assert (paid["plan"], paid["creditsRemaining"], paid["isCancelled"]) == ("starter", 20, False)

    cancelled = alice.post("/api/billing/set-plan", json={"plan": "free"}).json()["data"]
    assert (cancelled["plan"], cancelled["cancellationEffectiveDate"]) == ("starter", paid["periodEnd"])
    resumed = alice.post("/api/billing/set-plan", json={"plan": "starter"}).json()["data"]
    assert resumed == {**paid, "checkoutUrl": None}

    stripe.Subscription.cancel(subscription_id, api_key=KEY)
    assert local_stripe.deliver_next(anonymous) == "customer.subscription.deleted"
    ended = read_summary(alice)
    assert (ended["plan"], ended["creditsRemaining"], ended["hadPaidPlan"]) == ("free", 0, True)


def test_what_localstripe_lacks_is_refused_with_a_clear_error(
    alice: Person, local_stripe: LocalStripe, customer_id: str
) -> None:
    """A server that is not Stripe's: the answer is no crash."""
    refused = alice.post("/api/billing/stripe/portal")
    assert (refused.status_code, refused.json()["code"]) in {
        (502, "PAYMENTS_REFUSED"),
        (503, "PAYMENTS_UNAVAILABLE"),
    }
