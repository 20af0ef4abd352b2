"""Property: the order of events, their copies and the moments of their delivery do not matter."""

from __future__ import annotations

from itertools import count
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from app.billing import ledger
from app.billing.rules import PlanKey
from app.billing.stripe import repository
from app.billing.stripe.configuration import StripeConfiguration
from app.billing.stripe.service import handle_event
from app.billing.stripe.synchronization import TOP_UP_PURPOSE
from app.billing.stripe.tables import StripeCustomer
from app.billing.tables import BillingAccount
from app.core.state import AppState
from app.integrations.payments.stripe_client import Event, Subscription, _to_subscription
from app.users.tables import Role
from tests import factories
from tests.fakes.stripe_server import StripeServer

Json = dict[str, Any]
START = 1_900_000_000
NUMBERS = count(1)
"""Ids of customers and objects differ between examples, as they share a database."""
PRICES = {PlanKey.STARTER: "price_starter", PlanKey.GROWTH: "price_growth"}


class DirectClient:
    """Stripe without a network: reads the fake's objects."""

    def __init__(self, server: StripeServer) -> None:
        self._server = server

    def list_subscriptions(self, customer_id: str) -> list[Subscription]:
        return [
            _to_subscription(one)
            for one in self._server.subscriptions.values()
            if one["customer"] == customer_id
        ]


def act(server: StripeServer, customer_id: str, step: str) -> Event | None:
    """What a customer does at Stripe; returns the event about it, or None if it cannot be done now."""
    running = [one for one in server.subscriptions.values() if one["status"] == "active"]
    server.now += 1
    kind = "customer.subscription.updated"
    about: Json
    if step == "subscribe" and not running:
        about = server.subscribe(customer_id, PRICES[PlanKey.STARTER])
        kind = "customer.subscription.created"
    elif step == "top up":
        about = {
            "id": f"cs_{next(NUMBERS)}",
            "mode": "payment",
            "customer": customer_id,
            "payment_status": "paid",
            "metadata": {"purpose": TOP_UP_PURPOSE, "credits": "10"},
        }
        kind = "checkout.session.completed"
    elif running and step != "subscribe":
        (about,) = running
        match step:
            case "renew":
                server.renew(about)
            case "upgrade":
                server.change_price(about, PRICES[PlanKey.GROWTH])
            case "cancel" | "resume":
                about["cancel_at_period_end"] = step == "cancel"
            case _:
                server.end(about)
                kind = "customer.subscription.deleted"
    else:
        return None
    sent = server.event(kind, about)
    return Event(id=sent["id"], type=kind, object=sent["data"]["object"])


STEPS = st.lists(
    st.sampled_from(["subscribe", "top up", "renew", "upgrade", "cancel", "resume", "end"]), max_size=12
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), steps=STEPS)
def test_any_order_of_events_ends_with_the_same_account(
    state: AppState, data: st.DataObject, steps: list[str]
) -> None:
    def play(*, is_shuffled: bool) -> tuple[object, ...]:
        """The account after all events, in order or delayed, shuffled and repeated."""
        user_id = factories.create_user(state, f"payer-{next(NUMBERS)}", role=Role.RECRUITER)
        customer_id = f"cus_{user_id}"
        with state.database.transaction() as session:
            session.add(StripeCustomer(user_id=user_id, customer_id=customer_id))
        server = StripeServer(now=START, _numbers=NUMBERS)
        configuration = StripeConfiguration(
            client=DirectClient(server),  # type: ignore[arg-type]
            webhook_secret=SecretStr("whsec"),
            prices=PRICES,
            top_up_price="price_top_up",
        )
        delayed: list[Event] = []
        for step in steps:
            event = act(server, customer_id, step)
            if event is None:
                continue
            # A subscription that ended before its first event is ignored.
            is_delayed = is_shuffled and step != "subscribe" and data.draw(st.booleans())
            if not is_delayed:
                handle_event(state, configuration, event)
            if is_shuffled:
                delayed.append(event)
        for event in data.draw(st.permutations(delayed)):
            handle_event(state, configuration, event)
        return read_account(state, user_id)

    assert play(is_shuffled=False) == play(is_shuffled=True)


def read_account(state: AppState, user_id: str) -> tuple[object, ...]:
    with state.database.reading() as session:
        assert ledger.find_disagreements(session) == []
        account = session.get_one(BillingAccount, user_id)
        customer = repository.find_customer(session, user_id)
        assert customer is not None
        return (
            account.plan,
            account.period_start_at if account.had_paid_plan else None,
            account.period_end_at,
            account.cancellation_effective_at,
            account.credits_remaining,
            account.extra_credits,
            account.credits_included,
            account.documents_remaining,
            customer.subscription_id is not None,
        )
