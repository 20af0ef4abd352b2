"""Roll-up of engine calls into sums per day and per user, and removal of old calls."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Date, case, delete, func, literal, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.core.database import insert_for
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.usage.tables import NO_USER, CallOutcome, DailyUsage, EngineCall, UsageRollUp, UserCost

CALLS_PER_STEP = 20_000
"""Calls rolled up per transaction: about a fifth of a second, so that others can write in between."""

_ONLY_ROW = 1

SUMS = (
    "calls",
    "failed_calls",
    "input_tokens",
    "output_tokens",
    "audio_ms",
    "duration_ms",
    "cost_microcents",
)
"""The columns of DailyUsage that are added up."""


def get_last_rolled_up(session: Session) -> int:
    """Id of the last call that was rolled up."""
    row = session.get(UsageRollUp, _ONLY_ROW)
    return 0 if row is None else row.last_call_id


def roll_up(session: Session, *, limit: int = CALLS_PER_STEP) -> int:
    """Add the next calls to the sums, and record the last one; returns how many were added.

    Both are one transaction, so that no call is counted twice or left out.
    """
    start = get_last_rolled_up(session)
    end = session.scalar(
        select(func.max(EngineCall.id)).where(
            EngineCall.id.in_(
                select(EngineCall.id).where(EngineCall.id > start).order_by(EngineCall.id).limit(limit)
            )
        )
    )
    if end is None:
        return 0
    is_new = EngineCall.id.between(start + 1, end)
    _add_days(session, is_new)
    _add_costs(session, is_new)
    session.merge(UsageRollUp(id=_ONLY_ROW, last_call_id=end))
    session.flush()
    return session.scalar(select(func.count()).where(is_new)) or 0


async def roll_up_usage(state: AppState) -> JobCounts | None:
    """Scheduled job: roll up all new calls, then delete those that are old enough."""
    processed = 0
    while added := await state.database.run(roll_up):
        processed += added
    settings = state.settings
    before = state.now() - timedelta(days=settings.usage_call_days)
    while await state.database.run(remove_old_calls, before=before):
        pass
    return JobCounts(processed=processed)


def remove_old_calls(session: Session, *, before: datetime, limit: int = CALLS_PER_STEP) -> int:
    """Delete calls that are in the sums and older than ``before``; returns how many."""
    old = (
        select(EngineCall.id)
        .where(EngineCall.at < before, EngineCall.id <= get_last_rolled_up(session))
        .limit(limit)
    )
    return len(
        session.execute(delete(EngineCall).where(EngineCall.id.in_(old)).returning(EngineCall.id)).all()
    )


def forget_user(session: Session, *, user_id: str) -> None:
    """Keep the usage of a deleted user in the totals of the server, attributed to nobody."""
    session.execute(update(EngineCall).where(EngineCall.user_id == user_id).values(user_id=NO_USER))
    columns = [getattr(DailyUsage, name) for name in _DAY_KEY[1:]]
    own = DailyUsage.user_id == user_id
    _add_to_days(
        session,
        select(literal(NO_USER), *columns, *(getattr(DailyUsage, name) for name in SUMS)).where(own),
    )
    session.execute(delete(DailyUsage).where(own))
    cost = session.get(UserCost, user_id)
    if cost is not None:
        _add_to_costs(session, select(literal(NO_USER), literal(cost.cost_microcents)).where(literal(True)))
        session.delete(cost)
    session.flush()


_DAY_KEY = ("user_id", "day", "kind", "source", "provider", "model")


def _add_days(session: Session, is_new: Any) -> None:
    day = func.date(EngineCall.at, type_=Date)
    key = (EngineCall.user_id, day, EngineCall.kind, EngineCall.source, EngineCall.provider, EngineCall.model)
    failed = case((EngineCall.outcome == CallOutcome.SUCCEEDED, 0), else_=EngineCall.calls)
    sums: tuple[Any, ...] = (
        EngineCall.calls,
        failed,
        EngineCall.input_tokens,
        EngineCall.output_tokens,
        EngineCall.audio_ms,
        EngineCall.duration_ms,
        EngineCall.cost_microcents,
    )
    _add_to_days(session, select(*key, *map(func.sum, sums)).where(is_new).group_by(*key))


def _add_to_days(session: Session, rows: Any) -> None:
    statement = insert_for(session, DailyUsage).from_select([*_DAY_KEY, *SUMS], rows)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=list(_DAY_KEY),
            set_={name: _column(DailyUsage, name) + statement.excluded[name] for name in SUMS},
        )
    )


def _add_costs(session: Session, is_new: Any) -> None:
    _add_to_costs(
        session,
        select(EngineCall.user_id, func.sum(EngineCall.cost_microcents))
        .where(is_new)
        .group_by(EngineCall.user_id),
    )


def _add_to_costs(session: Session, rows: Any) -> None:
    statement = insert_for(session, UserCost).from_select(["user_id", "cost_microcents"], rows)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["user_id"],
            set_={"cost_microcents": UserCost.cost_microcents + statement.excluded.cost_microcents},
        )
    )


def _column(table: type[DailyUsage], name: str) -> InstrumentedAttribute[int]:
    column: InstrumentedAttribute[int] = getattr(table, name)
    return column
