"""Degrees of a CV with institutions and years, and the highest level."""

from __future__ import annotations

import re
from datetime import date

from app.candidates.career import EDUCATION_YEARS
from app.documents.parsing.dates import find_range, find_year, union_months
from app.documents.parsing.entry import CvEntry
from app.documents.parsing.layouts import without_dates
from app.documents.parsing.places import is_place
from app.documents.parsing.wording import names_degree, names_organization, word_lists
from app.text.bullets import without_bullet
from app.text.folding import plain

_SCHOOL = re.compile(
    r"universit|college|school\b|institut|academy|akademie|hochschule|escuela|ecole|école|gymnasium|polytech|lyc[ée]e",
    re.I,
)


_LAST_SUBJECT = re.compile(r"(?<!\s)\s+(?:and|und|et|y|&)\s+[\w'-]")
_MAX_LINES = 200
_DETAIL = re.compile(
    r"(?:speciali[sz]|major|minor|focus|concentration|gpa|grade|first class|honou?rs|thesis|dissertation|"
    r"with |relevant|courses?|note|abschluss|mention|descri)",
    re.IGNORECASE,
)


def split_education(lines: list[str]) -> list[CvEntry]:
    """Degrees with institution and years. A degree does not need dates."""
    lines = [line for line in lines if line.strip()][:_MAX_LINES]
    groups: list[list[str]] = []
    for line in lines:
        text = without_bullet(line)
        has_degree, has_school = names_degree(text), names_organization(text)
        current = groups[-1] if groups else []
        taken_degree = any(names_degree(other) for other in current)
        taken_school = any(names_organization(other) for other in current)
        is_dated = any(find_range(other) or find_year(other) for other in current)
        new = (
            not groups
            or (has_degree and taken_degree)
            or (has_school and taken_school and not has_degree)
            or (bool(find_range(text)) and is_dated and (taken_degree or taken_school))
        )
        if new:
            groups.append([text])
        else:
            current.append(text)
    entries = []
    for group in groups:
        dates = next((found for found in map(find_range, group) if found), None)
        header = [without_dates(line, dates) for line in group]
        entry = CvEntry([line for line in header if line], dates)
        _name_degree(entry)
        if entry.title or entry.organization:
            entries.append(entry)
    return entries


def _name_degree(entry: CvEntry) -> None:
    parts = [
        p.strip(" ,")
        for line in entry.header
        for p in re.split(r"\s{2,}|,\s+|\s?[|]\s*|\s[•·–—-]\s+|;\s+", line)
    ]
    parts = [re.sub(r"\(?\b(?:19|20)\d{2}\)?$", "", part).strip(" ,") for part in parts if part]
    for part in parts:
        if not entry.title and names_degree(part) and not _SCHOOL.search(part):
            entry.title = part
        elif not entry.organization and names_organization(part) and not _DETAIL.match(part):
            entry.organization = part
    entry.title = _whole_subject(entry.title, entry.header)
    if entry.title and not entry.organization:
        rest = [
            part
            for part in parts
            if part not in entry.title and len(part) > 2 and not is_place(part) and not _DETAIL.match(part)
        ]
        entry.organization = rest[0] if rest else ""
    if not entry.title:
        for part in parts:
            if names_degree(part):
                entry.title = part


def _whole_subject(title: str, header: list[str]) -> str:
    """``A levels in Biology, Psychology and English``: the commas separate subjects."""
    if not title:
        return title
    for line in header:
        _, found, rest = line.partition(title)
        subjects = _further_subjects(rest) if found else ""
        if subjects and not names_organization(subjects) and len(subjects) < 80:
            return title + subjects.rstrip(" -")
    return title


def _further_subjects(text: str) -> str:
    """``, Psychology and English`` at the start of ``text``: up to five items, the last one after "and"."""
    listed = re.match(r"[\w' ,&-]*", text)
    parts = listed.group().split(",") if listed else []
    for number, part in enumerate(parts[:6]):
        if _LAST_SUBJECT.match(part) or (number and part[:1].isspace() and _LAST_SUBJECT.search(part)):
            return ",".join(parts[: number + 1])
        if bool(part.strip()) != bool(number):
            return ""
    return ""


def education_level(entries: list[CvEntry]) -> str:
    """The highest level that a degree names, or an empty string."""
    # "Boston, MA" is a place and not a Master of Arts.
    texts = [
        re.sub(r",\s+(?:[A-Z]{2})\b(?!\s+(?:in|of)\b)", "", " | ".join(entry.header)) for entry in entries
    ]
    folded = [
        re.sub(r"( (?:high|secondary) school) (?:diploma|certificate) ", r"\1 ", f" {plain(text)} ")
        for text in texts
    ]
    for level in word_lists()["education"]["levels"]:
        if any(f" {word} " in text for word in level["words"] for text in folded):
            return str(level["name"])
    return ""


def education_years(entries: list[CvEntry], *, today: date) -> float | None:
    """Years of study by their dates, or else the usual years of the level: the specification fixes them."""
    dated = [e.dates for e in entries if e.dates is not None and not _is_school(e)]
    if dated:
        return round(union_months(dated, today=today) / 12, 1)
    return EDUCATION_YEARS.get(education_level(entries))


def _is_school(entry: CvEntry) -> bool:
    words = next(x for x in word_lists()["education"]["levels"] if x["name"] == "High School")["words"]
    text = f" {plain(' '.join(entry.header))} "
    return any(f" {word} " in text for word in words)


def graduation_year(entry: CvEntry) -> int | None:
    """The year in which a degree was obtained."""
    if entry.dates is not None:
        return entry.dates.end.year if entry.dates.end else None
    return next((year for year in map(find_year, entry.header) if year), None)
