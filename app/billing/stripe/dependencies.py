"""Dependency of routes that need payments."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.billing.stripe.configuration import read_configuration
from app.billing.stripe.service import Payments
from app.core.state import AppState, StateDep
from app.users.dependencies import CurrentUser
from app.users.tables import User


def make_payments(request: Request, state: AppState, user: User) -> Payments:
    """Raises PaymentsOff and PaymentsNotConfigured."""
    return Payments(
        state=state,
        configuration=read_configuration(state.settings),
        user=user,
        base_url=(state.settings.public_url or str(request.base_url)).rstrip("/"),
    )


def get_payments(request: Request, state: StateDep, user: CurrentUser) -> Payments:
    return make_payments(request, state, user)


PaymentsDep = Annotated[Payments, Depends(get_payments)]

PAYMENTS_TURN = "payments"
"""Users take turns, so that no user can block all worker threads with calls to Stripe."""
