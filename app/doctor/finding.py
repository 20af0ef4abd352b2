"""Result of one check of `greenroom doctor`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check. ``detail`` says what was found and, if not ``ok``, what to do."""

    name: str
    ok: bool
    detail: str
