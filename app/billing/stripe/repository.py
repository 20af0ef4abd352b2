"""Queries on Stripe customers and handled events."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import CursorResult, delete, select, update
from sqlalchemy.orm import Session

from app.billing.stripe.tables import StripeCustomer, StripeEvent

EVENT_LIFETIME: Final = timedelta(days=30)
"""Longer than Stripe's three days of retries."""


def find_customer(session: Session, user_id: str) -> StripeCustomer | None:
    return session.get(StripeCustomer, user_id, populate_existing=True)


def find_user_id(session: Session, customer_id: str) -> str | None:
    return session.scalar(select(StripeCustomer.user_id).where(StripeCustomer.customer_id == customer_id))


def list_subscribers(session: Session) -> list[str]:
    """Ids of the users whose plan a running subscription pays for."""
    return list(
        session.scalars(
            select(StripeCustomer.user_id)
            .where(StripeCustomer.subscription_id.is_not(None))
            .order_by(StripeCustomer.user_id)
        )
    )


def claim_version(session: Session, *, user_id: str, seen: int) -> bool:
    """Raise the version of a customer; False if a later read of Stripe's state has been applied."""
    claimed = session.execute(
        update(StripeCustomer)
        .where(StripeCustomer.user_id == user_id, StripeCustomer.version == seen)
        .values(version=seen + 1)
        .execution_options(synchronize_session=False)
        .returning(StripeCustomer.user_id)
    )
    return claimed.first() is not None


def is_handled(session: Session, event_id: str) -> bool:
    return session.get(StripeEvent, event_id) is not None


def record_event(session: Session, *, event_id: str, event_type: str, at: datetime) -> None:
    session.add(StripeEvent(event_id=event_id, type=event_type[:100], received_at=at))


def remove_old_events(session: Session, *, now: datetime) -> int:
    """Delete events that Stripe no longer retries; returns their number."""
    removed = session.execute(delete(StripeEvent).where(StripeEvent.received_at < now - EVENT_LIFETIME))
    assert isinstance(removed, CursorResult)
    return removed.rowcount
