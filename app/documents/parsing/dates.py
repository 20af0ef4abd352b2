"""Ranges of dates as CVs write them, and how long they are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from app.documents.parsing.wording import plain, word_lists


@dataclass(frozen=True, slots=True)
class MonthOfYear:
    year: int
    month: int | None

    @property
    def wire(self) -> str:
        return f"{self.year:04d}" if self.month is None else f"{self.year:04d}-{self.month:02d}"


@dataclass(frozen=True, slots=True)
class DateRange:
    start: MonthOfYear
    end: MonthOfYear | None
    """None: to the present day."""
    text: str
    """As it stands in the document."""

    def months(self, today: date) -> int:
        """Months from start to end; a year without a month counts from January to January."""
        end = self.end or MonthOfYear(today.year, today.month)
        start_month = self.start.month or 1
        # "2020 – Present" and "May 2020 – 2022": an end without a month is taken like its start.
        end_month = end.month or (start_month if self.start.month else 1)
        return max(0, (end.year - self.start.year) * 12 + end_month - start_month)

    def start_index(self) -> int:
        return self.start.year * 12 + (self.start.month or 1)


@lru_cache(maxsize=1)
def _range_pattern() -> re.Pattern[str]:
    lists = word_lists()["months"]
    month = "|".join(sorted(lists["names"], key=len, reverse=True))
    present = "|".join(re.escape(word) for word in sorted(lists["present"], key=len, reverse=True))
    instant = rf"(?:(?:(?:{month})\b\.?,?\s*(?:of\s+)?|(?:0?[1-9]|1[0-2])\s?[/.]\s?)?(?:19|20)\d{{2}})"
    exact = r"(?:(?:19|20)\d{2}-(?:0[1-9]|1[0-2])(?!\d))"
    dash = r"(?:\s*[-–—―−]+\s*|\s+(?:to|until|till|bis|a|au|hasta)\s+|\s{2,})"
    return re.compile(
        rf"(?P<start>{exact}|{instant}){dash}(?:exp\.\s*)?(?P<end>{exact}|{instant}|(?:{present})\b)",
        re.IGNORECASE,
    )


_YEAR_ONLY_RANGE = re.compile(r"(?P<start>(?:19|20)\d{2})\s*[-–]\s*(?P<end>\d{2})(?!\d)")


def _instant(text: str) -> MonthOfYear | None:
    year = re.search(r"(?:19|20)\d{2}", text)
    if year is None:
        return None
    iso = re.match(r"(?:19|20)\d{2}-(\d{2})$", text.strip())
    if iso:
        return MonthOfYear(int(year.group()), int(iso.group(1)))
    number = re.match(r"\s*(\d{1,2})\s?[/.]", text)
    if number:
        return MonthOfYear(int(year.group()), int(number.group(1)))
    names: dict[str, int] = word_lists()["months"]["names"]
    for word in plain(text).split():
        if word in names:
            return MonthOfYear(int(year.group()), names[word])
    return MonthOfYear(int(year.group()), None)


def find_range(line: str) -> DateRange | None:
    """The first range of dates in ``line``, or None."""
    match = _range_pattern().search(_fold(line))
    if match is None:
        return None
    start, end = _instant(match.group("start")), _instant(match.group("end"))
    if start is None or not 1940 <= start.year <= 2100:
        return None
    if end is not None and end.year < start.year:
        return None
    return DateRange(start, end, line[match.start() : match.end()])


def _fold(line: str) -> str:
    """Accents away, one character for one, so that positions stay."""
    table = str.maketrans("áàâäéèêëíìîïóòôöúùûüñçÁÉÍÓÚÄÖÜ", "aaaaeeeeiiiioooouuuuncAEIOUAOU")
    return line.translate(table)


def find_year(line: str) -> int | None:
    match = re.search(r"\b(?:19|20)\d{2}\b", line)
    return int(match.group()) if match else None


def union_months(ranges: list[DateRange], *, today: date) -> int:
    """Months that at least one of ``ranges`` covers: two jobs at once count once."""
    spans = sorted((r.start_index(), r.start_index() + r.months(today)) for r in ranges)
    total, reach = 0, 0
    for start, end in spans:
        if end > reach:
            total += end - max(start, reach)
            reach = end
    return total
