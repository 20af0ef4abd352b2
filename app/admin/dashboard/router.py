"""Dashboard of all users: records, plans and cost."""

from __future__ import annotations

from fastapi import APIRouter

from app.admin.dashboard import repository
from app.admin.dashboard.schemas import (
    Dashboard,
    DashboardCredits,
    DashboardStats,
    DashboardSummary,
    DashboardUsage,
    DashboardUser,
)
from app.billing.dependencies import BillingDep
from app.billing.rules import load_plans
from app.core.database import SessionDep
from app.core.schemas import Data
from app.core.settings import Settings
from app.core.state import StateDep
from app.users.dependencies import AdminUser

router = APIRouter(prefix="/api/admin/dashboard", tags=["admin"])


def known_cost(settings: Settings) -> float | None:
    """Cost in US dollars: 0 if every model is local, else None, because remote use is not metered."""
    providers = {settings.llm_provider, settings.speech_provider, settings.embeddings_provider}
    return 0.0 if providers == {"local"} else None


@router.get("")
def read_dashboard(
    _admin: AdminUser, session: SessionDep, state: StateDep, billing: BillingDep
) -> Data[Dashboard]:
    """All users with their records. Plans and credits are null if usage is not metered."""
    interviews = repository.count_interviews(session)
    candidates = repository.count_candidates(session)
    jobs = repository.count_job_descriptions(session)
    # The running engines use the settings from start-up: a change of provider needs a restart.
    cost = known_cost(state.settings_at_start)
    plans = load_plans()
    users = []
    for user, found in repository.list_users(session):
        account = found if billing.is_metered else None
        users.append(
            DashboardUser(
                id=user.id,
                name=user.name,
                username=user.username,
                email=user.email,
                role=user.role,
                is_active=user.is_active,
                created_at=user.created_at,
                plan=account and account.plan,
                plan_display_name=account and plans[account.plan].display_name,
                credits=account
                and DashboardCredits(remaining=account.credits_remaining, included=account.credits_included),
                stats=DashboardStats(
                    interviews=interviews.get(user.id, 0),
                    candidates=candidates.get(user.id, 0),
                    jobs=jobs.get(user.id, 0),
                    usage=DashboardUsage(total_cost=cost),
                ),
            )
        )
    summary = DashboardSummary(
        total_users=len(users),
        total_interviews=sum(interviews.values()),
        total_candidates=sum(candidates.values()),
        total_jobs=sum(jobs.values()),
        total_cost=cost,
    )
    return Data(data=Dashboard(summary=summary, users=users))
