"""Choosing the billing adapter for the mode of the server."""

from __future__ import annotations

from app.billing.null_billing import NullBilling
from app.billing.plan_billing import PlanBilling
from app.billing.port import Billing
from app.core.settings import Settings


def choose_billing(settings: Settings) -> Billing:
    """The adapter for the billing mode in ``settings``."""
    return NullBilling() if settings.billing_mode == "off" else PlanBilling()
