"""Queries on usage: the sums, plus the calls that are not rolled up yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Date, Row, Select, Subquery, case, func, select, union_all
from sqlalchemy.orm import Session

from app.core.database import add_up
from app.usage.rollup import SUMS, get_last_rolled_up
from app.usage.sources import UsageSource
from app.usage.tables import CallOutcome, DailyUsage, EngineCall, UserCost
from models.ports import EngineKind

# The tables themselves: reading their rows costs half as much as reading attributes of the mapped classes.
_DAYS = DailyUsage.__table__.c
_CALLS = EngineCall.__table__.c

_KINDS = {kind.value: kind for kind in EngineKind}


@dataclass(frozen=True, slots=True)
class Period:
    """Days in UTC, both included."""

    first: date
    last: date

    @classmethod
    def last_days(cls, days: int, *, now: datetime) -> Period:
        """The last ``days`` days, today included."""
        today = now.astimezone(UTC).date()
        return cls(today - timedelta(days=days - 1), today)


@dataclass(frozen=True, slots=True)
class UsageSums:
    calls: int
    failed_calls: int
    input_tokens: int
    output_tokens: int
    audio_ms: int
    duration_ms: int
    cost_microcents: int


@dataclass(frozen=True, slots=True)
class DayUsage:
    """Usage of one user on one day, by engine, source and model."""

    day: date
    kind: EngineKind
    source: UsageSource
    provider: str
    model: str
    sums: UsageSums


class DayTotals(NamedTuple):
    """Usage of one user on one day, by engine alone. A year has about a thousand, so they are light."""

    day: date
    kind: EngineKind
    calls: int
    tokens: int
    """Input and output."""
    cost_microcents: int


@dataclass(frozen=True, slots=True)
class UserUsage:
    """Usage of one user in a period, by engine, source and model."""

    user_id: str
    kind: EngineKind
    source: UsageSource
    provider: str
    model: str
    sums: UsageSums


def read_costs(session: Session) -> dict[str, int]:
    """Cost of all usage in microcents, by user id; NO_USER for the server itself and deleted users."""
    recent = (
        select(EngineCall.user_id, add_up(EngineCall.cost_microcents))
        .where(EngineCall.id > get_last_rolled_up(session))
        .group_by(EngineCall.user_id)
    )
    costs: dict[str, int] = {}
    for user_id, cost in session.execute(
        union_all(select(UserCost.user_id, UserCost.cost_microcents), recent)
    ):
        costs[user_id] = costs.get(user_id, 0) + cost
    return costs


def list_days(session: Session, *, user_id: str, period: Period) -> list[DayUsage]:
    """Usage of one user, newest day first."""
    usage = _combine(session, period, user_id=user_id)
    key = (usage.c.day, usage.c.kind, usage.c.source, usage.c.provider, usage.c.model)
    rows = session.execute(
        select(*key, *_sum_up(usage)).group_by(*key).order_by(usage.c.day.desc(), *key[1:])
    )
    return [
        DayUsage(row[0], EngineKind(row[1]), UsageSource(row[2]), row[3], row[4], _read_sums(row[5:]))
        for row in rows
    ]


def list_day_totals(session: Session, *, user_id: str, period: Period) -> list[DayTotals]:
    """Usage of one user, newest day first. Added up by the database: a year has many rows."""
    usage = _combine(session, period, user_id=user_id)
    key = (usage.c.day, usage.c.kind)
    tokens = add_up(usage.c.input_tokens + usage.c.output_tokens)
    rows = session.execute(
        select(*key, add_up(usage.c.calls), tokens, add_up(usage.c.cost_microcents))
        .group_by(*key)
        .order_by(usage.c.day.desc(), usage.c.kind)
    )
    return [DayTotals(day, _KINDS[kind], calls, tokens, cost) for day, kind, calls, tokens, cost in rows]


def list_by_user(session: Session, *, period: Period, user_id: str | None = None) -> list[UserUsage]:
    """Usage in a period, of one user or of all users."""
    usage = _combine(session, period, user_id=user_id)
    key = (usage.c.user_id, usage.c.kind, usage.c.source, usage.c.provider, usage.c.model)
    rows = session.execute(select(*key, *_sum_up(usage)).group_by(*key).order_by(*key))
    return [
        UserUsage(row[0], EngineKind(row[1]), UsageSource(row[2]), row[3], row[4], _read_sums(row[5:]))
        for row in rows
    ]


def _combine(session: Session, period: Period, *, user_id: str | None) -> Subquery:
    """The sums of a period, and the calls of it that are not rolled up yet, as rows of the same form."""
    days: Select[Any] = select(*_DAYS)
    recent = _select_recent(session)
    if user_id is not None:
        # Filtered before the day is computed for each call.
        days = days.where(_DAYS.user_id == user_id)
        recent = recent.where(_CALLS.user_id == user_id)
    # Not by ``at``: its index would lead SQLite through every call of the period.
    day = recent.selected_columns["day"]
    return union_all(
        days.where(_DAYS.day.between(period.first, period.last)),
        recent.where(day.between(period.first, period.last)),
    ).subquery()


def _select_recent(session: Session) -> Select[Any]:
    """The calls that are not rolled up yet. Columns in the order of _DAYS."""
    return select(
        _CALLS.user_id,
        func.date(_CALLS.at, type_=Date).label("day"),
        _CALLS.kind,
        _CALLS.source,
        _CALLS.provider,
        _CALLS.model,
        _CALLS.calls,
        case((_CALLS.outcome == CallOutcome.SUCCEEDED, 0), else_=_CALLS.calls),
        _CALLS.input_tokens,
        _CALLS.output_tokens,
        _CALLS.audio_ms,
        _CALLS.duration_ms,
        _CALLS.cost_microcents,
    ).where(_CALLS.id > get_last_rolled_up(session))


def _sum_up(usage: Subquery) -> list[Any]:
    return [add_up(usage.c[name]) for name in SUMS]


def _read_sums(values: Row[Any] | Sequence[Any]) -> UsageSums:
    return UsageSums(*values)
