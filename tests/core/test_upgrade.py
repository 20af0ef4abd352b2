"""Database upgrades: every row of every earlier revision is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, func, inspect, select

from app.core.database import make_engine
from app.migrations.upgrade import BrokenReferences, _config, upgrade
from tests.old_databases import fill


def list_revisions() -> list[str]:
    with make_engine("sqlite://").connect() as connection:
        script = ScriptDirectory.from_config(_config(connection))
    return [revision.revision for revision in script.walk_revisions()][:0:-1]


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


def test_an_update_that_breaks_references_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """References are not checked while revisions rebuild tables: a mistake in one must not be committed."""
    engine = make_engine(f"sqlite:///{tmp_path / 'greenroom.db'}", synchronous="OFF")
    with engine.connect() as connection:
        command.upgrade(_config(connection), "0014")
        connection.commit()
    real = command.upgrade

    def upgrade_badly(config: Config, revision: str) -> None:
        real(config, revision)
        config.attributes["connection"].exec_driver_sql(
            "INSERT INTO session_tokens (id, user_id, created_at, expires_at, device, method)"
            " VALUES ('x', 'nobody', '2026-01-01', '2026-01-01', '', 'password')"
        )

    monkeypatch.setattr(command, "upgrade", upgrade_badly)
    with pytest.raises(BrokenReferences, match="session_tokens → users"):
        upgrade(engine)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "0014"
    engine.dispose()
