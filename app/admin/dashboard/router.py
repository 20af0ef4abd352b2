"""Dashboard of all users: records, plans and cost."""

from __future__ import annotations

from fastapi import APIRouter

from app.admin.dashboard import repository
from app.admin.dashboard.repository import UserRow
from app.admin.dashboard.schemas import (
    Dashboard,
    DashboardCredits,
    DashboardStats,
    DashboardSummary,
    DashboardUsage,
    DashboardUser,
)
from app.billing.dependencies import BillingDep
from app.billing.plans import load_plans
from app.core.database import SessionDep
from app.core.schemas import Data
from app.usage.prices import to_dollars
from app.usage.repository import read_costs
from app.users.dependencies import AdminUser

router = APIRouter(prefix="/api/admin/dashboard", tags=["admin"])


@router.get("")
def read_dashboard(_admin: AdminUser, session: SessionDep, billing: BillingDep) -> Data[Dashboard]:
    """All users with their records and costs. Plans and credits are null if usage is not metered."""
    costs = read_costs(session)
    plans = load_plans(session)
    rows = repository.list_users(session)
    users = []
    for user in rows:
        plan = user.plan if billing.is_metered else None
        users.append(
            DashboardUser(
                id=user.id,
                name=user.name,
                username=user.username,
                email=user.email,
                role=user.role,
                is_active=user.is_active,
                created_at=user.created_at,
                plan=plan,
                plan_display_name=plan and plans[plan].display_name,
                credits=_describe_credits(user) if plan else None,
                stats=DashboardStats(
                    interviews=user.interviews,
                    candidates=user.candidates,
                    jobs=user.jobs,
                    usage=DashboardUsage(total_cost=to_dollars(costs.get(user.id, 0))),
                ),
            )
        )
    summary = DashboardSummary(
        total_users=len(rows),
        total_interviews=sum(user.interviews for user in rows),
        total_candidates=sum(user.candidates for user in rows),
        total_jobs=sum(user.jobs for user in rows),
        total_cost=to_dollars(sum(costs.values())),
    )
    return Data(data=Dashboard(summary=summary, users=users))


def _describe_credits(user: UserRow) -> DashboardCredits | None:
    if user.credits_remaining is None or user.credits_included is None:
        return None
    return DashboardCredits(remaining=user.credits_remaining, included=user.credits_included)
