"""Claims with a figure: amounts with their unit, lengths, notice period and salary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.analysis.consistency.claims import PER_PERIOD, content_words, make_claim
from app.analysis.consistency.compare import NOTICE, SALARY, TOOK
from app.analysis.consistency.facts import Claim, ClaimKind
from app.analysis.consistency.spoken import read_range
from app.analysis.consistency.statements import Statement
from app.text.stemming import stem
from app.text.stop_words import load_stop_words

_TOOK = re.compile(
    r"\b(?:the|that|this|our) (?P<x>(?:[a-z]+ ){1,3}?)(?:took|lasted|ran for) (?:us |me )?(?:only |about |around |roughly |nearly |just |over )*(?P<l>![\d.]+_[\d.]+)"
)
_NOTICE = re.compile(
    r"\b(?:notice(?: period)?(?: is| of| was| would be)?|i have|i need to give|i would have to give) (?:about |around |only |just )*(?P<l>![\d.]+_[\d.]+)(?P<after> notice)?"
)
_SALARY = re.compile(r"\b(?:my (?:\w+ )?salary|i (?:currently |now )?(?:earn|make|am on|get paid|am paid))\b")
_FIGURE = re.compile(
    r"(?P<n>#[\d.]+_[\d.]+) (?:(?P<u>(?!per_)[a-z][a-z']+)(?: (?P<per>per_[a-z]+))?|(?P<only>per_[a-z]+))"
)
_MONEY = re.compile(r"(?:[£$€] ?(?P<n>#[\d.]+_[\d.]+))|(?P<m>#[\d.]+_[\d.]+) (?:pounds|euros?|dollars|[£$€])")
_BEFORE = re.compile(r"~(?P<n>[\d.]+) to #[\d.]+_[\d.]+ (?P<u>(?!per_)[a-z][a-z']+)")
"""The first value of a change, as ``mark_values`` writes it: "from 12 to 8 minutes"."""
_SMALL_UNITS = frozenset(
    {
        "or",
        "and",
        "to",
        "of",
        "in",
        "at",
        "on",
        "was",
        "is",
        "i",
        "we",
        "the",
        "a",
        "it",
        "times",
        "o'clock",
        "years",
        "year",
    }
)
_UP = re.compile(
    r"\b(?:increas\w+|rais\w+|rose|grew|grow\w*|up|improv\w+|gain\w*|boost\w*|lift\w*|doubl\w+|more)\b"
)
_DOWN = re.compile(
    r"\b(?:reduc\w+|cut\w*|lower\w*|drop\w*|fell|fall\w*|down|decreas\w+|sav\w+|shrank|halv\w+|less|brought .{0,40} down)\b"
)
_OTHERS = re.compile(r"\b(?:he|she|they|his|her|their|your|competitors?|national|industry)\b")
_DISTINGUISHED = re.compile(
    r"\b(?:first|second|third|another|other|different|then|next|later|each|every|per_\w+|average|some|extra|additional"
    r"|remaining|rest|half|target|goal|national|they|competitors?|initially|eventually|finally|by the end|at the start|now)\b"
)


def find_figures(text: str, statement: Statement | None = None) -> Iterator[Claim]:
    """Figures with their unit and the stems around them; ``statement`` is None for a line of the CV."""
    if "#" not in text or (statement is not None and _OTHERS.search(text)):
        return
    stems = content_words(text)
    is_up, is_down = _UP.search(text) is not None, _DOWN.search(text) is not None
    direction = "up" if is_up and not is_down else "down" if is_down and not is_up else ""
    figures = [
        (match["n"], match["u"] or "", _per(match["per"] or match["only"]), match.start())
        for match in _FIGURE.finditer(text)
    ]
    figures += [(match["n"] or match["m"], "money", "", match.start()) for match in _MONEY.finditer(text)]
    if len({unit for _, unit, *_ in figures}) < len(figures):
        # "From 12 to 8 minutes": two figures with one unit are not one claim.
        return
    if statement is None:
        # Who tells how it was before the change does not contradict the CV.
        figures += [
            (f"#{found['n']}_{found['n']}", found["u"], "", found.start()) for found in _BEFORE.finditer(text)
        ]
    for token, unit, per, position in figures:
        if unit in _SMALL_UNITS or unit in load_stop_words("en"):
            continue
        if statement is not None and not statement.is_real(position, position + len(token)):
            continue
        yield Claim(
            kind=ClaimKind.FIGURE,
            subject=stem(unit) + per,
            sentence=-1 if statement is None else statement.index,
            exchange=-1 if statement is None else statement.exchange,
            value=read_range(token),
            text=direction,
            is_hedged=statement is not None and statement.is_hedged,
            is_partial=_DISTINGUISHED.search(PER_PERIOD.sub("", text)) is not None,
            stems=stems - {stem(unit)},
            employer=_figure_employer(statement, position),
        )


def _per(period: str | None) -> str:
    return f" {period}" if period else ""


def _figure_employer(statement: Statement | None, position: int) -> str:
    employer = None if statement is None else statement.employer_before(position)
    return "" if employer is None else str(employer)


def find_terms(statement: Statement) -> Iterator[Claim]:
    """Notice period and salary: the candidate names each of them once or alike."""
    match = _NOTICE.search(statement.text)
    if match is not None and "notice" in match.group():
        yield make_claim(statement, ClaimKind.FIGURE, subject=NOTICE, value=read_range(match["l"]))
    money = _MONEY.search(statement.text) or re.search(r"(?P<n>#\d{5,}_\d+)(?P<m>)", statement.text)
    salary = _SALARY.search(statement.text)
    if money is not None and salary is not None and statement.is_real(salary.start(), salary.end()):
        yield make_claim(
            statement, ClaimKind.FIGURE, subject=SALARY, value=read_range(money["n"] or money["m"])
        )


def find_lengths(statement: Statement) -> Iterator[Claim]:
    """How long a named thing took."""
    match = _TOOK.search(statement.text)
    if match is None or not statement.is_real(match.start(), match.end()):
        return
    stems = content_words(match["x"])
    if stems:
        value = read_range(match["l"])
        yield make_claim(statement, ClaimKind.FIGURE, subject=TOOK, value=value, stems=stems)
