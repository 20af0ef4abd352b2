"""Summary of a user's usage: totals, by source, and per day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, fields
from datetime import date

from app.admin.usage.schemas import DayTotal, SourceUsage, UsageTotal, UsageTotals, UsageUser, UserUsageView
from app.usage.prices import to_dollars
from app.usage.repository import DayTotals, Period, UsageSums, UserUsage
from app.usage.sources import UsageSource
from app.users.tables import User
from models.ports import EngineKind

_MS_PER_MINUTE = 60_000
_NOTHING = UsageSums(*(0 for _ in fields(UsageSums)))
_LLM = frozenset({EngineKind.LLM})
_STT = frozenset({EngineKind.SPEECH})
_OTHER = frozenset(EngineKind) - _LLM - _STT


def summarize(
    by_source: list[UserUsage], by_day: list[DayTotals], *, user: User, days: int, period: Period
) -> UserUsageView:
    """The view of a user's usage. ``by_day`` is newest first."""
    llm, stt, other = (
        [entry for entry in by_source if entry.kind in kinds] for kinds in (_LLM, _STT, _OTHER)
    )
    return UserUsageView(
        user=UsageUser(id=user.id, name=user.name, username=user.username, email=user.email),
        days=days,
        first_day=period.first,
        last_day=period.last,
        totals=UsageTotals(
            llm=_total(llm),
            stt=_total(stt),
            other=_total(other),
            cost=to_dollars(sum(entry.sums.cost_microcents for entry in by_source)),
        ),
        llm_by_source=_by_source(llm),
        stt_by_source=_by_source(stt),
        other_by_source=_by_source(other),
        daily_llm_breakdown=_by_day(by_day, _LLM),
        daily_stt_breakdown=_by_day(by_day, _STT),
        daily_other_breakdown=_by_day(by_day, _OTHER),
    )


def _add(sums: Iterable[UsageSums]) -> UsageSums:
    return UsageSums(*map(sum, zip(*map(astuple, (_NOTHING, *sums)), strict=True)))


def _total(usage: list[UserUsage]) -> UsageTotal:
    sums = _add(entry.sums for entry in usage)
    return UsageTotal(
        calls=sums.calls,
        failed_calls=sums.failed_calls,
        input_tokens=sums.input_tokens,
        output_tokens=sums.output_tokens,
        audio_minutes=sums.audio_ms / _MS_PER_MINUTE,
        cost=to_dollars(sums.cost_microcents),
    )


def _by_source(usage: list[UserUsage]) -> list[SourceUsage]:
    """By source and model, most calls first."""
    groups: dict[tuple[UsageSource, str, str], UsageSums] = {}
    for entry in usage:
        key = (entry.source, entry.provider, entry.model)
        groups[key] = _add((groups.get(key, _NOTHING), entry.sums))
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


def _by_day(usage: list[DayTotals], kinds: frozenset[EngineKind]) -> list[DayTotal]:
    days: dict[date, tuple[int, int, int]] = {}
    for entry in usage:
        if entry.kind in kinds:
            calls, tokens, cost = days.get(entry.day, (0, 0, 0))
            days[entry.day] = (
                calls + entry.calls,
                tokens + entry.tokens,
                cost + entry.cost_microcents,
            )
    return [
        DayTotal(date=day, calls=calls, tokens=tokens, cost=to_dollars(cost))
        for day, (calls, tokens, cost) in days.items()
    ]
