"""What of a record changed, path by path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.records.merging import is_blank

MAX_TEXT = 500
"""Longest text that a change keeps; the record itself holds the whole."""


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
    """``[{path, before, after}]`` of what differs, in the order of ``after``; one blank is like another."""
    old, new = flatten(before), flatten(after)
    changes = []
    for path in dict.fromkeys([*new, *old]):
        was, has = old.get(path), new.get(path)
        if was == has or (is_blank(was) and is_blank(has)):
            continue
        changes.append({"path": path, "before": cut_texts(was), "after": cut_texts(has)})
    return changes


def cut_texts(value: Any) -> Any:
    """``value`` with every text in it at most 500 characters long."""
    if isinstance(value, str):
        return value if len(value) <= MAX_TEXT else f"{value[: MAX_TEXT - 1]}…"
    if isinstance(value, list):
        return [cut_texts(item) for item in value]
    if isinstance(value, Mapping):
        return {key: cut_texts(item) for key, item in value.items()}
    return value
