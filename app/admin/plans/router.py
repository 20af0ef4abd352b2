"""Routes with which admins change the plans."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from app.admin.plans import service
from app.admin.plans.schemas import AdminPlan, PlanChange
from app.billing.dependencies import BillingDep
from app.billing.errors import BillingOff
from app.core.database import SessionDep
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.settings import Settings
from app.core.state import StateDep
from app.users import audit
from app.users.audit import Subject
from app.users.dependencies import AdminUser

router = APIRouter(prefix="/api/admin/plans", tags=["admin"])


@router.get("", responses=refuses(404))
def list_plans(
    _admin: AdminUser, session: SessionDep, state: StateDep, billing: BillingDep
) -> Data[list[AdminPlan]]:
    """All plans with their defaults and users. 404 ``BILLING_OFF`` if usage is not metered."""
    if not billing.is_metered:
        raise BillingOff
    return Data(data=service.list_plans(session, state, state.settings))


@router.put("/{plan_key}", responses=refuses(404, 409))
async def change_plan(
    plan_key: str, body: PlanChange, request: Request, admin: AdminUser, state: StateDep, billing: BillingDep
) -> Data[list[AdminPlan]]:
    """Change a plan's name, price and amounts; returns all plans.

    Name and price apply at once; for current users, amounts apply from their next renewal. 404 for an unknown
    plan, 409 ``SETTING_LOCKED`` for a price at Stripe that the environment sets.
    """
    if not billing.is_metered:
        raise BillingOff
    plan = service.read_key(plan_key)

    def work(session: Session) -> tuple[Settings | None, list[AdminPlan]]:
        settings, changes = service.change_plan(session, state, plan, body)
        if changes:
            audit.record(
                session,
                request,
                audit.EventType.PLAN_CHANGED,
                state=state,
                actor_id=admin.id,
                subject=Subject(kind="plan", id=plan),
                details={"plan": plan, "changes": changes},
            )
        return settings, service.list_plans(session, state, settings or state.settings)

    settings, listed = await state.database.run(work)
    if settings is not None:
        state.change_settings(settings)
    return Data(data=listed)
