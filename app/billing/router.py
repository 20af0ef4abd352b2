from __future__ import annotations

from fastapi import APIRouter

from app.billing import service
from app.billing.rules import load_plans
from app.billing.schemas import BillingRules, BillingSummary, CanStart, DocumentAllowance
from app.core.database import SessionDep
from app.core.schemas import Data
from app.core.state import StateDep
from app.users.dependencies import CurrentUser

router = APIRouter(prefix="/api/billing", tags=["billing"])


@router.get("/summary")
def read_summary(user: CurrentUser, session: SessionDep) -> Data[BillingSummary]:
    account = service.get_account(session, user_id=user.id)
    plan = load_plans()[account.plan]
    return Data(
        data=BillingSummary(
            plan=account.plan,
            plan_display_name=plan.display_name,
            credits_remaining=account.credits_remaining,
            credits_included=account.credits_included,
            documents=DocumentAllowance(
                included=account.documents_included, remaining=account.documents_remaining
            ),
            monthly_price_cents=plan.monthly_price_cents,
            period_start=account.period_start_at,
            # Billing mode `internal`: the admin grants; nothing is paid for, renews or ends by itself.
            period_end=None,
            next_renewal_date=None,
            is_cancelled=False,
            cancellation_effective_date=None,
            had_paid_plan=False,
        )
    )


@router.get("/rules")
def read_rules(state: StateDep) -> Data[BillingRules]:
    """How long an interview may last, and from which minute the countdown shows. No sign-in."""
    return Data(
        data=BillingRules(
            max_interview_time_minutes=state.settings.max_interview_minutes,
            countdown_minutes=state.settings.countdown_minutes,
        )
    )


@router.get("/can-start")
def can_start(user: CurrentUser, session: SessionDep) -> Data[CanStart]:
    """Whether another interview may be started. 402 ``NO_CREDITS`` when not."""
    service.require_credit(session, user_id=user.id)
    return Data(data=CanStart(can_start=True))
