"""What is kept when two records of one thing are made one (ruling 18)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Unite = Callable[[Sequence[Any], Sequence[Any]], list[Any]]
"""(present list, further list) -> both, each thing once."""


def merge(
    old: Mapping[str, Any] | None,
    new: Mapping[str, Any] | None,
    *,
    unite_by: Mapping[str, Unite] | None = None,
) -> dict[str, Any]:
    """``old`` with its blanks filled and its lists united with ``new``; no value is blanked or replaced.

    ``unite_by`` names the lists whose entries are told apart by more than their words.
    """
    result = dict(old or {})
    for key, value in (new or {}).items():
        present = result.get(key)
        if is_blank(present):
            # A blank is as good as another: what is there stays, so that nothing seems to change.
            result[key] = present if key in result and is_blank(value) else value
        elif isinstance(present, list) and isinstance(value, list):
            result[key] = (unite_by or {}).get(key, unite)(present, value)
        elif isinstance(present, Mapping) and isinstance(value, Mapping):
            result[key] = merge(present, value, unite_by=unite_by)
    return result


def unite(old: Sequence[Any], new: Sequence[Any], *, key_of: Callable[[Any], Any] | None = None) -> list[Any]:
    """Both lists in order, each entry once: texts compare by their words, without case, accents and
    punctuation at their ends; mappings by what names them."""
    name = key_of or _entry_key
    result = list(old)
    seen = {name(entry): position for position, entry in reversed(list(enumerate(result)))}
    for entry in new:
        key = name(entry)
        if key not in seen:
            seen[key] = len(result)
            result.append(entry)
        elif isinstance(entry, Mapping) and isinstance(result[seen[key]], Mapping):
            result[seen[key]] = merge(result[seen[key]], entry)
    return result


def is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


def words_key(text: str) -> str:
    """``text`` without case, accents, repeated spaces and the punctuation of a list around it."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    folded = "".join(c for c in folded if not unicodedata.combining(c))
    return re.sub(r"\s+", " ", folded).strip(" \t.,;:•·*–—-") or folded.strip()


_LEGAL_FORMS = frozenset(
    {"inc", "ltd", "limited", "llc", "llp", "plc", "gmbh", "ag", "corp", "co", "sa", "bv"}
)


def organisation_key(text: str) -> str:
    """The words of an organisation's name without case, accents, punctuation and legal form."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    folded = "".join(c for c in folded if not unicodedata.combining(c))
    words = re.findall(r"[\w+#]+", folded[:2_000])
    return " ".join(word for word in words if word not in _LEGAL_FORMS)[:300]


def _entry_key(entry: Any) -> Any:
    if isinstance(entry, Mapping):
        names = [entry.get(k) for k in ("title", "company", "degree", "institution", "start")]
        return tuple(words_key(str(name)) for name in names if name)
    return words_key(str(entry))
