"""Summary of a user's usage: totals, by source, and per day."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import fields
from typing import TypeVar

from app.admin.usage.schemas import DayTotal, SourceUsage, UsageTotal, UsageTotals, UsageUser, UserUsageView
from app.usage.prices import to_dollars
from app.usage.repository import DayUsage, Period, UsageSums
from app.users.tables import User
from models.ports import EngineKind

K = TypeVar("K", bound=Hashable)

_MS_PER_MINUTE = 60_000
_NOTHING = UsageSums(*(0 for _ in fields(UsageSums)))


def summarize(usage: Iterable[DayUsage], *, user: User, days: int, period: Period) -> UserUsageView:
    """The view of ``usage``, which is ordered by day, the latest first."""
    llm: list[DayUsage] = []
    stt: list[DayUsage] = []
    other: list[DayUsage] = []
    groups = {EngineKind.LLM: llm, EngineKind.SPEECH: stt}
    for entry in usage:
        groups.get(entry.kind, other).append(entry)
    everything = _add(entry.sums for entry in (*llm, *stt, *other))
    return UserUsageView(
        user=UsageUser(id=user.id, name=user.name, username=user.username, email=user.email),
        days=days,
        first_day=period.first,
        last_day=period.last,
        totals=UsageTotals(
            llm=_total(llm), stt=_total(stt), other=_total(other), cost=to_dollars(everything.cost_microcents)
        ),
        llm_by_source=_by_source(llm),
        stt_by_source=_by_source(stt),
        other_by_source=_by_source(other),
        daily_llm_breakdown=_by_day(llm),
        daily_stt_breakdown=_by_day(stt),
        daily_other_breakdown=_by_day(other),
    )


def _add(sums: Iterable[UsageSums]) -> UsageSums:
    rows = [
        (
            one.calls,
            one.failed_calls,
            one.input_tokens,
            one.output_tokens,
            one.audio_ms,
            one.duration_ms,
            one.cost_microcents,
        )
        for one in sums
    ]
    return UsageSums(*map(sum, zip(*rows, strict=True))) if rows else _NOTHING


def _group(usage: Iterable[DayUsage], read_key: Callable[[DayUsage], K]) -> dict[K, UsageSums]:
    """Sums by key, in the order in which the keys first appear."""
    groups: dict[K, list[UsageSums]] = {}
    for entry in usage:
        groups.setdefault(read_key(entry), []).append(entry.sums)
    return {key: _add(sums) for key, sums in groups.items()}


def _total(usage: list[DayUsage]) -> UsageTotal:
    sums = _add(entry.sums for entry in usage)
    return UsageTotal(
        calls=sums.calls,
        failed_calls=sums.failed_calls,
        input_tokens=sums.input_tokens,
        output_tokens=sums.output_tokens,
        audio_minutes=sums.audio_ms / _MS_PER_MINUTE,
        cost=to_dollars(sums.cost_microcents),
    )


def _by_source(usage: list[DayUsage]) -> list[SourceUsage]:
    """By source and model, the one with the most calls first."""
    groups = _group(usage, lambda entry: (entry.source, entry.provider, entry.model))
    return [
        SourceUsage(
            source=source,
            provider=provider,
            model=model,
            total_calls=sums.calls,
            failed_calls=sums.failed_calls,
            total_input_tokens=sums.input_tokens,
            total_output_tokens=sums.output_tokens,
            total_audio_minutes=sums.audio_ms / _MS_PER_MINUTE,
            avg_duration=sums.duration_ms / max(1, sums.calls),
            total_cost=to_dollars(sums.cost_microcents),
        )
        for (source, provider, model), sums in sorted(
            groups.items(), key=lambda group: (-group[1].calls, group[0])
        )
    ]


def _by_day(usage: list[DayUsage]) -> list[DayTotal]:
    return [
        DayTotal(
            date=day,
            calls=sums.calls,
            tokens=sums.input_tokens + sums.output_tokens,
            cost=to_dollars(sums.cost_microcents),
        )
        for day, sums in _group(usage, lambda entry: entry.day).items()
    ]
