"""Fake of Stripe's API over HTTP, for the calls that localstripe lacks: checkout, portal, billing periods."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urlsplit

Json = dict[str, Any]
MONTH = 30 * 24 * 60 * 60


@dataclass
class StripeServer:
    """Objects by id, and the requests that arrived. ``failure`` is the status of every response."""

    now: int
    customers: dict[str, Json] = field(default_factory=dict)
    subscriptions: dict[str, Json] = field(default_factory=dict)
    checkouts: dict[str, Json] = field(default_factory=dict)
    prices: dict[str, Json] = field(default_factory=dict)
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    failure: int | None = None
    pages: str = "https://checkout.test"
    """Address of the payment pages."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def subscribe(self, customer_id: str, price_id: str, *, is_paid: bool = True) -> Json:
        """A new subscription, whose first period begins now."""
        number = next(self._numbers)
        subscription: Json = {
            "id": f"sub_{number}",
            "object": "subscription",
            "customer": customer_id,
            "status": "active" if is_paid else "incomplete",
            "created": self.now,
            "cancel_at": None,
            "cancel_at_period_end": False,
            "ended_at": None,
            "latest_invoice": {
                "id": f"in_{number}",
                "object": "invoice",
                "status": "paid" if is_paid else "open",
            },
            "items": {"object": "list", "data": [self._item(f"si_{number}", price_id, self.now)]},
        }
        self.subscriptions[subscription["id"]] = subscription
        return subscription

    def renew(self, subscription: Json, *, is_paid: bool = True) -> None:
        """Begin the next period."""
        item = subscription["items"]["data"][0]
        subscription["items"]["data"] = [
            self._item(item["id"], item["price"]["id"], item["current_period_end"])
        ]
        subscription["status"] = "active" if is_paid else "past_due"
        subscription["latest_invoice"]["status"] = "paid" if is_paid else "open"

    def add_price(self, price_id: str, *, is_recurring: bool, is_active: bool = True) -> None:
        self.prices[price_id] = {
            "id": price_id,
            "object": "price",
            "active": is_active,
            "recurring": {"interval": "month"} if is_recurring else None,
        }

    def pay(self, subscription: Json) -> None:
        subscription["status"] = "active"
        subscription["latest_invoice"]["status"] = "paid"

    def change_price(self, subscription: Json, price_id: str) -> None:
        subscription["items"]["data"][0]["price"]["id"] = price_id

    def end(self, subscription: Json) -> None:
        subscription.update(status="canceled", ended_at=self.now)

    def complete(self, checkout: Json) -> None:
        """Pay a checkout, as the user does on Stripe's page."""
        checkout.update(status="complete", payment_status="paid")
        if checkout["mode"] == "subscription":
            self.subscribe(checkout["customer"], checkout["price"])

    def event(self, kind: str, about: Json) -> Json:
        return {
            "id": f"evt_{next(self._numbers)}",
            "object": "event",
            "type": kind,
            "created": self.now,
            "data": {"object": json.loads(json.dumps(about))},
        }

    def respond(self, method: str, path: str, values: dict[str, str]) -> tuple[int, Json]:
        self.requests.append((method, path, values))
        if self.failure is not None:
            return self.failure, {"error": {"type": "api_error", "message": "no"}}
        customer_id = values.get("customer")
        if customer_id is not None and customer_id not in self.customers:
            return 400, _missing("customer")
        match method, path.removeprefix("/v1/").split("/"):
            case "POST", ["customers"]:
                customer = {"id": f"cus_{next(self._numbers)}", "object": "customer"}
                self.customers[customer["id"]] = customer
                return 200, customer
            case "GET", ["prices", price_id]:
                price = self.prices.get(price_id)
                return (404, _missing("price")) if price is None else (200, price)
            case "GET", ["subscriptions"]:
                rows = [one for one in self.subscriptions.values() if one["customer"] == customer_id]
                return 200, _list(rows[::-1])
            case "POST", ["subscriptions", subscription_id]:
                subscription = self.subscriptions[subscription_id]
                subscription["cancel_at_period_end"] = values["cancel_at_period_end"] == "true"
                return 200, subscription
            case "GET", ["checkout", "sessions"]:
                rows = [one for one in self.checkouts.values() if one["customer"] == customer_id]
                return 200, _list([one for one in rows if one["status"] == values["status"]])
            case "POST", ["checkout", "sessions"]:
                return 200, self._open_checkout(values)
            case "POST", ["checkout", "sessions", checkout_id, "expire"]:
                self.checkouts[checkout_id]["status"] = "expired"
                return 200, self.checkouts[checkout_id]
            case "GET", ["checkout", "sessions", checkout_id]:
                found = self.checkouts.get(checkout_id)
                return (404, _missing("session")) if found is None else (200, found)
            case "POST", ["billing_portal", "sessions"]:
                return 200, {"id": "bps_1", "object": "billing_portal.session", "url": "https://portal.test/"}
        return 404, _missing("url")

    def _open_checkout(self, values: dict[str, str]) -> Json:
        number = next(self._numbers)
        checkout: Json = {
            "id": f"cs_test_{number}",
            "object": "checkout.session",
            "url": f"{self.pages}/{number}",
            "success_url": values["success_url"],
            "mode": values["mode"],
            "customer": values["customer"],
            "status": "open",
            "payment_status": "unpaid",
            "price": values["line_items[0][price]"],
            "metadata": {
                match[1]: value
                for name, value in values.items()
                if (match := re.fullmatch(r"metadata\[(\w+)\]", name))
            },
        }
        self.checkouts[checkout["id"]] = checkout
        return checkout

    def _item(self, item_id: str, price_id: str, start: int) -> Json:
        return {
            "id": item_id,
            "object": "subscription_item",
            "price": {"id": price_id, "object": "price"},
            "current_period_start": start,
            "current_period_end": start + MONTH,
        }


def _list(rows: list[Json]) -> Json:
    return {"object": "list", "data": rows, "has_more": False, "url": "/v1/rows"}


def _missing(param: str) -> Json:
    error = {"type": "invalid_request_error", "code": "resource_missing", "param": param}
    return {"error": error | {"message": "No such object"}}


@contextmanager
def serve(server: StripeServer) -> Iterator[str]:
    """Run the fake on a free port of the loopback address; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(dict(parse_qsl(urlsplit(self.path).query)))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self._answer(dict(parse_qsl(body.decode())))

        def _answer(self, values: dict[str, str]) -> None:
            status, found = server.respond(self.command, urlsplit(self.path).path, values)
            content = json.dumps(found).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_port}"
    finally:
        http.shutdown()
        thread.join(60)
        http.server_close()
