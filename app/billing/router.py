from __future__ import annotations

from fastapi import APIRouter

from app.billing import service
from app.billing.rules import PlanKey, load_plans
from app.billing.schemas import (
    AdminAccount,
    AdminAccountStatus,
    AdminAccountView,
    BillingRules,
    BillingSummary,
    CanStart,
    DocumentAllowance,
    PlanView,
)
from app.core.database import SessionDep
from app.core.schemas import Data
from app.core.state import StateDep
from app.users.dependencies import AdminUser, CurrentUser

router = APIRouter(prefix="/api/billing", tags=["billing"])


@router.get("/plans")
def list_plans(state: StateDep) -> Data[list[PlanView]]:
    """What the pricing section shows. No sign-in; none in billing mode ``off``."""
    if state.settings.billing_mode == "off":
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
            for key, plan in load_plans().items()
        ]
    )


@router.get("/summary")
def read_summary(user: CurrentUser, session: SessionDep, state: StateDep) -> Data[BillingSummary]:
    """The caller's plan and what is left of it. 404 ``BILLING_OFF`` where nothing is metered."""
    service.require_metering(state.settings.billing_mode)
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
            # No plan is ever left in this mode: the present one is all there has been.
            had_paid_plan=account.plan != PlanKey.FREE,
        )
    )


@router.get("/admin/accounts/{user_id}")
def read_account(
    user_id: str, _admin: AdminUser, session: SessionDep, state: StateDep
) -> Data[AdminAccountView]:
    """Anybody's account, for admins. 404 where there is none; ``BILLING_OFF`` where nothing is metered."""
    service.require_metering(state.settings.billing_mode)
    account = service.get_account(session, user_id=user_id)
    plan = load_plans()[account.plan]
    return Data(
        data=AdminAccountView(
            account=AdminAccount(
                plan=account.plan,
                credits_included_per_month=plan.credits_included_per_month,
                next_renewal_date=None,
            ),
            status=AdminAccountStatus(
                plan_display_name=plan.display_name,
                credits_remaining=account.credits_remaining,
                credits_included=account.credits_included,
                documents=DocumentAllowance(
                    included=account.documents_included, remaining=account.documents_remaining
                ),
                period_start=account.period_start_at,
                period_end=None,
                next_renewal_date=None,
            ),
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
def can_start(user: CurrentUser, session: SessionDep, state: StateDep) -> Data[CanStart]:
    """Whether another interview may be started. 402 ``NO_CREDITS`` when not."""
    service.require_credit(session, mode=state.settings.billing_mode, user_id=user.id)
    return Data(data=CanStart(can_start=True))
