"""How long a candidate stayed in a position."""

from __future__ import annotations

import re

from app.questions.facts import PastPosition
from app.questions.wording import lists

_MONTHS_PER_YEAR = 12
_MAX_MONTHS_BETWEEN = 3


def count_months(position: PastPosition, text: str) -> int | None:
    """Months in a position that the candidate has left; None without two dates, and for temporary ones.

    ``text`` is the CV, whose line may call a position temporary ("Placement, Assistant Surveyor").
    """
    if position.start is None or position.end is None:
        return None
    lines = [line for line in text.split("\n") if position.title in line]
    if {word.casefold() for word in re.findall(r"\w+", " ".join([position.title, *lines]))} & set(
        lists()["temporary_words"]
    ):
        return None
    start, end = (_month_number(date) for date in (position.start, position.end))
    # Two years without months may be one day or almost two years apart.
    is_exact = "-" in position.start and "-" in position.end
    return end - start if is_exact or end - start > _MONTHS_PER_YEAR else None


def is_followed(position: PastPosition, following: PastPosition | None) -> bool:
    """Whether the next position began soon after this one, so that nothing private lies between them."""
    if following is None or position.end is None or following.start is None:
        return False
    return _month_number(following.start) - _month_number(position.end) <= _MAX_MONTHS_BETWEEN


def _month_number(date: str) -> int:
    year, _, month = date.partition("-")
    return int(year) * _MONTHS_PER_YEAR + int(month or 1)


def write_month(date: str | None) -> str:
    """``2021-03`` as ``03/2021``, which reads the same in every language."""
    year, _, month = (date or "").partition("-")
    return f"{month}/{year}" if month else year
