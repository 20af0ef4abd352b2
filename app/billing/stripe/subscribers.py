"""Checks whether a subscription pays for a user's plan."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.billing import repository as accounts
from app.billing.stripe import repository
from app.billing.stripe.errors import PaidThroughStripe, SubscriptionRunning
from app.core.settings import Settings


def require_no_subscription(session: Session, user_id: str, *, settings: Settings) -> None:
    """Raise PaidThroughStripe while a subscription determines the plan and its renewal."""
    if _has_subscription(session, user_id, settings=settings):
        raise PaidThroughStripe


def require_no_renewing_subscription(session: Session, user_id: str, *, settings: Settings) -> None:
    """Raise SubscriptionRunning if the user would be charged again."""
    if _has_subscription(session, user_id, settings=settings):
        account = accounts.find_account(session, user_id)
        if account is not None and not account.cycle.is_cancelled:
            raise SubscriptionRunning


def _has_subscription(session: Session, user_id: str, *, settings: Settings) -> bool:
    if settings.billing_mode != "stripe":
        return False
    customer = repository.find_customer(session, user_id)
    return customer is not None and customer.subscription_id is not None
