"""Normalizes the lines that date an entry: broken dates, dot leaders, text next to dates."""

from __future__ import annotations

import re

from app.documents.parsing.dates import ends_with_open_month, find_range, find_single
from app.documents.parsing.line_reader import lean
from app.documents.parsing.wording import names_organization, names_position, names_voluntary_work
from app.text.bullets import is_bullet

_SPLIT_RANGE = re.compile(r"^((?:[^\W\d_]{3,9}\.?\s)?(?:\d{1,2}[/.])?(?:19|20)\d{2}\s*[–—-])\s+(.+)$")
_SPLIT_END = re.compile(
    r"^(present|current|now|heute|(?:[^\W\d_]{3,9}\.?\s)?(?:\d{1,2}[/.])?(?:19|20)\d{2})\s+(.+)$",
    re.IGNORECASE,
)
_OPEN_RANGE = re.compile(
    r"(?:(?:19|20)\d{2}|['’]\d{2})(?:\s*[–—-]|\s(?:to|until|bis|à|au|a|al|tot|do|til|till))$"
)
_END_BELOW = re.compile(r"[-–—]\s*(?:(?:\d{1,2}[/.])?(?:19|20)\d{2}|[^\W\d_]{3,9})\.?")
"""``- 2023`` alone, below a line that ends with the year of the beginning."""
_ENDS_WITH_YEAR = re.compile(r"(?:19|20)\d{2}$")
_CELL_AND_TEXT = re.compile(r"^(\S(?:[^\s]|\s(?!\s)){1,34})\s{2,}(\S.*)$")
"""A short cell, as in a column of dates, and all the text beside it."""
_YEAR_FIRST = re.compile(r"^\(?((?:19|20)\d{2})\b[).,;]*\s*")
_LEADERS = re.compile(r"(?<!\s)\s*+(?:\.{4,}|…{2,}|_{4,}|·{4,}|(?<=\s)\.{2,3}(?=\s))\s*")
_SENTENCE_AFTER = re.compile(r"^[.;]\s+(?=\S)")
_REMARK_AFTER = re.compile(r"^\s*[,;–—-]\s+(?=[a-zà-ÿ0-9])")
_END_OF_HEADER = re.compile(r"(?<=[a-zß-ÿ0-9)][a-zß-ÿ0-9)][a-zß-ÿ0-9)])\.\s+(?=[A-ZÀ-Þ])")
_LONG_REMARK = re.compile(r"\s*\(([a-zà-ÿ][^()]*)\)\s*")
_MIN_REMARK_WORDS = 3
_MIN_LONG_REMARK = 6
"""In words. A bracket of this length beside dates is text."""
_MAX_TITLE_WORDS = 5
_MIN_TEXT_WORDS = 2


def tidy_dated_lines(lines: list[str], *, prose: frozenset[str] = frozenset()) -> list[str]:
    """``lines`` with every date range unbroken, and non-header text on separate lines.

    ``prose`` are lines that stay whole.
    """
    lines = [_LEADERS.sub("  ", line) for line in lines]
    result: list[str] = []
    for line in rejoin_split_ranges(join_date_cells(lines)):
        if line.strip() in prose:
            result.append(line)
        elif result and find_range(line) is None and _dates_employer(result[-1]):
            result += _without_text_of_title(line)
        else:
            result += _without_text_after(line)
    return result


def _dates_employer(line: str) -> bool:
    """Whether a line begins with dates, and names no position beside them."""
    dates = find_range(line)
    if dates is None or dates.position:
        return False
    rest = line[len(dates.text) :].strip()
    return bool(rest) and (names_organization(rest) or not names_position(rest) or lean(rest, "employer") > 0)


def _without_text_of_title(line: str) -> list[str]:
    """``Dispatcher, night shift. Planning of 40 vans`` as title and text; else the line."""
    stop = _END_OF_HEADER.search(line)
    if stop is None or is_bullet(line):
        return [line]
    header, text = line[: stop.start()], line[stop.end() :]
    title, comma, remark = header.partition(", ")
    is_title = len(title.split()) <= _MAX_TITLE_WORDS and names_position(title)
    if not is_title or len(text.split()) < _MIN_TEXT_WORDS:
        return [line]
    # In small letters, what follows the title describes it.
    return [title, f"{remark}. {text}"] if comma and remark[:1].islower() else [header, text]


def rejoin_split_ranges(lines: list[str]) -> list[str]:
    """Join dates of a date column that takes two lines, and dates that the end of a line breaks.

    ``2021 – Title …`` / ``Present text`` becomes header and text; ``2019 –`` above ``2021`` becomes one line.
    """
    result: list[str] = []
    position = 0
    while position < len(lines):
        start = _SPLIT_RANGE.match(lines[position]) if _lacks_end(lines[position]) else None
        following = lines[position + 1] if position + 1 < len(lines) else ""
        end = _SPLIT_END.match(following) if start else None
        if start and end and find_range(f"{start.group(1)} {end.group(1)}") is None:
            end = None
        year = _YEAR_FIRST.match(following) if ends_with_open_month(lines[position]) else None
        if start and end:
            result += [f"{start.group(1)} {end.group(1)}  {start.group(2)}", end.group(2)]
            position += 2
        elif _ENDS_WITH_YEAR.search(lines[position]) and _ends_range_above(lines[position], following):
            result.append(f"{lines[position]} {following.strip()}")
            position += 2
        elif _OPEN_RANGE.search(lines[position]) and _begins_with_end(lines[position], following):
            result.append(f"{lines[position]} {following}")
            position += 2
        elif year is not None and find_range(f"{lines[position]} {year.group(1)}"):
            result += [f"{lines[position]} {year.group().strip()}", following[year.end() :]]
            position += 2
        else:
            result.append(lines[position])
            position += 1
    return result


def _lacks_end(line: str) -> bool:
    """Whether a line has no range, or one that a dash leaves open: ``Oct 1989 -    Clerk``."""
    dates = find_range(line)
    return dates is None or (dates.end is None and dates.text.endswith(("-", "–", "—")))


def _ends_range_above(line: str, following: str) -> bool:
    """Whether ``- 2023`` alone on the next line ends a range that begins at the end of ``line``."""
    is_end = _END_BELOW.fullmatch(following.strip()) is not None and find_range(line) is None
    return is_end and find_range(f"{line[-12:]} {following.strip()}") is not None


def _begins_with_end(line: str, following: str) -> bool:
    """Whether a range that ``line`` leaves open ends at the beginning of the next line."""
    found = find_range(f"{line[-12:]} {following}")
    return found is not None and found.position < 12


def join_date_cells(lines: list[str]) -> list[str]:
    """Dates below each other in a separate column, next to title and employer.

    ``Feb 2019  Title`` above ``May 2021  Employer``, and ``Since September  Title`` above ``2018  Employer``.
    """
    result: list[str] = []
    position = 0
    while position < len(lines):
        first = _CELL_AND_TEXT.match(lines[position])
        # Across a blank line, as the rows of a scan may have one between them.
        below = next((n for n in (position + 1, position + 2) if n < len(lines) and lines[n].strip()), None)
        second = _CELL_AND_TEXT.match(lines[below]) if first and below is not None else None
        whole = _join_cells(first.group(1), second.group(1)) if first and second else ""
        if first and second and whole:
            result += [f"{whole}  {first.group(2)}", second.group(2)]
            position = (below or position) + 1
        else:
            result.append(lines[position])
            position += 1
    return result


def _join_cells(first: str, second: str) -> str:
    """One range from two cells, or an empty string if they are none."""
    if second[:1] in "-–—" and second[1:].strip():
        # "2012  Foreman" above "- 2014  Acme"
        single = find_single(first)
        is_start = single is not None and single.text.strip() == first.strip()
        return _if_range(f"{first} – {second[1:].strip()}") if is_start else ""
    if ends_with_open_month(first) and re.fullmatch(r"(?:19|20)\d{2}", second):
        return _if_range(f"{first} {second}")
    month = find_single(first)
    if find_range(first) or month is None or month.start.month is None or month.text.strip() != first.strip():
        return ""
    return _if_range(f"{first} – {second}")


def begins_with_title(text: str) -> bool:
    """Whether a short title and a comma begin ``text``: ``Lab Technician, Altenau Analytics, Selby.``"""
    title, comma, _ = text.partition(",")
    return bool(comma) and len(title.split()) <= _MAX_TITLE_WORDS and names_position(title)


def _if_range(text: str) -> str:
    found = find_range(text)
    return text if found is not None and found.text.strip() == text.strip() else ""


def _without_text_after(line: str) -> list[str]:
    """The line, or the part of it that heads an entry and the text after that."""
    dates = find_range(line)
    if dates is None or is_bullet(line):
        return [line]
    end = dates.position + len(dates.text)
    after = line[end:]
    if line[: dates.position].strip(" (-–—|").casefold() in ("", "from"):
        return _cut_after_dates(line, after)
    remark = _REMARK_AFTER.match(after.lstrip(")")) or _SENTENCE_AFTER.match(after.lstrip(")"))
    if remark and len(after[remark.end() :].split()) >= _MIN_REMARK_WORDS:
        return [line[: len(line) - len(after.lstrip(")"))], after.lstrip(")")[remark.end() :]]
    return [line]


def _cut_after_dates(line: str, after: str) -> list[str]:
    sentence = _SENTENCE_AFTER.match(after)
    if sentence:
        header, stop, text = after[sentence.end() :].partition(". ")
        if begins_with_title(header):
            # "2004 to June 2019. Stockman, Selby Farm. Lambing, fences"
            start = line[: len(line) - len(after)]
            return [f"{start}  {header}", text] if stop else [f"{start}  {header.rstrip('.')}"]
        return [line[: len(line) - len(after)], after[sentence.end() :]]
    remark = _LONG_REMARK.fullmatch(after)
    if (
        remark is not None
        and len(remark[1].split()) >= _MIN_LONG_REMARK
        and not names_voluntary_work(remark[1])
    ):
        return [line[: len(line) - len(after)], remark[1]]
    cut = _END_OF_HEADER.search(after)
    if cut is None or len(after[: cut.start()].split()) < 2 or len(after[cut.end() :].split()) < 2:
        return [line]
    if not line.rstrip().endswith(".") and len(line) < 75:
        return [line]
    return [line[: len(line) - len(after) + cut.start()], after[cut.end() :]]
