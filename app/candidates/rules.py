"""When two profiles are one person, and what a merge keeps (ruling 18)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof", "phd", "mba", "ing", "dipl"})


def email_key(email: str | None) -> str | None:
    """E-mail addresses compare without case."""
    text = (email or "").strip().casefold()
    return text or None


def name_key(name: str | None) -> str:
    """Letters only, without accents, case, titles and double spaces."""
    text = unicodedata.normalize("NFKD", name or "").casefold()
    text = "".join(c for c in text if not unicodedata.combining(c))
    words = [word for word in re.split(r"[^\w]+", text) if word and word not in _TITLES]
    return " ".join(words)[:300]


def phone_key(phone: str | None) -> str | None:
    """The last nine digits: with or without country code is the same line."""
    digits = re.sub(r"\D", "", phone or "")
    return digits[-9:] if len(digits) >= 7 else None


def linkedin_key(linkedin: str | None) -> str | None:
    """The name after ``/in/``, without case and what follows it."""
    text = (linkedin or "").strip().casefold()
    match = re.search(r"linkedin\.com/(?:in|pub)/([^/?#\s]+)", text)
    return match.group(1)[:300] if match else None


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
        return tuple(name_key(str(name)) for name in names if name)
    return str(entry).strip().casefold()
