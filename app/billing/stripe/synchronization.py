"""Bring a billing account in line with the customer's subscriptions at Stripe.

Events say only that something changed. The state is read from Stripe each time, so their order does not
matter. ``StripeCustomer.version`` keeps an older read from overwriting a newer one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from app.billing import accounts, allowances, plans
from app.billing.cycles import Cycle
from app.billing.rules import PlanKey
from app.billing.stripe import repository
from app.billing.stripe.configuration import StripeConfiguration
from app.billing.stripe.errors import AccountBusy, PriceUnknown
from app.billing.stripe.rules import RUNNING, find_running, read_credits, to_cycle
from app.billing.stripe.tables import StripeCustomer
from app.billing.tables import BillingAccount, LedgerKind
from app.core.state import AppState
from app.integrations.payments.errors import CustomerMissing
from app.integrations.payments.stripe_client import Checkout, Event, Subscription

log = logging.getLogger("greenroom.billing")

MAX_READS: Final = 10
TOP_UP_PURPOSE: Final = "greenroom-top-up"


def synchronize(
    state: AppState, configuration: StripeConfiguration, user_id: str, *, event: Event | None = None
) -> None:
    """Read the user's subscriptions and apply them, together with the record of ``event``.

    Blocks on the network between two transactions. Raises PaymentsUnavailable, PriceUnknown and AccountBusy,
    and then has changed nothing.
    """
    for _ in range(MAX_READS):
        with state.database.reading() as session:
            if event is not None and repository.is_handled(session, event.id):
                return
            customer = repository.find_customer(session, user_id)
        if customer is None:
            return
        seen = customer.version
        try:
            subscriptions = configuration.client.list_subscriptions(customer.customer_id)
        except CustomerMissing:
            subscriptions = []
        with state.database.transaction() as session:
            if event is not None and repository.is_handled(session, event.id):
                return
            if not repository.claim_version(session, user_id=user_id, seen=seen):
                continue
            apply_subscriptions(
                session, user_id, subscriptions, plans_by_price=configuration.plans_by_price, now=state.now()
            )
            if event is not None:
                repository.record_event(session, event_id=event.id, event_type=event.type, at=state.now())
            return
    raise AccountBusy


def book_top_up(session: Session, user_id: str, checkout: Checkout, *, now: datetime) -> None:
    """Book the credits of a paid top-up, once for each checkout. Other payments are ignored."""
    if not checkout.is_paid or checkout.metadata.get("purpose") != TOP_UP_PURPOSE:
        return
    credit_count = read_credits(checkout.metadata)
    if credit_count is None:
        log.error("top_up_invalid checkout=%s", checkout.id)
        return
    accounts.add_credits(
        session,
        user_id,
        credit_count,
        kind=LedgerKind.TOP_UP,
        key=f"stripe:{checkout.id}",
        now=now,
        actor=accounts.SERVER,
    )


def apply_subscriptions(
    session: Session,
    user_id: str,
    subscriptions: Sequence[Subscription],
    *,
    plans_by_price: dict[str, PlanKey],
    now: datetime,
) -> None:
    """Change the account to match the subscriptions. Claims the customer's version first."""
    customer = repository.find_customer(session, user_id)
    assert customer is not None
    account = accounts.get_account(session, user_id)
    if sum(one.status in RUNNING for one in subscriptions) > 1:
        log.warning("several_subscriptions user=%s", user_id)
    running = find_running(subscriptions)
    if running is None:
        _end(session, customer, account, subscriptions, now=now)
    elif running.is_paid:
        plan = find_plan(running, plans_by_price=plans_by_price, customer=customer, account=account)
        if plan is None:
            log.error("price_unknown price=%s", running.price_id)
            raise PriceUnknown
        _apply_paid(session, customer, account, running, plan=plan, now=now)
    elif customer.subscription_id == running.id:
        # The paid period stays in effect until the next invoice is paid.
        after = replace(account.cycle, cancellation_effective_at=running.ends_at)
        if after != account.cycle:
            allowances.claim(session, account, after)


def find_plan(
    running: Subscription,
    *,
    plans_by_price: dict[str, PlanKey],
    customer: StripeCustomer | None,
    account: BillingAccount,
) -> PlanKey | None:
    """The plan that a subscription pays for; None if its price is unknown.

    A subscription continues to pay for its plan after an admin has entered another price for new ones.
    """
    plan = plans_by_price.get(running.price_id)
    if plan is None and customer is not None and customer.subscription_id == running.id:
        return account.plan if customer.price_id == running.price_id else None
    return plan


def _apply_paid(
    session: Session,
    customer: StripeCustomer,
    account: BillingAccount,
    running: Subscription,
    *,
    plan: PlanKey,
    now: datetime,
) -> None:
    before = account.cycle
    after = to_cycle(before, plan, running)
    is_new = customer.subscription_id != running.id
    is_other_plan = is_new or plan != before.plan
    # The version makes the key unique to this change, and its claim lets the change happen once.
    key = f"stripe:{running.id}:{customer.version}"
    customer.subscription_id = running.id
    customer.price_id = running.price_id
    if after != before:
        allowances.claim(session, account, after)
    terms = plans.load_plan(session, plan)
    if is_other_plan:
        allowances.begin_plan(session, account, terms)
    if is_new or after.period_start_at > before.period_start_at:
        allowances.replace(
            session,
            account,
            credit_count=terms.credits_included_per_month if is_other_plan else account.credits_per_month,
            document_count=(
                terms.documents_included_per_month if is_other_plan else account.documents_per_month
            ),
            kind=LedgerKind.GRANT if is_other_plan else LedgerKind.RENEWAL,
            key=key,
            at=now,
        )
    elif is_other_plan:
        # Within a period, nothing that was paid for is removed: only the difference is added.
        allowances.extend(session, account, terms, key=key, at=now)


def _end(
    session: Session,
    customer: StripeCustomer,
    account: BillingAccount,
    subscriptions: Sequence[Subscription],
    *,
    now: datetime,
) -> None:
    """Switch the plan to Free if it was paid by a subscription."""
    if customer.subscription_id is None:
        return
    ended_at = (
        next((one.ended_at for one in subscriptions if one.id == customer.subscription_id), None) or now
    )
    key = f"stripe:{customer.subscription_id}:{customer.version}"
    customer.subscription_id = None
    customer.price_id = None
    after = Cycle(plan=PlanKey.FREE, anchor_at=ended_at, period_start_at=ended_at, had_paid_plan=True)
    allowances.claim(session, account, after)
    allowances.begin_plan(session, account, plans.load_plan(session, PlanKey.FREE))
    allowances.replace(
        session, account, credit_count=0, document_count=0, kind=LedgerKind.GRANT, key=key, at=now
    )
