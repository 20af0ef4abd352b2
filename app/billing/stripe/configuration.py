"""Keys and prices of billing mode ``stripe``, from the settings."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import SecretStr

from app.billing.rules import PlanKey
from app.billing.stripe.errors import PaymentsNotConfigured, PaymentsOff
from app.core.settings import Settings
from app.integrations.payments.stripe_client import StripeClient

STRIPE_SETTINGS = (
    "stripe_secret_key",
    "stripe_webhook_secret",
    "stripe_price_starter",
    "stripe_price_growth",
    "stripe_price_top_up",
)
"""Settings without which payments do not work."""


@dataclass(frozen=True, slots=True)
class StripeConfiguration:
    """Configuration of payments."""

    client: StripeClient
    webhook_secret: SecretStr
    prices: dict[PlanKey, str]
    """The recurring price of each paid plan."""
    top_up_price: str

    @property
    def plans_by_price(self) -> dict[str, PlanKey]:
        return {price: plan for plan, price in self.prices.items()}


def read_configuration(settings: Settings) -> StripeConfiguration:
    """Raises PaymentsOff in another billing mode, and PaymentsNotConfigured while a setting is missing."""
    if settings.billing_mode != "stripe":
        raise PaymentsOff
    secret_key, webhook_secret = settings.stripe_secret_key, settings.stripe_webhook_secret
    starter, growth = settings.stripe_price_starter, settings.stripe_price_growth
    top_up = settings.stripe_price_top_up
    if not (secret_key and webhook_secret and starter and growth and top_up):
        raise PaymentsNotConfigured
    return StripeConfiguration(
        client=StripeClient(secret_key),
        webhook_secret=webhook_secret,
        prices={PlanKey.STARTER: starter, PlanKey.GROWTH: growth},
        top_up_price=top_up,
    )
