"""Queries on usage: the sums, plus the calls that are not rolled up yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Date, Row, Select, Subquery, case, func, select, union_all
from sqlalchemy.orm import Session

from app.usage.rollup import SUMS, get_last_rolled_up
from app.usage.sources import UsageSource
from app.usage.tables import CallOutcome, DailyUsage, EngineCall, UserCost
from models.ports import EngineKind


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
        select(EngineCall.user_id, func.sum(EngineCall.cost_microcents))
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
    """Usage of one user, the latest day first."""
    usage = _combine(session, period, user_id=user_id)
    key = (usage.c.day, usage.c.kind, usage.c.source, usage.c.provider, usage.c.model)
    rows = session.execute(
        select(*key, *_sum_up(usage)).group_by(*key).order_by(usage.c.day.desc(), *key[1:])
    )
    return [
        DayUsage(row[0], EngineKind(row[1]), UsageSource(row[2]), row[3], row[4], _read_sums(row[5:]))
        for row in rows
    ]


def list_by_user(session: Session, *, period: Period) -> list[UserUsage]:
    """Usage of everybody in a period."""
    usage = _combine(session, period, user_id=None)
    key = (usage.c.user_id, usage.c.kind, usage.c.source, usage.c.provider, usage.c.model)
    rows = session.execute(select(*key, *_sum_up(usage)).group_by(*key).order_by(*key))
    return [
        UserUsage(row[0], EngineKind(row[1]), UsageSource(row[2]), row[3], row[4], _read_sums(row[5:]))
        for row in rows
    ]


def _combine(session: Session, period: Period, *, user_id: str | None) -> Subquery:
    """The sums of a period and the calls of it that are in no sum yet, as rows alike."""
    days: Select[Any] = select(DailyUsage).where(DailyUsage.day.between(period.first, period.last))
    recent = _select_recent(session, period)
    if user_id is not None:
        days = days.where(DailyUsage.user_id == user_id)
        recent = recent.where(EngineCall.user_id == user_id)
    return union_all(days, recent).subquery()


def _select_recent(session: Session, period: Period) -> Select[Any]:
    """Columns in the order of DailyUsage."""
    day = func.date(EngineCall.at, type_=Date)
    return select(
        EngineCall.user_id,
        day.label("day"),
        EngineCall.kind,
        EngineCall.source,
        EngineCall.provider,
        EngineCall.model,
        EngineCall.calls,
        case((EngineCall.outcome == CallOutcome.SUCCEEDED, 0), else_=EngineCall.calls),
        EngineCall.input_tokens,
        EngineCall.output_tokens,
        EngineCall.audio_ms,
        EngineCall.duration_ms,
        EngineCall.cost_microcents,
    ).where(
        EngineCall.id > get_last_rolled_up(session),
        # Not by ``at``: its index would lead SQLite through every call of the period.
        day.between(period.first, period.last),
    )


def _sum_up(usage: Subquery) -> list[Any]:
    return [func.sum(usage.c[name]) for name in SUMS]


def _read_sums(values: Row[Any] | Sequence[Any]) -> UsageSums:
    return UsageSums(*values)
