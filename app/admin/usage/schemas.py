"""Usage of one user, as the page of the user shows it."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from app.core.schemas import ApiSchema, Identified
from app.usage.sources import UsageSource


class UsageUser(Identified):
    name: str
    username: str
    email: str | None


class UsageTotal(ApiSchema):
    calls: int
    failed_calls: int
    """Part of ``calls``: failed, timed out, refused by a full queue, or cancelled."""
    input_tokens: int
    output_tokens: int
    audio_minutes: float
    cost: float
    """US dollars."""


class UsageTotals(ApiSchema):
    llm: UsageTotal
    stt: UsageTotal
    other: UsageTotal
    """Embeddings and the judge."""
    cost: float
    """US dollars, of all three."""


class SourceUsage(ApiSchema):
    source: UsageSource
    provider: str
    model: str
    total_calls: int
    failed_calls: int
    total_input_tokens: int
    total_output_tokens: int
    total_audio_minutes: float
    avg_duration: float
    """Milliseconds per call."""
    total_cost: float
    """US dollars."""


class DayTotal(ApiSchema):
    date: date
    """A day in UTC. Days without usage are left out."""
    calls: int
    tokens: int
    """Input and output."""
    cost: float
    """US dollars."""


class UserUsageView(ApiSchema):
    user: UsageUser
    days: int
    first_day: date
    last_day: date
    totals: UsageTotals
    llm_by_source: list[SourceUsage]
    stt_by_source: list[SourceUsage]
    other_by_source: list[SourceUsage]
    daily_llm_breakdown: list[DayTotal] = Field(alias="dailyLLMBreakdown")
    """Newest day first, as in the other two."""
    daily_stt_breakdown: list[DayTotal] = Field(alias="dailySTTBreakdown")
    daily_other_breakdown: list[DayTotal]
