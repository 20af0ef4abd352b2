"""Tables: the Stripe customer of a user, and the webhook events that were handled."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, text
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import utc_now
from app.core.database import Base, UtcDateTime


class StripeCustomer(Base):
    """Links a user to a customer at Stripe."""

    __tablename__ = "stripe_customers"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    customer_id: Mapped[str] = mapped_column(String(255), unique=True)
    subscription_id: Mapped[str | None] = mapped_column(String(255))
    """The running subscription that pays for the plan; None if there is none."""
    price_id: Mapped[str | None] = mapped_column(String(255))
    """The price of that subscription. It still pays for the plan after an admin enters another price."""
    version: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """Increases with every applied read of Stripe's state, so that an older read is never applied."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)


class StripeEvent(Base):
    """A webhook event that was handled. Stripe may send the same one again for three days."""

    __tablename__ = "stripe_events"

    event_id: Mapped[str] = mapped_column(String(255), primary_key=True)
    type: Mapped[str] = mapped_column(String(100))
    received_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now, index=True)
