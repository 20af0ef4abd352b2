"""Client of Stripe: customers, checkout, the customer portal, subscriptions and signed events.

The ``stripe`` library is imported by the first call, so servers in another billing mode never load it.
All calls block: run them in a worker thread, and outside any transaction.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from types import ModuleType
from typing import Any, Final

from pydantic import SecretStr

from app.integrations.payments.errors import (
    CustomerMissing,
    PaymentNotFound,
    PaymentsRefused,
    PaymentsUnavailable,
    SignatureRefused,
)

log = logging.getLogger("greenroom.payments")

TIMEOUT_SECONDS: Final = 20
RETRIES: Final = 1
TOLERANCE_SECONDS: Final = 300
"""Maximum age of an event's signature."""
MAX_SUBSCRIPTIONS: Final = 100
"""The latest subscriptions of one customer that are read, ended ones included."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription as Stripe has it now. All instants are in UTC."""

    id: str
    item_id: str
    status: str
    price_id: str
    created_at: datetime
    period_start_at: datetime
    period_end_at: datetime
    ends_at: datetime | None
    """When a cancelled subscription ends; None unless cancelled."""
    ended_at: datetime | None
    is_paid: bool
    """Whether the latest invoice is paid."""


@dataclass(frozen=True, slots=True)
class Price:
    """A price of a product at Stripe."""

    is_active: bool
    is_recurring: bool
    """Whether the price is for a subscription rather than a single payment."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A checkout session."""

    id: str
    customer_id: str | None
    is_paid: bool
    metadata: dict[str, str]


@dataclass(frozen=True, slots=True)
class Event:
    """A signed event. ``object`` is the object at the time the event was sent; it may have changed since."""

    id: str
    type: str
    object: dict[str, Any]


class StripeClient:
    """The calls that billing makes.

    Each raises PaymentsUnavailable if Stripe cannot be reached or is busy, and PaymentsRefused if it refuses
    the request.
    """

    def __init__(self, secret_key: SecretStr) -> None:
        self._key = secret_key.get_secret_value()

    def create_customer(self, *, user_id: str, email: str | None, name: str | None) -> str:
        """Returns the id of a new customer."""
        with _translate_errors() as stripe:
            customer = stripe.Customer.create(
                api_key=self._key, metadata={"user_id": user_id}, **_drop_none(email=email, name=name)
            )
        return str(customer["id"])

    def read_price(self, price_id: str) -> Price:
        """Raises PaymentNotFound for an unknown id."""
        with _translate_errors() as stripe:
            found = stripe.Price.retrieve(price_id, api_key=self._key).to_dict()
        return Price(is_active=bool(found.get("active")), is_recurring=found.get("recurring") is not None)

    def list_subscriptions(self, customer_id: str) -> list[Subscription]:
        """The subscriptions of a customer, ended ones included. Raises CustomerMissing."""
        with _translate_errors() as stripe:
            found = stripe.Subscription.list(
                api_key=self._key,
                customer=customer_id,
                status="all",
                limit=MAX_SUBSCRIPTIONS,
                expand=["data.latest_invoice"],
            )
        return [_to_subscription(row.to_dict()) for row in found["data"]]

    def set_cancellation(self, subscription_id: str, *, at_period_end: bool) -> None:
        """Let a subscription end with its period, or take that back."""
        with _translate_errors() as stripe:
            stripe.Subscription.modify(subscription_id, api_key=self._key, cancel_at_period_end=at_period_end)

    def open_checkout(
        self,
        customer_id: str,
        *,
        price_id: str,
        quantity: int,
        is_subscription: bool,
        metadata: dict[str, str],
        success_url: str,
        cancel_url: str,
    ) -> str:
        """Returns the address of Stripe's payment page. Raises CustomerMissing.

        Earlier payment pages for a subscription are closed, so that nobody subscribes twice.
        """
        with _translate_errors() as stripe:
            if is_subscription:
                self._close_checkouts(stripe, customer_id)
            checkout = stripe.checkout.Session.create(
                api_key=self._key,
                mode="subscription" if is_subscription else "payment",
                customer=customer_id,
                line_items=[{"price": price_id, "quantity": quantity}],
                metadata=metadata,
                success_url=success_url,
                cancel_url=cancel_url,
            )
        return str(checkout["url"])

    def _close_checkouts(self, stripe: Any, customer_id: str) -> None:
        still_open = stripe.checkout.Session.list(
            api_key=self._key, customer=customer_id, status="open", limit=100
        )
        for checkout in still_open["data"]:
            if checkout["mode"] == "subscription":
                stripe.checkout.Session.expire(checkout["id"], api_key=self._key)

    def read_checkout(self, checkout_id: str) -> Checkout:
        """Raises PaymentNotFound for an unknown id."""
        with _translate_errors() as stripe:
            found = stripe.checkout.Session.retrieve(checkout_id, api_key=self._key)
        return to_checkout(found.to_dict())

    def open_portal(self, customer_id: str, *, return_url: str) -> str:
        """Returns the address of Stripe's customer portal. Raises CustomerMissing."""
        with _translate_errors() as stripe:
            portal = stripe.billing_portal.Session.create(
                api_key=self._key, customer=customer_id, return_url=return_url
            )
        return str(portal["url"])

    def open_plan_change(
        self, *, customer_id: str, subscription: Subscription, price_id: str, return_url: str
    ) -> str:
        """Returns the address of the portal's page that confirms another price for a subscription."""
        with _translate_errors() as stripe:
            portal = stripe.billing_portal.Session.create(
                api_key=self._key,
                customer=customer_id,
                return_url=return_url,
                flow_data={
                    "type": "subscription_update_confirm",
                    "subscription_update_confirm": {
                        "subscription": subscription.id,
                        "items": [{"id": subscription.item_id, "price": price_id, "quantity": 1}],
                    },
                    "after_completion": {"type": "redirect", "redirect": {"return_url": return_url}},
                },
            )
        return str(portal["url"])


def read_event(body: bytes, *, signature: str, secret: SecretStr) -> Event:
    """The event in the raw body of a webhook request. Raises SignatureRefused."""
    stripe = _load()
    try:
        stripe.WebhookSignature.verify_header(body, signature, secret.get_secret_value(), TOLERANCE_SECONDS)
        sent = json.loads(body)
        return Event(id=str(sent["id"]), type=str(sent["type"]), object=dict(sent["data"]["object"]))
    except (stripe.SignatureVerificationError, ValueError, KeyError, TypeError) as error:
        raise SignatureRefused from error


def to_checkout(values: dict[str, Any]) -> Checkout:
    """Convert Stripe's form of a checkout session."""
    return Checkout(
        id=str(values["id"]),
        customer_id=values.get("customer"),
        is_paid=values.get("payment_status") in {"paid", "no_payment_required"},
        metadata=dict(values.get("metadata") or {}),
    )


def _to_subscription(values: dict[str, Any]) -> Subscription:
    item = values["items"]["data"][0]
    # API versions before 2025-03-31 have the period in the subscription itself.
    start, end = (_find(name, item, values) for name in ("current_period_start", "current_period_end"))
    invoice = values.get("latest_invoice")
    ends_at = values.get("cancel_at") or (end if values.get("cancel_at_period_end") else None)
    return Subscription(
        id=str(values["id"]),
        item_id=str(item["id"]),
        status=str(values["status"]),
        price_id=str((item.get("price") or item["plan"])["id"]),
        created_at=_to_instant(values["created"]),
        period_start_at=_to_instant(start),
        period_end_at=_to_instant(end),
        ends_at=None if ends_at is None else _to_instant(ends_at),
        ended_at=None if values.get("ended_at") is None else _to_instant(values["ended_at"]),
        is_paid=invoice is None or invoice["status"] == "paid",
    )


def _find(name: str, *places: dict[str, Any]) -> int:
    return next(int(place[name]) for place in places if place.get(name) is not None)


def _to_instant(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)


def _drop_none(**values: str | None) -> dict[str, str]:
    return {name: value for name, value in values.items() if value is not None}


@cache
def _load() -> ModuleType:
    import stripe

    stripe.enable_telemetry = False
    stripe.max_network_retries = RETRIES
    stripe.default_http_client = stripe.RequestsClient(timeout=TIMEOUT_SECONDS)
    # It logs request bodies at lower levels.
    logging.getLogger("stripe").setLevel(logging.WARNING)
    return stripe


@contextmanager
def _translate_errors() -> Iterator[Any]:
    """Yield the library, and raise this module's errors. Messages of Stripe may quote keys: never logged."""
    stripe = _load()
    try:
        yield stripe
    except (stripe.APIConnectionError, stripe.RateLimitError) as error:
        log.warning("payments_unreachable error=%s", type(error).__name__)
        raise PaymentsUnavailable from error
    except stripe.StripeError as error:
        status = error.http_status or 500
        log.warning(
            "payments_refused error=%s status=%s code=%s request=%s",
            type(error).__name__,
            status,
            error.code,
            error.request_id,
        )
        if status >= 500:
            raise PaymentsUnavailable from error
        if error.code == "resource_missing":
            if getattr(error, "param", None) == "customer":
                raise CustomerMissing from error
            raise PaymentNotFound from error
        raise PaymentsRefused from error
