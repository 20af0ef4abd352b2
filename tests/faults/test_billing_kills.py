"""SIGKILL of the server at random moments of a charge, a renewal, a grant and two webhooks (fault 16).

A caller without an answer repeats the request, as browsers, the scheduler and Stripe do. Everything is booked
once, and every balance is the sum of its ledger entries. FAULT_ROUNDS sets the number of kills; FAULT_SEED
repeats a run.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pysqlite3.dbapi2 as sqlite
import pytest
import stripe

from tests.fakes.stripe_server import StripeServer, serve
from tests.faults.recruiter import Json, Recruiter, eventually, interrupted
from tests.forking_server import ForkingServerProcess
from tests.server_process import ServerProcess

ROUNDS = int(os.environ.get("FAULT_ROUNDS", "6"))
FAKE_ADDRESS = Path(__file__).parents[1] / "fakes" / "stripe_address"
WEBHOOK_SECRET = "whsec_of_the_tests"
FIRST_RENEWAL = datetime(2026, 1, 1, tzinfo=UTC)
GROWTH, STARTER, TOP_UP = 60, 20, 10


@pytest.fixture
def server_type() -> type[ServerProcess]:
    """A thousand restarts fit into half an hour."""
    return ForkingServerProcess


@pytest.fixture
def stripe_server() -> StripeServer:
    return StripeServer(now=int(time.time()))


@pytest.fixture
def server_settings(stripe_server: StripeServer) -> Iterator[dict[str, str]]:
    with serve(stripe_server) as address:
        yield {
            "GREENROOM_BILLING_MODE": "stripe",
            "GREENROOM_STRIPE_SECRET_KEY": "sk_test_of_the_tests",
            "GREENROOM_STRIPE_WEBHOOK_SECRET": WEBHOOK_SECRET,
            "GREENROOM_STRIPE_PRICE_STARTER": "price_starter",
            "GREENROOM_STRIPE_PRICE_GROWTH": "price_growth",
            "GREENROOM_STRIPE_PRICE_TOP_UP": "price_top_up",
            "PYTHONPATH": os.pathsep.join([str(FAKE_ADDRESS), *os.environ.get("PYTHONPATH", "").split(":")]),
            "STRIPE_ADDRESS": address,
            "NO_PROXY": "127.0.0.1",
        }


@dataclass
class Agency:
    """alice, who interviews; bob, whose plan the server renews; carol, who pays through Stripe."""

    recruiter: Recruiter
    stripe: StripeServer
    database: Path
    ids: dict[str, str] = field(default_factory=dict)
    running: Json = field(default_factory=dict)
    """The interview that ends in the next round."""
    charged: set[str] = field(default_factory=set)
    """Ids of the interviews that cost a credit."""

    async def open(self) -> None:
        me = (await self.recruiter.http.get("/api/auth/me")).json()["data"]
        self.ids["alice"] = me["userId"]
        for name in ("bob", "carol"):
            body = {"username": name, "name": name, "role": "recruiter", "delivery": "one_time_password"}
            made = await self.recruiter.http.post("/api/admin/users", json=body)
            self.ids[name] = made.json()["data"]["user"]["_id"]
        assert (await self.admin("bob", "set-plan", {"plan": "starter"})).is_success
        self.stripe.customers["cus_carol"] = {"id": "cus_carol", "object": "customer"}
        self.write(
            "INSERT INTO stripe_customers (user_id, customer_id, version, created_at)"
            " VALUES (?, 'cus_carol', 0, datetime('now'))",
            self.ids["carol"],
        )
        subscription = self.stripe.subscribe("cus_carol", "price_starter")
        event = self.stripe.event("customer.subscription.created", subscription)
        assert (await self.deliver(event)).is_success
        self.running = await self.recruiter.start_interview()

    def write(self, statement: str, *values: object) -> None:
        with contextlib.closing(sqlite.connect(str(self.database), timeout=30)) as connection, connection:
            connection.execute(statement, values)

    def read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite.connect(str(self.database), timeout=30)) as connection:
            rows: list[tuple[Any, ...]] = connection.execute(statement, values).fetchall()
            return rows

    def let_half_an_hour_pass(self) -> None:
        """Make the running interview cost a credit. A running server would keep its own time."""
        self.write(
            "UPDATE interviews SET started_at = datetime(started_at, '-30 minutes') WHERE id = ?",
            self.running["_id"],
        )

    async def admin(self, name: str, action: str, body: Json) -> httpx.Response:
        return await self.recruiter.http.post(
            f"/api/billing/admin/accounts/{self.ids[name]}/{action}", json=body
        )

    async def deliver(self, event: Json) -> httpx.Response:
        """Send an event as Stripe does: the same one, newly signed."""
        body = json.dumps(event).encode()
        header = stripe.WebhookSignature.generate_signature_header(
            body.decode(), WEBHOOK_SECRET, int(time.time())
        )
        return await self.recruiter.http.post(
            "/api/billing/stripe/webhook", content=body, headers={"Stripe-Signature": header}
        )

    async def prepare(self, number: int) -> list[Callable[[], Awaitable[bool]]]:
        """The work of one round. Each piece is repeated until it returns True."""
        interview = self.running
        self.charged.add(interview["_id"])
        self.running = await self.recruiter.start_interview()
        due = FIRST_RENEWAL + timedelta(minutes=number)
        due_text = due.strftime("%Y-%m-%d %H:%M:%S.%f")
        self.write(
            "UPDATE billing_accounts SET period_end_at = ?, anchor_at = ? WHERE user_id = ?",
            due_text,
            due_text,
            self.ids["bob"],
        )
        (subscription,) = self.stripe.subscriptions.values()
        self.stripe.renew(subscription)
        renewal = self.stripe.event("invoice.paid", subscription)
        top_up = self.stripe.event(
            "checkout.session.completed",
            {
                "id": f"cs_{number}",
                "object": "checkout.session",
                "mode": "payment",
                "customer": "cus_carol",
                "payment_status": "paid",
                "metadata": {"purpose": "greenroom-top-up", "credits": str(TOP_UP)},
            },
        )

        async def complete() -> bool:
            return (await self.recruiter.complete(interview)).is_success

        async def renew() -> bool:
            # 409 while the job runs, also by the scheduler.
            await self.recruiter.http.post(
                "/api/billing/admin/jobs/daily-renewal-check", json={"dryRun": False}
            )
            return self.count("bob", "renewal") == number + 1

        async def grant() -> bool:
            body = {"credits": 1, "idempotencyKey": f"round-{number:06}"}
            return (await self.admin("alice", "grant-credits", body)).is_success

        async def renew_at_stripe() -> bool:
            return (await self.deliver(renewal)).is_success

        async def pay_top_up() -> bool:
            return (await self.deliver(top_up)).is_success

        return [complete, renew, grant, renew_at_stripe, pay_top_up]

    def count(self, name: str, kind: str) -> int:
        rows = self.read(
            "SELECT 1 FROM ledger_entries WHERE user_id = ? AND unit = 'credits' AND kind = ?",
            self.ids[name],
            kind,
        )
        return len(rows)

    def check(self, rounds: int) -> None:
        """Compare balances with the model, and with the sums of their ledger entries."""
        rows = self.read("SELECT user_id, credits_remaining FROM billing_accounts")
        balances = {row[0]: row[1] for row in rows}
        assert {name: balances[user_id] for name, user_id in self.ids.items()} == {
            "alice": GROWTH,  # Each round costs a credit and grants one.
            "bob": STARTER,
            "carol": STARTER + rounds * TOP_UP,
        }
        sums = self.read(
            "SELECT a.user_id FROM billing_accounts a JOIN ledger_entries l ON l.user_id = a.user_id"
            " GROUP BY a.user_id HAVING"
            " a.credits_remaining != SUM(CASE l.unit WHEN 'credits' THEN l.amount ELSE 0 END)"
            " OR a.documents_remaining != SUM(CASE l.unit WHEN 'documents' THEN l.amount ELSE 0 END)"
        )
        assert sums == []
        charges = self.read("SELECT subject_id, amount FROM ledger_entries WHERE kind = 'charge'")
        assert sorted(charges) == sorted((interview, -1) for interview in self.charged)
        assert (self.count("bob", "renewal"), self.count("carol", "renewal")) == (rounds, rounds)
        assert self.count("carol", "top_up") == rounds
        assert self.count("alice", "grant") == rounds + 1  # With the first allowance.


async def repeat(work: Callable[[], Awaitable[bool]], *, until: asyncio.Event) -> None:
    """Repeat ``work`` until it succeeds or the server was killed, which ends the request in progress."""
    while not until.is_set():
        with interrupted():
            if await work():
                return
        await asyncio.sleep(0.05)


@pytest.mark.timeout(120 + 60 * ROUNDS)
async def test_killed_servers_charge_renew_and_pay_once(
    server: ServerProcess,
    recruiter: Recruiter,
    stripe_server: StripeServer,
    chance: random.Random,
    database_file: Path,
) -> None:
    agency = Agency(recruiter, stripe_server, database_file)
    await agency.open()
    await server.kill()
    agency.let_half_an_hour_pass()
    await server.start()
    for number in range(ROUNDS):
        work = await agency.prepare(number)
        chance.shuffle(work)
        is_killed = asyncio.Event()
        tasks = [asyncio.create_task(repeat(one, until=is_killed)) for one in work]
        await asyncio.sleep(chance.uniform(0, 0.4))
        await server.kill()
        is_killed.set()
        await asyncio.gather(*tasks)
        agency.let_half_an_hour_pass()
        await server.start()
        for one in work:
            await eventually(one, seconds=120)
        agency.check(number + 1)
