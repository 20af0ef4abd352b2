"""Merges two CVs of one person: matches differently worded positions, recalculates career metrics."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from app.candidates import career
from app.candidates.career import Entry
from app.record_history.rules import is_blank
from app.records.merging import merge, merge_lists, merge_skills
from app.text.keys import organization_key, words_key
from app.text.stop_words import load_connecting_words

_SHORT_FORMS = {
    "sr": "senior", "jr": "junior", "eng": "engineer", "dev": "developer", "mgr": "manager",
    "swe": "software engineer", "vp": "vice president", "asst": "assistant", "admin": "administrator",
}  # fmt: skip


def merge_cv_parsed(old: Mapping[str, Any] | None, new: Mapping[str, Any], *, today: date) -> dict[str, Any]:
    """Merge two CvParsed in wire spelling; existing values are kept."""
    return merge(
        old,
        new,
        merge_list_by_field={
            "skills": merge_skills,
            "experience": partial(merge_entries, what="title", where="company", today=today),
            "education": partial(merge_entries, what="degree", where="institution", today=today),
            "languages": partial(merge_lists, entry_key=_language_key),
        },
    )


def name_positions(
    held: Mapping[str, Any] | None, read: Mapping[str, Any] | None, named: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    """Add titles and employers to ``held`` that were found after its positions were ``read``.

    ``read`` and ``named`` are CvParsed of one document with the same positions in the same order. A position
    that differs from ``read`` was changed by a person or merged, and is left unchanged.
    """
    if held is None:
        return None
    before, after = (read or {}).get("experience") or [], (named or {}).get("experience") or []
    pairs = list(zip(before, after, strict=False))

    def name(entry: Any) -> Any:
        return next((new for old, new in pairs if old == entry), entry)

    return {**held, "experience": [name(entry) for entry in held.get("experience") or []]}


def merge_cv_profile(
    old: Mapping[str, Any] | None,
    new: Mapping[str, Any],
    *,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any],
    today: date,
) -> dict[str, Any]:
    """Merge two CvProfile. Metrics of entries that changed between ``before`` and ``after`` are recalculated.

    ``before`` and ``after`` are CvParsed before and after the merge.
    """
    profile = merge(old, new)
    held = before or {}
    if not is_blank(held.get("experience")) and held["experience"] != after.get("experience"):
        work = after["experience"]
        years = career.total_experience_years(work, today)
        if years is not None:
            profile["totalExperienceYears"] = years
            profile["averageTenureYears"] = career.average_tenure_years(work, today)
            profile["experienceLevel"] = career.to_experience_level(years)
    if not is_blank(held.get("education")) and held["education"] != after.get("education"):
        level = career.higher_education_level(
            profile.get("highestEducationLevel") or "", new.get("highestEducationLevel") or ""
        )
        profile["highestEducationLevel"] = level
        years = career.study_years(after["education"], today) or career.EDUCATION_YEARS.get(level)
        profile["educationLengthYears"] = years or profile.get("educationLengthYears")
    return profile


def merge_entries(
    old: Sequence[Entry], new: Sequence[Entry], *, what: str, where: str, today: date
) -> list[dict[str, Any]]:
    """Merge two lists of positions or degrees, each once. Two entries of the same list are never merged.

    ``what`` and ``where`` name the fields of the title and of the organization. A new entry is inserted
    before the first one that started earlier.
    """
    result = [dict(entry) for entry in old]
    is_same = partial(_is_same_entry, what=what, where=where, today=today)
    taken: set[int] = set()
    added: list[Entry] = []
    for entry in new:
        position = _find_match(result, entry, taken=taken, is_same=is_same)
        if position is None:
            added.append(entry)
        else:
            taken.add(position)
            result[position] = _merge_entry(result[position], entry, today=today)
    for entry in added:
        result.insert(_find_position(entry, result, today), dict(entry))
    return result


def _find_match(
    entries: Sequence[Entry], sought: Entry, *, taken: set[int], is_same: Callable[[Entry, Entry], bool]
) -> int | None:
    found = [i for i, entry in enumerate(entries) if i not in taken and is_same(entry, sought)]
    # Of several positions with the same title, prefer the one with the same start.
    return min(found, key=lambda i: (entries[i].get("start") != sought.get("start"), i), default=None)


def _is_same_entry(one: Entry, other: Entry, *, what: str, where: str, today: date) -> bool:
    titles = _compare_words(_title_words(one.get(what)), _title_words(other.get(what)))
    places = _compare_words(_place_words(one.get(where)), _place_words(other.get(where)))
    first, second = career.month_span(one, today), career.month_span(other, today)
    if titles == "other" or places == "other" or "unknown" == titles == places:
        return False
    if first is None or second is None:
        return titles == places == "same"
    overlap = first[0] < second[1] and second[0] < first[1]
    starts_together = _starts_together(one, other)
    if titles == places == "same":
        return overlap or starts_together
    if titles == "same" and places == "near":
        return overlap
    # "Engineer" and "Senior Engineer" at one employer may be a promotion, unless both start together.
    return starts_together


def _compare_words(one: frozenset[str], other: frozenset[str]) -> str:
    if not one or not other:
        return "unknown"
    if one == other:
        return "same"
    return "near" if one < other or other < one else "other"


def _title_words(text: Any) -> frozenset[str]:
    words = re.findall(r"[\w+#]+", words_key(str(text or "")))
    full = " ".join(_SHORT_FORMS.get(word, word) for word in words)
    return frozenset(full.split()) - load_connecting_words()


def _place_words(text: Any) -> frozenset[str]:
    return frozenset(organization_key(str(text or "")).split()) - load_connecting_words()


def _starts_together(one: Entry, other: Entry) -> bool:
    starts = sorted((str(one.get("start") or ""), str(other.get("start") or "")), key=len)
    return bool(starts[0]) and starts[1].startswith(starts[0])


def _merge_entry(present: Entry, further: Entry, *, today: date) -> dict[str, Any]:
    result = merge(present, further)
    for end in ("start", "end"):
        known, incoming = str(present.get(end) or ""), str(further.get(end) or "")
        if known and incoming.startswith(known):
            result[end] = incoming  # "2020-03" is more precise than "2020"
    if any(result.get(end) != present.get(end) for end in ("start", "end")):
        result["durationMonths"] = career.count_months(result, today)
    return result


def _find_position(entry: Entry, entries: Sequence[Entry], today: date) -> int:
    span = career.month_span(entry, today)
    if span is not None:
        for position, other in enumerate(entries):
            begun = career.month_span(other, today)
            if begun is not None and begun[0] < span[0]:
                return position
    return len(entries)


def _language_key(entry: Any) -> str:
    """``German (native)`` and ``German`` are one language."""
    return words_key(re.split(r"[(:,/–—]|\s-\s", str(entry), maxsplit=1)[0])
