"""Routes of payments through Stripe, and the webhook that Stripe calls."""

from __future__ import annotations

from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Depends, Header, Query, Request

from app.billing.schemas import BillingSummary
from app.billing.stripe.configuration import read_configuration
from app.billing.stripe.dependencies import PAYMENTS_TURN, PaymentsDep
from app.billing.stripe.schemas import CheckoutId, CheckoutPage, PortalPage, TopUp
from app.billing.stripe.service import handle_event
from app.core.refusals import refuses
from app.core.schemas import Data, Success
from app.core.state import StateDep
from app.integrations.payments.stripe_client import read_event
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/billing/stripe", tags=["billing"])


@router.get("/checkout/success", responses=refuses(404, 409, 429))
async def confirm_checkout(
    session_id: Annotated[CheckoutId, Query()], user: CurrentUser, state: StateDep, payments: PaymentsDep
) -> Data[BillingSummary]:
    """The caller's account after a payment. The payment is applied now if its event has not arrived yet."""
    async with state.turns.take(PAYMENTS_TURN, user.id):
        await anyio.to_thread.run_sync(payments.confirm_checkout, session_id)
        return Data(data=await anyio.to_thread.run_sync(payments.read_summary))


@router.post("/topup/checkout", responses=refuses(404, 409, 429))
async def open_top_up(
    body: TopUp, user: CurrentUser, state: StateDep, payments: PaymentsDep
) -> Data[CheckoutPage]:
    """The payment page for credits. 409 ``PAID_PLAN_REQUIRED`` on the free plan."""
    async with state.turns.take(PAYMENTS_TURN, user.id):
        url = await anyio.to_thread.run_sync(payments.buy_credits, body.quantity)
    return Data(data=CheckoutPage(checkout_url=url))


@router.post("/portal", responses=refuses(404, 409, 429))
async def open_portal(user: CurrentUser, state: StateDep, payments: PaymentsDep) -> Data[PortalPage]:
    """Stripe's customer portal: payment methods, history, invoices, billing details, cancel and resume."""
    async with state.turns.take(PAYMENTS_TURN, user.id):
        url = await anyio.to_thread.run_sync(payments.open_portal)
    return Data(data=PortalPage(portal_url=url))


async def read_body(request: Request) -> bytes:
    """The body as it was sent: the signature covers exactly these bytes."""
    return await request.body()


@router.post("/webhook", responses=refuses(400, 404, 408, 409, 413))
def receive_event(
    body: Annotated[bytes, Depends(read_body)],
    state: StateDep,
    stripe_signature: Annotated[str, Header()] = "",
) -> Success:
    """An event from Stripe. No sign-in: the signature over the raw body authenticates it.

    400 ``SIGNATURE_INVALID`` without effect if the signature is missing, wrong or older than 300 seconds. Any
    other failure makes Stripe send the event again.
    """
    configuration = read_configuration(state.settings)
    handle_event(
        state,
        configuration,
        read_event(body, signature=stripe_signature, secret=configuration.webhook_secret),
    )
    return Success()
