"""Databases of earlier versions with a row in every table."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import JSON, Column, Engine, MetaData


def make_value(column: Column[Any]) -> Any:
    if column.foreign_keys or column.type.python_type is str:
        return "x"
    if isinstance(column.type, JSON):
        return {}
    if column.type.python_type is datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)
    if column.type.python_type is date:
        return date(2026, 1, 1)
    return column.type.python_type()


def fill(engine: Engine) -> dict[str, int]:
    """Insert one row into every table, linked to each other. Returns the number of rows by table."""
    metadata = MetaData()
    metadata.reflect(engine)
    tables = [table for table in metadata.sorted_tables if table.name != "alembic_version"]
    with engine.begin() as connection:
        for table in tables:
            filled = [c for c in table.columns if c.foreign_keys or not c.nullable]
            connection.execute(table.insert().values({c.name: make_value(c) for c in filled}))
    return {table.name: 1 for table in tables}
