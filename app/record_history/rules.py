"""Field-by-field comparison of two versions of a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MAX_TEXT = 500
"""Longer texts are truncated in the history; the record itself has the full text."""


def flatten(record: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """``{"cvParsed": {"skills": […]}}`` as ``{"cvParsed.skills": […]}``; lists are values."""
    found: dict[str, Any] = {}
    for key, value in record.items():
        if isinstance(value, Mapping):
            found.update(flatten(value, f"{prefix}{key}."))
        else:
            found[f"{prefix}{key}"] = value
    return found


def find_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """``[{path, before, after}]`` of the differences, in the order of ``after``. All blanks are equal."""
    old, new = flatten(before), flatten(after)
    changes = []
    for path in dict.fromkeys([*new, *old]):
        was, has = old.get(path), new.get(path)
        if was == has or (is_blank(was) and is_blank(has)):
            continue
        changes.append({"path": path, "before": truncate_texts(was), "after": truncate_texts(has)})
    return changes


def truncate_texts(value: Any) -> Any:
    """``value`` with every text in it truncated to MAX_TEXT characters."""
    if isinstance(value, str):
        return value if len(value) <= MAX_TEXT else f"{value[: MAX_TEXT - 1]}…"
    if isinstance(value, list):
        return [truncate_texts(item) for item in value]
    if isinstance(value, Mapping):
        return {key: truncate_texts(item) for key, item in value.items()}
    return value


def is_blank(value: Any) -> bool:
    """Whether ``value`` is None or an empty text, list or mapping; 0 and False are values."""
    return value is None or (isinstance(value, str | list | dict) and not value)
