"""Errors of payments that billing raises."""

from __future__ import annotations

from app.core.errors import AppError, InvalidState


class PaymentsOff(InvalidState):
    code = "PAYMENTS_OFF"

    def __init__(self) -> None:
        super().__init__("This server takes no payments.")


class PaymentsNotConfigured(AppError):
    code = "PAYMENTS_NOT_CONFIGURED"
    status = 503

    def __init__(self) -> None:
        super().__init__("Payments are not set up on this server yet. Please contact your administrator.")


class PaidPlanRequired(InvalidState):
    code = "PAID_PLAN_REQUIRED"

    def __init__(self) -> None:
        super().__init__("Credits can be bought on a paid plan only. Choose a plan first.")


class PaidThroughStripe(InvalidState):
    """A running subscription determines the plan and its renewal."""

    code = "PAID_THROUGH_STRIPE"

    def __init__(self) -> None:
        super().__init__("This plan is paid through Stripe. Change or cancel the subscription there.")


class SubscriptionRunning(InvalidState):
    """A deleted user would continue to be charged."""

    code = "SUBSCRIPTION_RUNNING"

    def __init__(self) -> None:
        super().__init__(
            "This user has a paid subscription. Cancel it in Stripe first, or ask the user to cancel it."
        )


class PriceUnknown(AppError):
    """The price of a subscription is in no setting. Stripe sends the event again later."""

    code = "PRICE_UNKNOWN"
    status = 503

    def __init__(self) -> None:
        super().__init__("The subscription has a price that belongs to no plan of this server.")


class AccountBusy(AppError):
    code = "ACCOUNT_BUSY"
    status = 503

    def __init__(self) -> None:
        super().__init__("The account is changing at the moment. Try again.", headers={"Retry-After": "5"})
