"""Routes of plans, credits and the document allowance."""

from __future__ import annotations

from datetime import datetime

import anyio.to_thread
from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from app.billing import accounts, plans, repository
from app.billing.dependencies import BillingDep
from app.billing.errors import BillingOff
from app.billing.rules import PlanKey
from app.billing.schemas import (
    BillingRules,
    BillingSummary,
    CanStart,
    ChosenPlan,
    LedgerEntryView,
    PlanChoice,
    PlanView,
)
from app.billing.stripe.dependencies import PAYMENTS_TURN, make_payments
from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data, Page, PageDep
from app.core.state import StateDep
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/billing", tags=["billing"])


@router.get("/plans")
def list_plans(session: SessionDep, billing: BillingDep) -> Data[list[PlanView]]:
    """Plans for the pricing section. No sign-in; empty if usage is not metered."""
    if not billing.is_metered:
        return Data(data=[])
    return Data(
        data=[
            PlanView(
                key=key,
                display_name=plan.display_name,
                monthly_price_cents=plan.monthly_price_cents,
                credits_included_per_month=plan.credits_included_per_month,
                documents_included_per_month=plan.documents_included_per_month,
                starting_credits=plan.starting_credits if key == PlanKey.FREE else None,
                starting_documents=plan.starting_documents if key == PlanKey.FREE else None,
            )
            for key, plan in plans.load_plans(session).items()
        ]
    )


@router.get("/summary", responses=refuses(404))
def read_summary(user: CurrentUser, session: SessionDep, billing: BillingDep) -> Data[BillingSummary]:
    """The caller's plan and remaining credits and documents. 404 ``BILLING_OFF`` if usage is not metered."""
    account = billing.get_account(session, user_id=user.id)
    return Data(data=BillingSummary.of(account, plans.load_plan(session, account.plan)))


@router.get("/ledger", responses=refuses(404))
def read_ledger(
    user: CurrentUser, session: SessionDep, billing: BillingDep, page: PageDep
) -> Page[LedgerEntryView]:
    """Every change of the caller's balances, newest first. Free interviews are left out."""
    billing.get_account(session, user_id=user.id)
    rows, total = repository.list_entries(session, user_id=user.id, page=page)
    return Page(data=[LedgerEntryView.of(row) for row in rows], pagination=page.describe(total))


@router.post("/set-plan", responses=refuses(404, 409, 429))
async def choose_plan(
    body: PlanChoice, user: CurrentUser, request: Request, state: StateDep, billing: BillingDep
) -> Data[ChosenPlan]:
    """Choose a plan. Free cancels the current plan at the end of its cycle; the current plan resumes it.

    Another plan is paid for at ``checkoutUrl``. Without payments it is 409 ``PLAN_IS_GRANTED``: an
    administrator grants it.
    """
    if not billing.is_metered:
        raise BillingOff
    if state.settings.billing_mode != "stripe":
        return Data(data=await state.database.run(_choose_plan, user.id, body.plan, now=state.now()))
    payments = make_payments(request, state, user)
    async with state.turns.take(PAYMENTS_TURN, user.id):
        url = await anyio.to_thread.run_sync(payments.choose_plan, body.plan)
        summary = await anyio.to_thread.run_sync(payments.read_summary)
    return Data(data=ChosenPlan(**summary.model_dump(), checkout_url=url))


def _choose_plan(session: Session, user_id: str, plan: PlanKey, *, now: datetime) -> ChosenPlan:
    account = accounts.choose_plan(session, user_id, plan, now=now)
    return ChosenPlan.of(account, plans.load_plan(session, account.plan))


@router.get("/rules")
def read_rules(state: StateDep) -> Data[BillingRules]:
    """Maximum length of an interview, and the minute from which the countdown shows. No sign-in."""
    return Data(
        data=BillingRules(
            max_interview_time_minutes=state.settings.max_interview_minutes,
            countdown_minutes=state.settings.countdown_minutes,
        )
    )


@router.get("/can-start", responses=refuses(402, 404))
def can_start(user: CurrentUser, session: SessionDep, state: StateDep, billing: BillingDep) -> Data[CanStart]:
    """Whether the caller may start another interview. 402 ``NO_CREDITS`` if not.

    Running interviews each hold a credit, exactly as they do when an interview starts.
    """
    running = sum(count(session, user.id) for count in state.hooks.count_running_interviews)
    billing.require_credit(session, user_id=user.id, reserved=running)
    return Data(data=CanStart(can_start=True))
