"""Dates and durations in months, marked as ``&24228_24239`` and ``!42_54``."""

from __future__ import annotations

import re
from datetime import date

from app.analysis.consistency.spoken_numbers import FIRST_YEAR

_MONTHS = {
    name: index
    for index, names in enumerate(
        (
            *(
                ("january", "jan"),
                ("february", "feb"),
                ("march",),
                ("april", "apr"),
                ("may",),
                ("june", "jun"),
            ),
            *(("july", "jul"), ("august", "aug"), ("september", "sept", "sep"), ("october", "oct")),
            *(("november", "nov"), ("december", "dec")),
        ),
        start=1,
    )
    for name in names
}
_PARTS = {
    **{"early": (1, 4), "mid": (5, 8), "late": (9, 12), "beginning": (1, 3), "start": (1, 3)},
    **{"middle": (5, 8), "end": (10, 12), "spring": (3, 5), "summer": (6, 8), "autumn": (9, 11)},
    **{"fall": (9, 11), "winter": (1, 12), "christmas": (12, 12)},
}
"""Parts of a year and their first and last month."""
_LAST_YEAR = 2099
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
_YEAR = r"#((?:19|20)\d\d)_\2(?! (?:percent|people|pounds|euros|dollars|customers|units|hours|staff|users|employees|orders|students))"
_DATE = re.compile(rf"(?<!\S)(?:the )?(?:({_PART}|{_MONTH}) (?:of |in )?(?:#\d+_\d+ (?:, )?)?)?{_YEAR}")
_NAMED_LAST = re.compile(rf"\b(?:the )?(last|this) (year|{_PART}|{_MONTH})\b(?! of)")
_AGO = re.compile(r"#([\d.]+)_([\d.]+) (years?|months?|weeks?) (?:ago|back)\b")
_DURATION = re.compile(
    r"(?:(over|more than|at least|upwards of|nearly|almost|under|less than|not quite|just under|just over"
    r"|close to|getting on for|going on|coming up to) )?"
    r"#([\d.]+)_([\d.]+) (?:and a bit |odd |full |whole |good |solid |happy |long |straight )?(years?|months?|weeks?)\b"
    r"(?! (?:ago|back|old|before|later|earlier|after))"
)
_ONE_UNIT = re.compile(
    r"\b(?:a|one) (?:full |whole |good )?(year|month)\b(?! (?:ago|back|old|before|later|earlier|after))"
)
_ONE_UNIT_AGO = re.compile(r"\b(?:a|one) (year|month|week) (?=ago|back)")
_PER_UNIT = re.compile(
    r"(?:\b(?:per|every|each)|(#[^\s#]+(?: (?!or |and |in )[a-z]+)?|\bonce|\btwice|\btimes) an?) (year|month|week|day|night|shift|hour|season)\b"
)
_PANDEMIC = r"(?:covid(?: #19_19)?|pandemic|lockdown|corona)"
_BROKE_OUT = r"(?:came|hit|started|began|struck|arrived|broke out|happened)"
_FROM_2020 = 2020 * 12
_BY_PANDEMIC = [
    # (pattern, first and last month, counted from the start of 2020)
    (re.compile(r"\b(?:the )?(?:very )?first (?:wave|lockdown)\b"), (3, 7)),
    (re.compile(rf"\b(?:the )?first winter of (?:the )?{_PANDEMIC}\b"), (10, 15)),
    (re.compile(rf"\b(?:the )?(?:first )?(?:spring|summer) of (?:the )?{_PANDEMIC}\b"), (3, 8)),
    (re.compile(rf"\b(?:the )?year before (?:the )?{_PANDEMIC}\b"), (-11, 0)),
    (re.compile(rf"\b(?:just|right|shortly) before (?:the )?{_PANDEMIC}\b"), (-5, 3)),
    (re.compile(rf"\b(?:the )?{_PANDEMIC} {_BROKE_OUT}\b|\bcame the {_PANDEMIC}\b"), (2, 4)),
    (re.compile(rf"(?<=\bsince )(?:the )?{_PANDEMIC}\b"), (3, 24)),
]
"""Phrases that date something by the pandemic, which everybody remembers better than years."""
_WITH_MONTHS = re.compile(r"!([\d.]+)_([\d.]+) (?:and )?!([\d.]+)_([\d.]+)")
_IN_UNIT = {"year": 12.0, "month": 1.0, "week": 12 / 52}


def mark_times(text: str, today: date) -> str:
    """The text of a sentence whose numbers are marked, with its dates and durations marked too."""
    now = today.year * 12 + today.month
    text = _PER_UNIT.sub(lambda m: f"{m[1] or ''} per_{m[2]}", text)
    text = _ONE_UNIT_AGO.sub(r"#1_1 \1 ", text)
    text = _DATE.sub(_mark_date, text)
    text = _NAMED_LAST.sub(lambda m: _mark_named(m, today), text)
    for pattern, (first, last) in _BY_PANDEMIC:
        text = pattern.sub(f"&{_FROM_2020 + first}_{_FROM_2020 + last}", text)
    text = _AGO.sub(lambda m: _mark_ago(m, now), text)
    text = _ONE_UNIT.sub(r"#1_1 \1", text)
    text = _DURATION.sub(_mark_duration, text)
    return _WITH_MONTHS.sub(_join_durations, text)


def _mark_date(match: re.Match[str]) -> str:
    year = int(match[2])
    if not FIRST_YEAR <= year <= _LAST_YEAR:
        return match.group()
    first, last = 1, 12
    if match[1] in _MONTHS:
        first = last = _MONTHS[match[1]]
    elif match[1] in _PARTS:
        first, last = _PARTS[match[1]]
    return f"&{year * 12 + first}_{year * 12 + last}"


def _mark_named(match: re.Match[str], today: date) -> str:
    """ "last year", "this year", "last summer", "last March"."""
    word, name = match[1], match[2]
    if name == "year":
        year = today.year - (word == "last")
        return f"&{year * 12 + 1}_{year * 12 + 12}"
    first, last = (_MONTHS[name],) * 2 if name in _MONTHS else _PARTS[name]
    year = today.year if word == "this" or last < today.month else today.year - 1
    # "Last summer", said in autumn, may be this year's or the year's before.
    early = year - (word == "last")
    return f"&{early * 12 + first}_{year * 12 + last}"


def _mark_ago(match: re.Match[str], now: int) -> str:
    unit = _IN_UNIT[match[3].rstrip("s")]
    slack = 6 if unit == 12 else 1
    low, high = float(match[1]) * unit - slack, float(match[2]) * unit + slack
    return f"&{round(now - high)}_{round(now - low)}"


def _mark_duration(match: re.Match[str]) -> str:
    unit = _IN_UNIT[match[4].rstrip("s")]
    low, high = float(match[2]) * unit, float(match[3]) * unit
    if unit == 12:
        is_half = float(match[2]) % 1 != 0
        low, high = low - (3 if is_half or low <= 12 else 6), high + (3 if is_half else 6)
    qualifier = match[1] or ""
    if qualifier in {"over", "more than", "at least", "upwards of", "just over"}:
        low, high = float(match[2]) * unit - 1, float(match[3]) * unit * 1.5 + 6
    elif qualifier:
        low, high = float(match[2]) * unit * 0.75, float(match[3]) * unit + 1
    return f"!{low:g}_{high:g}"


def _join_durations(match: re.Match[str]) -> str:
    """ "two years and three months": the months make the years exact."""
    years = (float(match[1]) + float(match[2])) / 2
    months = (float(match[3]) + float(match[4])) / 2
    if months >= 12 or years < 12:
        return match.group()
    total = round(years) + months
    return f"!{total - 1:g}_{total + 1:g}"
