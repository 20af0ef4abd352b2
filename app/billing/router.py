"""Routes of plans, credits and the document allowance."""

from __future__ import annotations

from fastapi import APIRouter

from app.billing.dependencies import BillingDep
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
def list_plans(billing: BillingDep) -> Data[list[PlanView]]:
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
            for key, plan in load_plans().items()
        ]
    )


@router.get("/summary")
def read_summary(user: CurrentUser, session: SessionDep, billing: BillingDep) -> Data[BillingSummary]:
    """The caller's plan and remaining credits and documents. 404 ``BILLING_OFF`` if usage is not metered."""
    account = billing.get_account(session, user_id=user.id)
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
            # Plans are granted by an admin: none is paid for, renews or ends by itself.
            period_end=None,
            next_renewal_date=None,
            is_cancelled=False,
            cancellation_effective_date=None,
            # Users keep their plan in this mode, so the current plan is the whole history.
            had_paid_plan=account.plan != PlanKey.FREE,
        )
    )


@router.get("/admin/accounts/{user_id}")
def read_account(
    user_id: str, _admin: AdminUser, session: SessionDep, billing: BillingDep
) -> Data[AdminAccountView]:
    """The billing account of any user, for admins.

    404 ``NOT_FOUND`` if there is none, ``BILLING_OFF`` if usage is not metered.
    """
    account = billing.get_account(session, user_id=user_id)
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
    """Maximum length of an interview, and the minute from which the countdown shows. No sign-in."""
    return Data(
        data=BillingRules(
            max_interview_time_minutes=state.settings.max_interview_minutes,
            countdown_minutes=state.settings.countdown_minutes,
        )
    )


@router.get("/can-start")
def can_start(user: CurrentUser, session: SessionDep, billing: BillingDep) -> Data[CanStart]:
    """Whether the caller may start another interview. 402 ``NO_CREDITS`` if not."""
    billing.require_credit(session, user_id=user.id)
    return Data(data=CanStart(can_start=True))
