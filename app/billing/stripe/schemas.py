"""Requests and responses of payments."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from app.billing.stripe.rules import MAX_TOP_UPS
from app.core.schemas import ApiSchema

CheckoutId = Annotated[str, StringConstraints(min_length=4, max_length=255, pattern=r"^[A-Za-z0-9_]+$")]


class TopUp(ApiSchema):
    quantity: Annotated[int, Field(strict=True, ge=1, le=MAX_TOP_UPS)]
    """Each buys 10 credits."""


class CheckoutPage(ApiSchema):
    checkout_url: str
    """Stripe's payment page."""


class PortalPage(ApiSchema):
    portal_url: str
    """Stripe's customer portal."""
