"""Response of the dashboard."""

from __future__ import annotations

from app.billing.rules import PlanKey
from app.core.schemas import ApiSchema, Identified, UtcTime
from app.users.tables import Role


class DashboardCredits(ApiSchema):
    remaining: int
    included: int


class DashboardUsage(ApiSchema):
    total_cost: float
    """US dollars."""


class DashboardStats(ApiSchema):
    interviews: int
    candidates: int
    jobs: int
    usage: DashboardUsage


class DashboardUser(Identified):
    name: str
    username: str
    email: str | None
    role: Role
    is_active: bool
    created_at: UtcTime
    plan: PlanKey | None
    plan_display_name: str | None
    credits: DashboardCredits | None
    stats: DashboardStats


class DashboardSummary(ApiSchema):
    total_users: int
    total_interviews: int
    total_candidates: int
    total_jobs: int
    total_cost: float
    """US dollars."""


class Dashboard(ApiSchema):
    summary: DashboardSummary
    users: list[DashboardUser]
