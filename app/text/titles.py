"""Titles before a name."""

from __future__ import annotations

TITLES = frozenset({"dr", "miss", "mr", "mrs", "ms", "prof"})
"""Lowercase, without a dot. The stored ``name_key`` of candidates depends on them."""
