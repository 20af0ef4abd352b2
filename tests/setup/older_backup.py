"""A backup of an older version."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from alembic import command
from sqlalchemy import text

from app.backup.create import create_backup
from app.core.database import make_engine
from app.core.files import FolderFiles
from app.core.security import hash_password, load_or_create_secret
from app.core.settings import Settings
from app.migrations import upgrade
from tests.conftest import PASSWORD


def make_older_backup(folder: Path, *, revision: str, now: datetime) -> Path:
    """A backup of a server of an earlier version, whose admin is ``ada``."""
    older = Settings(data_dir=folder / "older")
    load_or_create_secret(older.data_dir / "secrets" / "session.key")
    engine = make_engine(older.resolved_database_url)
    with engine.connect() as connection:
        command.upgrade(upgrade._config(connection), revision)
        connection.execute(
            text(
                "INSERT INTO users (id, username, username_key, name, role, password_hash, is_active,"
                " created_at, updated_at)"
                " VALUES ('u1', 'ada', 'ada', 'Ada', 'admin', :password, 1, :now, :now)"
            ),
            {"password": hash_password(PASSWORD), "now": f"{now:%Y-%m-%d %H:%M:%S.000000}"},
        )
        connection.commit()
    engine.dispose()
    file = folder / "older.backup"
    create_backup(older, files=FolderFiles(older.data_dir), target=file, now=now)
    return file
