"""Choosing the billing adapter, and opening the billing account of a new user."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.billing.null_billing import NullBilling
from app.billing.plan_billing import PlanBilling
from app.billing.port import Billing
from app.billing.rules import PlanKey, load_plans
from app.billing.tables import BillingAccount
from app.core.settings import Settings
from app.users.repository import find_by_id
from app.users.tables import Role


def choose_billing(settings: Settings) -> Billing:
    """The adapter for the billing mode in ``settings``."""
    return NullBilling() if settings.billing_mode == "off" else PlanBilling()


def open_account(session: Session, user_id: str) -> None:
    """Give a new user a billing account: admins start on Growth, recruiters on Trial."""
    user = find_by_id(session, user_id)
    is_admin = user is not None and user.role == Role.ADMIN
    key = PlanKey.GROWTH if is_admin else PlanKey.FREE
    plan = load_plans()[key]
    session.add(
        BillingAccount(
            user_id=user_id,
            plan=key,
            credits_remaining=plan.first_credits,
            credits_included=plan.first_credits,
            documents_remaining=plan.first_documents,
            documents_included=plan.first_documents,
        )
    )
    session.flush()
