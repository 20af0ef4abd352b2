"""Merge two versions of one record: fill blanks and combine lists, never blank or replace a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.record_history.rules import is_blank
from app.skills.catalog import canonical_skill
from app.text.keys import words_key

ListMerge = Callable[[Sequence[Any], Sequence[Any]], list[Any]]
"""(present list, incoming list) -> both, each entry once."""


def merge(
    present: Mapping[str, Any] | None,
    incoming: Mapping[str, Any] | None,
    *,
    merge_list_by_field: Mapping[str, ListMerge] | None = None,
) -> dict[str, Any]:
    """``present`` with its blanks filled from ``incoming`` and its lists combined.

    ``merge_list_by_field`` names the lists whose entries need more than a comparison of words.
    """
    list_merges = merge_list_by_field or {}
    result = dict(present or {})
    for key, value in (incoming or {}).items():
        held = result.get(key)
        if is_blank(held):
            # One kind of blank never replaces another, so that nothing looks like a change.
            result[key] = held if key in result and is_blank(value) else value
        elif isinstance(held, list) and isinstance(value, list):
            result[key] = list_merges.get(key, merge_lists)(held, value)
        elif isinstance(held, Mapping) and isinstance(value, Mapping):
            result[key] = merge(held, value, merge_list_by_field=list_merges)
    return result


def merge_lists(
    present: Sequence[Any], incoming: Sequence[Any], *, entry_key: Callable[[Any], Any] | None = None
) -> list[Any]:
    """Both lists in order, each entry once.

    Texts are compared by ``words_key``, mappings by the fields that name them, unless ``entry_key``
    gives another key.
    """
    find_key = entry_key or _default_entry_key
    result = list(present)
    positions = {find_key(entry): position for position, entry in reversed(list(enumerate(result)))}
    for entry in incoming:
        key = find_key(entry)
        if key not in positions:
            positions[key] = len(result)
            result.append(entry)
        elif isinstance(entry, Mapping) and isinstance(result[positions[key]], Mapping):
            result[positions[key]] = merge(result[positions[key]], entry)
    return result


def merge_skills(present: Sequence[Any], incoming: Sequence[Any]) -> list[Any]:
    """Skills of both, as first spelled: ``JS`` and ``JavaScript`` are one skill."""
    return merge_lists(present, incoming, entry_key=lambda skill: words_key(canonical_skill(str(skill))))


def _default_entry_key(entry: Any) -> Any:
    if isinstance(entry, Mapping):
        names = [entry.get(k) for k in ("title", "company", "degree", "institution", "start")]
        return tuple(words_key(str(name)) for name in names if name)
    return words_key(str(entry))
