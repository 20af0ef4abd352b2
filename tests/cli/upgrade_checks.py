"""Upgrades of an old installation by the command line."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

OLD = "0014"


Check = Callable[[Connection], None]
