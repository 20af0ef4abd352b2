"""Career metrics from CV entries: years of experience, average tenure, years of study.

Entries are in wire spelling (ExperienceEntry, EducationEntry).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from app.skills.levels import level_by_years
from app.text.keys import words_key

if TYPE_CHECKING:
    from app.candidates.schemas import ExperienceLevel

Entry = Mapping[str, Any]

EDUCATION_YEARS = {
    "PhD": 7.0,
    "Master's": 6.0,
    "Bachelor's": 4.0,
    "Diploma": 2.0,
    "Certificate": 1.0,
    "High School": 4.0,
}
"""Education levels, highest first, and the typical years of study for each."""

_SCHOOL = re.compile(
    r"\b(?:high school|secondary school|sixth form|a[- ]levels?|gcses?|abitur|baccalaureat|matura)\b"
)


def to_experience_level(years: float | None) -> ExperienceLevel | None:
    """The level for a number of years, in the spelling of candidate profiles."""
    if years is None:
        return None
    level = level_by_years(years)
    return "mid-level" if level == "mid" else level


def month_span(entry: Entry, today: date) -> tuple[int, int] | None:
    """The first month and the month after the last, counted from year 0; None without a start.

    A start without a month counts from January; an end without a month is in the month of the start; a
    missing end is ``today``.
    """
    start = _parse_month(entry.get("start"))
    if start is None:
        return None
    end = _parse_month(entry.get("end")) or (today.year, today.month)
    first = start[0] * 12 + (start[1] or 1)
    last = end[0] * 12 + (end[1] or start[1] or 1)
    return first, max(first, last)


def count_months(entry: Entry, today: date) -> int | None:
    """Duration of the entry in months: by its dates, else as the CV states it."""
    span = month_span(entry, today)
    if span is not None:
        return span[1] - span[0]
    stated = entry.get("durationMonths")
    return stated if isinstance(stated, int) and stated > 0 else None


def total_experience_years(entries: Sequence[Entry], today: date) -> float | None:
    """Years with at least one position; concurrent positions count once. None if nothing is known."""
    months = _count_covered_months([span for e in entries if (span := month_span(e, today))])
    months += sum(count_months(e, today) or 0 for e in entries if month_span(e, today) is None)
    return round(months / 12, 1) if months else None


def average_tenure_years(entries: Sequence[Entry], today: date) -> float | None:
    lengths = [months for entry in entries if (months := count_months(entry, today)) is not None]
    return round(sum(lengths) / len(lengths) / 12, 1) if lengths else None


def study_years(entries: Sequence[Entry], today: date) -> float | None:
    """Years of study by the dates of the entries, without school; None if no entry has a start."""
    spans = [
        span
        for entry in entries
        if (span := month_span(entry, today)) and not _SCHOOL.search(words_key(str(entry.get("degree"))))
    ]
    return round(_count_covered_months(spans) / 12, 1) if spans else None


def higher_education_level(one: str, other: str) -> str:
    """The higher of two levels; unknown levels rank below known ones."""
    ranks = {level: rank for rank, level in enumerate(EDUCATION_YEARS)}
    return min((one, other), key=lambda level: ranks.get(level, len(ranks) + (not level)))


def _count_covered_months(spans: Sequence[tuple[int, int]]) -> int:
    total = reach = 0
    for start, end in sorted(spans):
        if end > reach:
            total += end - max(start, reach)
            reach = end
    return total


def _parse_month(text: Any) -> tuple[int, int | None] | None:
    match = re.fullmatch(r"(\d{4})(?:-(\d{2}))?(?:-\d{2})?", str(text or "").strip())
    if match is None:
        return None
    month = int(match[2]) if match[2] and 1 <= int(match[2]) <= 12 else None
    return int(match[1]), month
