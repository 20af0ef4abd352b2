"""Database upgrades: every row of every earlier revision is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Column, Engine, MetaData, func, inspect, select

from app.core.database import make_engine
from app.migrations.upgrade import _config, upgrade


def list_revisions() -> list[str]:
    with make_engine("sqlite://").connect() as connection:
        script = ScriptDirectory.from_config(_config(connection))
    return [revision.revision for revision in script.walk_revisions()][:0:-1]


def make_value(column: Column[Any]) -> Any:
    if column.foreign_keys or column.type.python_type is str:
        return "x"
    if isinstance(column.type, JSON):
        return {}
    if column.type.python_type is datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)
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


@pytest.mark.parametrize("revision", list_revisions())
def test_an_upgrade_from_any_revision_keeps_every_row(tmp_path: Path, revision: str) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'greenroom.db'}", synchronous="OFF")
    with engine.connect() as connection:
        command.upgrade(_config(connection), revision)
        connection.commit()
    before = fill(engine)
    assert {"users", "candidates", "interviews", "billing_accounts"} <= before.keys()
    upgrade(engine)
    metadata = MetaData()
    metadata.reflect(engine)
    with engine.connect() as connection:
        kept = {
            name: connection.scalar(select(func.count()).select_from(metadata.tables[name]))
            for name in before
        }
        assert kept == before
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    assert "alembic_version" in inspect(engine).get_table_names()
    engine.dispose()
