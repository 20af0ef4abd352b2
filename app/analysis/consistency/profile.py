"""The candidate profile as facts to compare with: employers, positions, studies, skills, figures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.analysis.consistency.facts import Range
from app.text.keys import organization_key

_MONTH = re.compile(r"(\d{4})(?:-(\d{2}))?")
_SPLIT = re.compile(r"\n+|(?<=[.;!?])\s+|•|·")
MAX_LINE_CHARACTERS = 300
FREELANCE = "Freelance"
_SELF_EMPLOYED = re.compile(r"\b(?:freelance|freelancer|self[- ]employed|independent)\b")


def is_self_employed(name: str, titles: str) -> bool:
    """Whether an entry of the CV is the candidate's own business."""
    return _SELF_EMPLOYED.search(f"{name} {titles}".lower()) is not None


@dataclass(frozen=True, slots=True)
class Position:
    """One entry of the work history."""

    title: str
    company: str
    start: Range | None
    """Months since year 0; a year without a month is its twelve months."""
    end: Range | None
    """None: the present, or not stated."""
    months: Range | None
    description: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Employer:
    """All positions at one employer."""

    name: str
    key: str
    positions: tuple[Position, ...]

    @property
    def is_current(self) -> bool:
        return any(position.is_current for position in self.positions)


@dataclass(frozen=True, slots=True)
class Study:
    degree: str
    institution: str
    start: Range | None
    end: Range | None


@dataclass(frozen=True, slots=True)
class Profile:
    """Empty without a CV."""

    employers: tuple[Employer, ...] = ()
    studies: tuple[Study, ...] = ()
    skills: tuple[str, ...] = ()
    certifications: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    summary: str = ""
    text: str = ""
    """The CV as text."""

    @property
    def is_empty(self) -> bool:
        return not (self.employers or self.studies or self.skills or self.certifications or self.text)

    @property
    def positions(self) -> tuple[Position, ...]:
        return tuple(position for employer in self.employers for position in employer.positions)

    def statements(self) -> list[tuple[int | None, str]]:
        """Sentences of the summary and the descriptions, with the index of their employer."""
        found: list[tuple[int | None, str]] = [(None, line) for line in _split(self.summary)]
        for index, employer in enumerate(self.employers):
            for position in employer.positions:
                found += [(index, line) for line in _split(position.description)]
        return found

    def line_with(self, *needles: str) -> str | None:
        """The line of the CV that contains all ``needles``, ignoring case; None if there is none."""
        folded_needles = [needle.casefold() for needle in needles if needle]
        for line in self.text.splitlines():
            folded = line.casefold()
            if folded_needles and all(needle in folded for needle in folded_needles):
                return line.strip()[:MAX_LINE_CHARACTERS]
        return None


def read_profile(parsed: Mapping[str, Any] | None, *, cv_text: str, today: date) -> Profile:
    """The facts of a stored profile (``cvParsed`` in wire spelling)."""
    parsed = parsed or {}
    positions = [_position(entry, today) for entry in _entries(parsed, "experience")]
    by_key: dict[str, list[Position]] = {}
    for position in positions:
        if position.company:
            by_key.setdefault(organization_key(position.company), []).append(position)
    return Profile(
        employers=tuple(
            Employer(group[0].company, key, tuple(group)) for key, group in by_key.items() if key
        ),
        studies=tuple(
            Study(
                _text(entry, "degree"),
                _text(entry, "institution"),
                _month_range(entry.get("start")),
                _month_range(entry.get("end")),
            )
            for entry in _entries(parsed, "education")
        ),
        skills=_texts(parsed, "skills"),
        certifications=_texts(parsed, "certifications"),
        languages=_texts(parsed, "languages"),
        summary=_text(parsed, "summary"),
        text=cv_text,
    )


def _entries(parsed: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    values = parsed.get(name)
    return [value for value in values if isinstance(value, Mapping)] if isinstance(values, list) else []


def _texts(parsed: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = parsed.get(name)
    return tuple(v for v in values if isinstance(v, str) and v.strip()) if isinstance(values, list) else ()


def _text(entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name)
    return value.strip() if isinstance(value, str) else ""


def _position(entry: Mapping[str, Any], today: date) -> Position:
    start, end = _month_range(entry.get("start")), _month_range(entry.get("end"))
    is_current = start is not None and end is None
    months: Range | None = None
    if start is not None:
        now = float(today.year * 12 + today.month)
        last = end or Range(now, now)
        months = Range(max(0.0, last.low - start.high), max(1.0, last.high - start.low + 1))
    elif isinstance(stated := entry.get("durationMonths"), int) and stated > 0:
        months = Range(stated, stated)
    title, company = _text(entry, "title"), _text(entry, "company")
    if not company and _SELF_EMPLOYED.search(title.lower()):
        company = FREELANCE
    return Position(
        title,
        company,
        start,
        end,
        months,
        _text(entry, "description"),
        is_current,
    )


def _month_range(value: Any) -> Range | None:
    match = _MONTH.match(str(value or "").strip())
    if match is None:
        return None
    year = int(match[1]) * 12
    if match[2] and 1 <= int(match[2]) <= 12:
        return Range(year + int(match[2]), year + int(match[2]))
    return Range(year + 1, year + 12)


def _split(text: str) -> Sequence[str]:
    return [line.strip(" -–\t") for line in _SPLIT.split(text) if line and line.strip()]


def show_position(position: Position) -> str:
    """A position as one line, for a profile whose CV has no such line."""
    dates = ""
    if position.start is not None:
        end = _show_month(position.end) if position.end else "present"
        dates = f"{_show_month(position.start)} – {end}"
    return ", ".join(part for part in (position.title, position.company, dates) if part)


def show_study(study: Study) -> str:
    """A course of study as one line."""
    ends = [_show_month(value) for value in (study.start, study.end) if value is not None]
    return ", ".join(part for part in (study.degree, study.institution, " – ".join(ends)) if part)


def _show_month(value: Range) -> str:
    year, month = divmod(int(value.low) - 1, 12)
    return f"{year}" if value.high > value.low else f"{month + 1:02d}/{year}"
