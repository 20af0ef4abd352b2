"""Routes of usage and cost: for one user, and for all users as CSV."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from sqlalchemy import select

from app.admin.usage.schemas import UserUsageView
from app.admin.usage.summary import summarize
from app.admin.users.service import get_user
from app.core.csv_export import CSV_RESPONSE, csv_response
from app.core.database import SessionDep
from app.core.schemas import Data
from app.core.state import StateDep
from app.usage import repository
from app.usage.prices import MICROCENTS_PER_DOLLAR
from app.usage.repository import Period, UsageSums
from app.users.audit import records_export
from app.users.dependencies import AdminUser
from app.users.tables import User

router = APIRouter(prefix="/api/admin", tags=["admin"])

Days = Annotated[int, Query(ge=1, le=366, description="Number of days up to and including today, in UTC.")]

_SUMS_HEADER = (
    "Calls",
    "Failed calls",
    "Input tokens",
    "Output tokens",
    "Audio seconds",
    "Duration (ms)",
    "Cost (USD)",
)


@router.get("/users/{user_id}/usage")
def read_user_usage(
    user_id: str, _admin: AdminUser, session: SessionDep, state: StateDep, days: Days = 30
) -> Data[UserUsageView]:
    """Usage of one user: totals, by source, and per day."""
    user = get_user(session, user_id=user_id)
    period = Period.last_days(days, now=state.now())
    by_source = repository.list_by_user(session, user_id=user_id, period=period)
    by_day = repository.list_day_totals(session, user_id=user_id, period=period)
    return Data(data=summarize(by_source, by_day, user=user, days=days, period=period))


@router.get(
    "/users/{user_id}/usage/export.csv",
    response_class=StreamingResponse,
    responses=CSV_RESPONSE,
    dependencies=[records_export("user", "user_id")],
)
def export_user_usage(
    user_id: str, _admin: AdminUser, session: SessionDep, state: StateDep, days: Days = 30
) -> StreamingResponse:
    """Usage of one user per day, engine, source and model, newest day first."""
    user = get_user(session, user_id=user_id)
    usage = repository.list_days(session, user_id=user_id, period=Period.last_days(days, now=state.now()))
    return csv_response(
        name="usage",
        at=state.now(),
        header=("Username", "Date", "Engine", "Source", "Provider", "Model", *_SUMS_HEADER),
        rows=(
            (
                user.username,
                entry.day.isoformat(),
                entry.kind,
                entry.source,
                entry.provider,
                entry.model,
                *_to_cells(entry.sums),
            )
            for entry in usage
        ),
    )


@router.get(
    "/usage/export.csv",
    response_class=StreamingResponse,
    responses=CSV_RESPONSE,
    dependencies=[records_export("usage")],
)
def export_usage(
    _admin: AdminUser, session: SessionDep, state: StateDep, days: Days = 30
) -> StreamingResponse:
    """Usage of all users by user, engine, source and model.

    The username is empty for the server's own work and for deleted users.
    """
    usage = repository.list_by_user(session, period=Period.last_days(days, now=state.now()))
    names = dict(session.execute(select(User.id, User.username)).all())
    return csv_response(
        name="usage",
        at=state.now(),
        header=("Username", "Engine", "Source", "Provider", "Model", *_SUMS_HEADER),
        rows=(
            (
                names.get(entry.user_id, ""),
                entry.kind,
                entry.source,
                entry.provider,
                entry.model,
                *_to_cells(entry.sums),
            )
            for entry in usage
        ),
    )


def _to_cells(sums: UsageSums) -> tuple[str, ...]:
    dollars, rest = divmod(sums.cost_microcents, MICROCENTS_PER_DOLLAR)
    return (
        str(sums.calls),
        str(sums.failed_calls),
        str(sums.input_tokens),
        str(sums.output_tokens),
        f"{sums.audio_ms / 1000:.3f}",
        str(sums.duration_ms),
        f"{dollars}.{rest:08d}",
    )
