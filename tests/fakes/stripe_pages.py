"""Fake Stripe as a process for the browser tests: its API, a payment page, and signed events to the server.

Usage: python -m tests.fakes.stripe_pages PORT WEBHOOK_SECRET. The tests tell it the address of the server
with POST /test/webhook (``url``), and begin the next billing period with POST /test/renew.
"""

from __future__ import annotations

import html
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import httpx
import stripe

from tests.fakes.stripe_server import Json, StripeServer

_PAGE = """<!doctype html><html lang="en"><title>Fake Stripe</title>
<main><h1>Fake Stripe</h1><p>{mode} {price}</p>
<form method="post"><button>Pay</button></form></main></html>"""


class StripePages:
    """The fake, with a payer who sees its pages."""

    def __init__(self, address: str, webhook_secret: str) -> None:
        self.server = StripeServer(now=int(time.time()), pages=f"{address}/pay")
        self.webhook_url = ""
        self._webhook_secret = webhook_secret

    def find_checkout(self, url: str) -> Json:
        return next(one for one in self.server.checkouts.values() if urlsplit(one["url"]).path == url)

    def pay(self, checkout: Json) -> str:
        """Pay, send the events, and return the address to which the payer goes."""
        self.server.complete(checkout)
        self.deliver(self.server.event("checkout.session.completed", checkout))
        for subscription in self.server.subscriptions.values():
            self.deliver(self.server.event("customer.subscription.created", subscription))
        return str(checkout["success_url"]).replace("{CHECKOUT_SESSION_ID}", checkout["id"])

    def renew(self) -> None:
        """Begin the next period of all subscriptions."""
        for subscription in self.server.subscriptions.values():
            self.server.renew(subscription)
            self.deliver(self.server.event("invoice.paid", subscription))

    def deliver(self, event: Json) -> None:
        """Send a signed event. Raises HTTPStatusError if the server refuses it."""
        body = json.dumps(event).encode()
        signature = stripe.WebhookSignature.generate_signature_header(
            body.decode(), self._webhook_secret, int(time.time())
        )
        headers = {"Stripe-Signature": signature}
        httpx.post(
            self.webhook_url, content=body, headers=headers, timeout=60, trust_env=False
        ).raise_for_status()


def make_handler(pages: StripePages) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            if url.path.startswith("/pay/"):
                checkout = pages.find_checkout(url.path)
                shown = {name: html.escape(str(checkout[name])) for name in ("mode", "price")}
                self._respond(200, "text/html", _PAGE.format(**shown))
            else:
                self._respond_api(dict(parse_qsl(url.query)))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            values = dict(parse_qsl(body.decode()))
            if self.path.startswith("/pay/"):
                target = pages.pay(pages.find_checkout(self.path))
                self._respond(303, "text/plain", "", location=target)
            elif self.path == "/test/webhook":
                pages.webhook_url = values["url"]
                self._respond(200, "text/plain", "")
            elif self.path == "/test/renew":
                pages.renew()
                self._respond(200, "text/plain", "")
            else:
                self._respond_api(values)

        def _respond_api(self, values: dict[str, str]) -> None:
            status, found = pages.server.respond(self.command, urlsplit(self.path).path, values)
            self._respond(status, "application/json", json.dumps(found))

        def _respond(self, status: int, kind: str, text: str, *, location: str | None = None) -> None:
            content = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            if location is not None:
                self.send_header("Location", location)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    return Handler


def main() -> None:
    port, secret = int(sys.argv[1]), sys.argv[2]
    pages = StripePages(f"http://127.0.0.1:{port}", secret)
    ThreadingHTTPServer(("127.0.0.1", port), make_handler(pages)).serve_forever()


if __name__ == "__main__":
    main()
