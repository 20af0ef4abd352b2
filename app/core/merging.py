"""What is kept when two records of one thing are made one (ruling 18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def merge(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> dict[str, Any]:
    """``old`` with its blanks filled and its lists united with ``new``; no value is blanked or replaced."""
    result = dict(old or {})
    for key, value in (new or {}).items():
        present = result.get(key)
        if _is_blank(present):
            result[key] = value
        elif isinstance(present, list) and isinstance(value, list):
            result[key] = unite(present, value)
        elif isinstance(present, Mapping) and isinstance(value, Mapping):
            result[key] = merge(present, value)
    return result


def unite(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    """Both lists in order, each entry once: texts compare without case, entries of work or schooling
    by what names them."""
    result = list(old)
    seen = {_entry_key(entry): position for position, entry in enumerate(result)}
    for entry in new:
        key = _entry_key(entry)
        if key not in seen:
            seen[key] = len(result)
            result.append(entry)
        elif isinstance(entry, Mapping):
            position = seen[key]
            result[position] = merge(result[position], entry)
    return result


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


def _entry_key(entry: Any) -> Any:
    if isinstance(entry, Mapping):
        names = [entry.get(k) for k in ("title", "company", "degree", "institution", "start")]
        return tuple(" ".join(str(name).casefold().split()) for name in names if name)
    return str(entry).strip().casefold()
