"""Experience levels by years of experience: one table for candidates and jobs."""

from __future__ import annotations

from typing import Literal

Level = Literal["junior", "mid", "senior"]

_MIN_YEARS: tuple[tuple[Level, float], ...] = (("senior", 5), ("mid", 3), ("junior", 0))


def level_by_years(years: float) -> Level:
    """Junior below 3 years, mid from 3, senior from 5.

    For a job, ``years`` are the required years: a job that requires five years has the level of a candidate
    with five years.
    """
    return next(level for level, minimum in _MIN_YEARS if years >= minimum or minimum == 0)
