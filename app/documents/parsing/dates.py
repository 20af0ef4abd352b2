"""Date ranges as CVs write them, and their lengths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from app.documents.parsing.wording import word_lists
from app.text.folding import plain

_EARLIEST, _LATEST = 1940, 2100
_CENTURY_TURN = 40
"""Two-digit years up to this one belong to this century: '21 is 2021, '85 is 1985."""


_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
"""Months as Polish and Hungarian CVs write them: ``IX 2011``."""
_LAST_WORDS = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,12}\.?)(?:\s(?:de|of|del|di))?\s*$")

_DURATION_WORDS = re.compile(r"\d+|[^\W\d_]+")
_BESIDE_UNITS = frozenset(("about", "and", "und", "et", "y", "e", "i", "en", "og", "och", "ca", "circa"))


@dataclass(frozen=True, slots=True)
class MonthOfYear:
    year: int
    month: int | None
    is_season: bool = False
    """``Summer 2019``: the month is that of the season, for lengths only. The document states none."""

    @property
    def wire(self) -> str:
        has_month = self.month is not None and not self.is_season
        return f"{self.year:04d}-{self.month:02d}" if has_month else f"{self.year:04d}"


@dataclass(frozen=True, slots=True)
class DateRange:
    start: MonthOfYear
    end: MonthOfYear | None
    """None means to the current date."""
    text: str
    """As in the document."""
    position: int = 0
    """Offset of ``text`` in its line."""

    def months(self, today: date) -> int:
        """Months from start to end. A year without a month counts from January to January."""
        end = self.end or MonthOfYear(today.year, today.month)
        start_month = self.start.month or 1
        # "2020 – Present" and "May 2020 – 2022": an end without a month is treated like its start.
        end_month = end.month or (start_month if self.start.month else 1)
        return max(0, (end.year - self.start.year) * 12 + end_month - start_month)

    def span(self, today: date) -> tuple[int, int]:
        """First month and the month after the last, as months since year 0.

        Both end months count. A year alone begins in July as a start and ends in June as an end; the same
        year as both is half a year.
        """
        end = self.end or MonthOfYear(today.year, today.month)
        first = self.start.year * 12 + ((self.start.month or 7) - 1)
        last = end.year * 12 + (end.month or (6 if end.year > self.start.year else 12))
        return first, max(first, last)


@dataclass(frozen=True, slots=True)
class _Patterns:
    range: re.Pattern[str]
    since: re.Pattern[str]
    season: re.Pattern[str]
    single: re.Pattern[str]


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    lists = word_lists()["months"]

    def any_word(words: Iterable[str]) -> str:
        return "|".join(re.escape(_fold(w)) for w in sorted(words, key=len, reverse=True))

    month, season = any_word(lists["names"]), any_word(lists["seasons"])
    present, since = any_word(lists["present"]), any_word(lists["since"])
    day = r"(?:0?[1-9]|[12]\d|3[01])"
    year = r"(?:19|20)\d{2}"
    # In capitals, and not after another word: "Engineer II 2019" is a rank.
    linking = [*re.findall(r"\w+", since), "do"]
    after = "|".join([r"(?<![^\W_] )", *(rf"(?<=\b{word} )" for word in linking)])
    numeral = "|".join(sorted(_ROMAN, key=len, reverse=True))
    roman = rf"(?=(?-i:[IVX]))(?:{after})\b(?-i:{numeral})[\s./]\s?{year}"
    # Possessive throughout: no part gives white space back to another, and ends look behind for it.
    of = r"\s*+(?:(?:of|de|del|d[ie])\s++)?"
    part = rf"(?:(?:{any_word(lists['parts'])})\s++(?:(?:of|de|del|di)\s++)?)?"
    instant = "|".join(
        [
            rf"{year}\s?年(?:\s?(?:1[0-2]|0?[1-9])\s?月)?",
            rf"{year}\.?\s(?:{month})\b",
            roman,
            rf"{year}[-/.](?:0[1-9]|1[0-2])(?![\d/.-])",
            rf"{day}[./-](?:0?[1-9]|1[0-2])[./-]{year}",
            rf"(?:0?[1-9]|1[0-2])\s?[/.\-]\s?{year}",
            rf"{part}(?:{day}(?:st|nd|rd|th|\.)?{of})?\b(?:{month})\b(?:\.|['’](?=\s?{year}))?(?:\s++{day}(?:st|nd|rd|th)?,)?[,\s/-]*+{of}"
            rf"(?:{year}|['’]\d{{2}}\b|(?<=[a-z][ /-])\d{{2}}\b(?!\s*[,.]\s*{year}))",
            rf"(?:the\s++)?(?:{season})\s*+(?:of\s++)?{year}",
            rf"(?:q|h)[1-4][\s/'-]*+{year}",
            r"(?:0[1-9]|1[0-2])/\d{2}(?![\d/])",
            rf"{part}{year}",
        ]
    )
    # "4/21 – Present": only as an end of a range, since it may be anything else.
    short = r"(?<![\d/])[1-9]/\d{2}(?![\d/])"
    # "2019-02 –": a month, after which the range is open.
    open_month = r"(?<=0[1-9]|1[0-2])\s?[-–—](?:\s{2}|\s?$)"
    end = (
        rf"{instant}|{short}|(?<=\d[-–—])\d{{2}}(?!\d|{open_month})|(?<=\d\s[-–—]\s)\d{{2}}(?!\d)|"
        r"['’]\d{2}\b"
    )
    to = (
        r"to|until|till|through|thru|bis|bis zum|a|al|au|hasta|jusqu'a|jusqu'en|tot|ate|do|az|til|по|до|"
        r"εως|ως|pana in|t/m|tot en met|tem|up to|fino a|fino ad|ad|ate a|ate ao|ao|al|jusqu'a|jusqu'au|"
        r"jusqu'a la|hasta el|hasta la|hasta finales de|bis zum|bis einschliesslich|och med|til og med|aż do|"
        r"az do"
    )
    between = "between|zwischen|entre|tra|fra|tussen|mellan|mellem|mellom|między|între"
    dash = (
        rf"(?:\s*+[-–—―−~～〜－>→➔➜➝⟶⇒]++\s*+(?:(?:{to})(?:\s++(?=\D)|:\s*+))?|\s++(?:{to})\s++|\s*+[至到]\s*+(?!今)|\s*+(?=[至迄]今)|"
        r"\s*+[.:=~_*-]{2,4}+\s*+|\s{2,}+)"
    )
    before = r"(?<![\w/.])"
    return _Patterns(
        range=re.compile(
            rf"{before}(?:(?P<start>{instant}|{short}){dash}(?:exp(?:ected|\.)?\s*+)?"
            rf"(?P<end>(?:{present})\b|{end})|(?P<month>\b(?:{month})\b\.?)"
            rf"(?:{dash}|\s*+/\s*+|\s++(?:and|und|et|y|e|en|og|och|i|&)\s++)(?P<same>{instant})"
            rf"|(?P<open>{instant})(?:\s*+(?:[-–—]++|→|➔|[-–—]?\s?(?:\.{{3}}|…))(?=\s*+(?:[)\]|,]|$)|\s{{2}})"
            rf"|,?\s(?:{any_word(lists['onward'])})\b)"
            rf"|\b(?:{between})\s++(?P<first>{instant})\s++(?:and|und|et|y|e|en|og|och|i|&)\s++(?P<last>{instant})"
            rf"|(?:(?:{season})s?\s++)?(?P<year>{year})\s++(?:and|und|et|y|e|en|og|och|i|&)\s++(?:(?:{season})s?\s++)?(?P<next>{year})(?![\w/.-])"
            rf"|(?P<numbered>0[1-9]|1[0-2])\s?[-–—]\s?(?P<until>(?:0[1-9]|1[0-2])[/.]{year}))",
            re.IGNORECASE,
        ),
        since=re.compile(
            rf"\b(?:{since})\s++(?P<start>{instant})(?!{dash}(?:(?:{present})\b|{instant}))", re.IGNORECASE
        ),
        season=re.compile(rf"{before}(?P<name>{season})\s*+(?:of\s++)?(?P<year>{year})", re.IGNORECASE),
        single=re.compile(rf"{before}(?P<start>{instant})(?![\w%])", re.IGNORECASE),
    )


def _instant(text: str, *, is_end: bool = False, years_from: MonthOfYear | None = None) -> MonthOfYear | None:
    """A point in time. ``years_from`` supplies the century for '21 and 2019-21."""
    text = text.strip().casefold()
    found = re.search(r"(?:19|20)\d{2}", text)
    if found is None:
        short = re.search(r"(\d{2})$", text)
        if short is None:
            return None
        value = int(short.group(1))
        year = value + (2000 if value <= _CENTURY_TURN else 1900)
        rest = text[: short.start()]
        number = re.match(r"(\d{1,2})/", text)
        month = int(number.group(1)) if number else _month_named(rest)
        if years_from is not None and not number and month is None and not re.search(r"[a-z]", rest):
            # "2019-21": in the same century as its start.
            year = years_from.year // 100 * 100 + value
        return MonthOfYear(year, month)
    year = int(found.group())
    rest = text.replace(found.group(), " ", 1)
    quarter = re.match(r"([qh])([1-4])", text)
    if quarter:
        length = 3 if quarter.group(1) == "q" else 6
        index = int(quarter.group(2))
        return MonthOfYear(year, index * length if is_end else (index - 1) * length + 1)
    words = f" {plain(rest)} "
    for name, months in _seasons():
        if name in words:
            return MonthOfYear(year, months[1] if is_end else months[0], is_season=True)
    named = _month_named(rest)
    if named:
        return MonthOfYear(year, named)
    roman = rest.strip(" ./").upper()
    if roman in _ROMAN:
        return MonthOfYear(year, _ROMAN.index(roman) + 1)
    numbers = [int(n) for n in re.findall(r"\d{1,2}", rest)]
    # 14.03.2019: the month is next to the year. 03/14/2019 can only be meant the other way round.
    if len(numbers) == 2:
        day, month = numbers
        return MonthOfYear(year, month if month <= 12 else day)
    return MonthOfYear(year, numbers[0] if numbers and 1 <= numbers[0] <= 12 else None)


def _month_named(text: str) -> int | None:
    months = _months()
    return next((months[word] for word in plain(text).split() if word in months), None)


@lru_cache(maxsize=1)
def _seasons() -> list[tuple[str, list[int]]]:
    """Seasons in plain words between spaces, with first and last month; longer names first."""
    seasons = word_lists()["months"]["seasons"]
    return [(f" {plain(name)} ", seasons[name]) for name in sorted(seasons, key=len, reverse=True)]


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    """Months by their names in plain words."""
    return {plain(name): number for name, number in word_lists()["months"]["names"].items()}


def find_range(line: str) -> DateRange | None:
    """The first date range in ``line``, or None."""
    return next(iter(find_ranges(line)), None)


@lru_cache(maxsize=4096)
def find_ranges(line: str) -> tuple[DateRange, ...]:
    """Every date range in ``line``.

    Examples: ``May 2019 – June 2020``, ``06/2019 – heute``, ``2019 – '21``, ``since 2020``, ``Summer 2019``,
    ``Jan – Mar 2020``.
    """
    return tuple(_iterate_ranges(line)) if re.search(r"\d\d", line) else ()


def _iterate_ranges(line: str) -> Iterator[DateRange]:
    folded, position = _fold(line), 0
    patterns = _patterns()
    # Each pattern goes on from its own last match, so that none reads the rest of the line for every date.
    waiting: dict[re.Pattern[str], re.Match[str]] = {}
    for pattern in (patterns.range, patterns.since, patterns.season):
        _search_on(waiting, pattern, folded, position)
    while waiting:
        match = min(waiting.values(), key=lambda m: (m.start(), -m.end()))
        found = _to_range(match, line)
        if found is not None:
            yield found
        position = match.end()
        for pattern, other in list(waiting.items()):
            if other.start() < position:
                _search_on(waiting, pattern, folded, position)


def _search_on(
    waiting: dict[re.Pattern[str], re.Match[str]], pattern: re.Pattern[str], text: str, position: int
) -> None:
    """Replace the match of ``pattern`` in ``waiting`` by its next one; if there is none, remove it."""
    match = pattern.search(text, position)
    if match is None:
        waiting.pop(pattern, None)
    else:
        waiting[pattern] = match


def _to_range(match: re.Match[str], line: str) -> DateRange | None:
    groups = match.groupdict()
    text = line[match.start() : match.end()]
    start: MonthOfYear | None
    end: MonthOfYear | None
    if groups.get("next"):
        # "Summers 2013 and 2014"
        start, end = _instant(groups["year"]), _instant(groups["next"], is_end=True)
        if start is None or end is None or end.year != start.year + 1:
            return None
    elif "name" in groups:
        start, end = _instant(match.group()), _instant(match.group(), is_end=True)
    elif groups.get("month"):
        end = _instant(groups["same"], is_end=True)
        month = _month_named(groups["month"])
        # "Jan – Mar 2020" begins in the year in which it ends; "May – 2020" is not a range.
        if end is None or end.month is None or month is None:
            return None
        start = MonthOfYear(end.year - (month > end.month), month)
    elif groups.get("numbered"):
        # "06 – 08/2015"
        end = _instant(groups["until"], is_end=True)
        month = int(groups["numbered"])
        if end is None or end.month is None or month > end.month:
            return None
        start = MonthOfYear(end.year, month)
    elif groups.get("first"):
        start, end = _instant(groups["first"]), _instant(groups["last"], is_end=True)
    else:
        start = _instant(groups.get("start") or groups.get("open") or "")
        end = _instant(groups["end"], is_end=True, years_from=start) if groups.get("end") else None
        if start is not None and end is None and groups.get("end") and re.search(r"\d", groups["end"]):
            return None
    if start is None or not _EARLIEST <= start.year <= _LATEST:
        return None
    if end is not None and (end.year, end.month or 12) < (start.year, start.month or 1):
        return None
    return DateRange(start, end, text, match.start())


def find_single(line: str) -> DateRange | None:
    """The last single month or year in ``line``, as a range from itself to itself."""
    matches = list(_patterns().single.finditer(_fold(line)))
    for match in reversed(matches):
        found = _instant(match.group())
        if found is not None and _EARLIEST <= found.year <= _LATEST:
            return DateRange(found, found, line[match.start() : match.end()], match.start())
    return None


def ends_with_open_month(line: str) -> bool:
    """Whether ``line`` ends with a month that still needs its year: ``Since September``."""
    words = _LAST_WORDS.search(line)
    return words is not None and plain(words.group(1)) in _months()


def _fold(line: str) -> str:
    """Remove accents, character by character, so that positions are preserved."""
    table = str.maketrans("áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÉÈÊÍÓÚÄÖÜ’", "aaaaaeeeeiiiiooooouuuuncAAAEEEIOUAOU'")
    return line.translate(table)


def is_duration(text: str) -> bool:
    """Whether ``text`` is nothing but the length of a period: ``2 años 3 meses``, ``(about 4 years)``."""
    words = _DURATION_WORDS.findall(plain(text))
    units, others = _units(), [word for word in words if not (word.isdigit() and len(word) <= 2)]
    counted = [word for word in others if word in units]
    return 0 < len(counted) <= 2 and len(words) > len(others) and set(others) - units <= _BESIDE_UNITS


@lru_cache(maxsize=1)
def _units() -> frozenset[str]:
    return frozenset(plain(unit) for unit in word_lists()["months"]["units"])


def find_year(line: str) -> int | None:
    match = re.search(r"\b(?:19|20)\d{2}\b", line)
    return int(match.group()) if match else None


def union_months(ranges: list[DateRange], *, today: date) -> int:
    """Months that at least one of ``ranges`` covers; parallel jobs count once."""
    spans = sorted(r.span(today) for r in ranges)
    total, reach = 0, 0
    for start, end in spans:
        if end > reach:
            total += end - max(start, reach)
            reach = end
    return total
