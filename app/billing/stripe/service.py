"""Use cases of payments: choose a plan, buy credits, open the portal, confirm a checkout, handle an event.

All of them block on the network: run them in a worker thread, and outside any transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.billing import accounts, plans
from app.billing.rules import PlanKey
from app.billing.schemas import BillingSummary
from app.billing.stripe import repository
from app.billing.stripe.configuration import StripeConfiguration
from app.billing.stripe.errors import PaidPlanRequired
from app.billing.stripe.rules import CREDITS_PER_TOP_UP, find_running
from app.billing.stripe.synchronization import TOP_UP_PURPOSE, book_top_up, find_plan, synchronize
from app.billing.stripe.tables import StripeCustomer
from app.core.state import AppState
from app.integrations.payments.errors import CustomerMissing, PaymentNotFound
from app.integrations.payments.stripe_client import Event, Subscription, to_checkout
from app.users.tables import User

PAID_CHECKOUTS = frozenset({"checkout.session.completed", "checkout.session.async_payment_succeeded"})
SUBSCRIPTION_EVENTS = frozenset(
    {
        "customer.subscription.created",
        "customer.subscription.updated",
        "customer.subscription.deleted",
        "customer.subscription.paused",
        "customer.subscription.resumed",
        "invoice.paid",
        "invoice.payment_failed",
    }
)
HANDLED_EVENTS = PAID_CHECKOUTS | SUBSCRIPTION_EVENTS
"""The events to which the webhook of an installation should subscribe."""


@dataclass(frozen=True, slots=True)
class Payments:
    """Payments of one server on behalf of one user."""

    state: AppState
    configuration: StripeConfiguration
    user: User
    base_url: str
    """Address of this server as its users reach it, without a trailing slash."""

    def choose_plan(self, plan: PlanKey) -> str | None:
        """Cancel, resume or change the user's plan; returns the address of Stripe's page if one is needed.

        Free cancels the subscription at the end of its period, and the current plan resumes it. A plan that
        an administrator granted is changed as in the mode ``internal``. Raises the same errors as
        ``accounts.choose_plan``.
        """
        running = self._find_subscription()
        if running is None:
            return self._choose_without_subscription(plan)
        present = self._find_plan(running)
        if plan in {PlanKey.FREE, present}:
            is_cancelled = plan == PlanKey.FREE
            if is_cancelled != (running.ends_at is not None):
                self.configuration.client.set_cancellation(running.id, at_period_end=is_cancelled)
            synchronize(self.state, self.configuration, self.user.id)
            return None
        return self.configuration.client.open_plan_change(
            customer_id=self._find_customer_id() or "",
            subscription=running,
            price_id=self.configuration.prices[plan],
            return_url=self._return_url(expect_plan=plan),
        )

    def _choose_without_subscription(self, plan: PlanKey) -> str | None:
        with self.state.database.reading() as session:
            present = accounts.get_account(session, self.user.id).plan
        if plan in {PlanKey.FREE, present}:
            with self.state.database.transaction() as session:
                accounts.choose_plan(session, self.user.id, plan, now=self.state.now())
            return None
        return self._open_page(
            partial(
                self.configuration.client.open_checkout,
                price_id=self.configuration.prices[plan],
                quantity=1,
                is_subscription=True,
                metadata={},
                success_url=self._return_url(expect_plan=plan, with_checkout=True),
                cancel_url=f"{self.base_url}/plans",
            )
        )

    def buy_credits(self, quantity: int) -> str:
        """Returns the address of the payment page for ``quantity`` top-ups. Raises PaidPlanRequired."""
        with self.state.database.reading() as session:
            if accounts.get_account(session, self.user.id).plan == PlanKey.FREE:
                raise PaidPlanRequired
        return self._open_page(
            partial(
                self.configuration.client.open_checkout,
                price_id=self.configuration.top_up_price,
                quantity=quantity,
                is_subscription=False,
                metadata={"purpose": TOP_UP_PURPOSE, "credits": str(quantity * CREDITS_PER_TOP_UP)},
                success_url=self._return_url(with_checkout=True),
                cancel_url=f"{self.base_url}/account",
            )
        )

    def open_portal(self) -> str:
        """Returns the address of the customer portal."""
        return self._open_page(partial(self.configuration.client.open_portal, return_url=self._return_url()))

    def confirm_checkout(self, checkout_id: str) -> None:
        """Apply a checkout that the user returns from. Raises PaymentNotFound unless it is theirs."""
        checkout = self.configuration.client.read_checkout(checkout_id)
        if checkout.customer_id is None or checkout.customer_id != self._find_customer_id():
            raise PaymentNotFound
        with self.state.database.transaction() as session:
            book_top_up(session, self.user.id, checkout, now=self.state.now())
        synchronize(self.state, self.configuration, self.user.id)

    def read_summary(self) -> BillingSummary:
        with self.state.database.reading() as session:
            account = accounts.get_account(session, self.user.id)
            return BillingSummary.of(account, plans.load_plan(session, account.plan))

    def _open_page(self, open_for: Callable[[str], str]) -> str:
        """The address that ``open_for`` returns for the user's customer; a new one if Stripe knows none."""
        try:
            return open_for(self._require_customer_id())
        except CustomerMissing:
            return open_for(self._replace_customer())

    def _find_subscription(self) -> Subscription | None:
        customer_id = self._find_customer_id()
        if customer_id is None:
            return None
        try:
            return find_running(self.configuration.client.list_subscriptions(customer_id))
        except CustomerMissing:
            return None

    def _find_plan(self, running: Subscription) -> PlanKey | None:
        with self.state.database.reading() as session:
            return find_plan(
                running,
                plans_by_price=self.configuration.plans_by_price,
                customer=repository.find_customer(session, self.user.id),
                account=accounts.get_account(session, self.user.id),
            )

    def _find_customer_id(self) -> str | None:
        with self.state.database.reading() as session:
            customer = repository.find_customer(session, self.user.id)
            return None if customer is None else customer.customer_id

    def _require_customer_id(self) -> str:
        return self._find_customer_id() or self._create_customer()

    def _create_customer(self) -> str:
        created = self.configuration.client.create_customer(
            user_id=self.user.id, email=self.user.email, name=self.user.name or None
        )
        with self.state.database.transaction() as session:
            known = repository.find_customer(session, self.user.id)
            if known is not None:
                return known.customer_id
            session.add(
                StripeCustomer(user_id=self.user.id, customer_id=created, created_at=self.state.now())
            )
        return created

    def _replace_customer(self) -> str:
        """A new customer in place of one that Stripe does not know."""
        synchronize(self.state, self.configuration, self.user.id)
        with self.state.database.transaction() as session:
            known = repository.find_customer(session, self.user.id)
            if known is not None:
                session.delete(known)
        return self._create_customer()

    def _return_url(self, *, expect_plan: PlanKey | None = None, with_checkout: bool = False) -> str:
        expected = "" if expect_plan is None else f"&expect_plan={expect_plan}"
        # Stripe puts the id of the checkout in place of these braces.
        checkout = "&session_id={CHECKOUT_SESSION_ID}" if with_checkout else ""
        return f"{self.base_url}/account?portal_return=1{expected}{checkout}"


def handle_event(state: AppState, configuration: StripeConfiguration, event: Event) -> None:
    """Apply a signed event, once. Events about other customers or of other kinds are ignored.

    Raises PaymentsUnavailable, PriceUnknown and AccountBusy, and then has changed nothing: Stripe sends the
    event again.
    """
    customer_id = event.object.get("customer")
    if event.type not in HANDLED_EVENTS or not isinstance(customer_id, str):
        return
    with state.database.reading() as session:
        user_id = repository.find_user_id(session, customer_id)
    if user_id is None:
        return
    if event.type in PAID_CHECKOUTS and event.object.get("mode") == "payment":
        with state.database.transaction() as session:
            if not repository.is_handled(session, event.id):
                book_top_up(session, user_id, to_checkout(event.object), now=state.now())
                repository.record_event(session, event_id=event.id, event_type=event.type, at=state.now())
        return
    synchronize(state, configuration, user_id, event=event)
