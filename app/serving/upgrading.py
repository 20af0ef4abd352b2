"""Update of the database by ``greenroom upgrade``: copy, migrate, check, and roll back on failure."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Connection, select
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from app.backup.create import create_backup
from app.backup.database import check_database, copy_database, sync
from app.backup.errors import BackupFailed, explain_full_disk
from app.backup.progress import ProgressListener, ignore_progress
from app.backup.rules import name_backup
from app.core.database import Base, find_file, make_engine
from app.core.files import FileStore
from app.core.postgresql import DatabaseUnsuitable
from app.core.settings import Settings
from app.migrations.upgrade import BrokenReferences, explain_unknown_revision, newest_revision, upgrade

KEPT_COPIES = 3
"""Number of copies of earlier databases that are kept."""


class UpgradeFailed(Exception):
    """The update was not made, or was undone; the message says why."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """Result of an update. ``backup`` and ``copy`` are None if there was nothing to do."""

    before: str
    """Newest migration of the database before and after."""
    after: str
    backup: Path | None = None
    copy: Path | None = None
    """Also None on PostgreSQL."""


def read_heads(engine: Engine) -> tuple[str, ...]:
    """The newest migrations of a database; none if it is empty."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_heads()


def keep_copy(settings: Settings, database: Path, *, revision: str, now: datetime) -> Path:
    """Copy an SQLite database into ``before-update/``, where the last KEPT_COPIES are kept.

    Raises BackupFailed.
    """
    folder = settings.data_dir / "before-update"
    folder.mkdir(mode=0o700, exist_ok=True)
    copy = folder / f"greenroom-{revision}-{now:%Y%m%d-%H%M%S}.db"
    copy_database(database, copy)
    for old in sorted(folder.glob("greenroom-*.db"), key=lambda path: path.stat().st_mtime)[:-KEPT_COPIES]:
        old.unlink()
    return copy


def upgrade_server(
    settings: Settings,
    *,
    files: FileStore,
    now: datetime,
    backup_folder: Path | None = None,
    passphrase: str | None = None,
    progress: ProgressListener = ignore_progress,
) -> Upgraded:
    """Back up everything, migrate the database and check it; undo the migration if anything fails.

    PostgreSQL commits only what was checked; an SQLite file is replaced by a copy from before.
    The server must be stopped, and its locks held by the caller. ``backup_folder``: where the backup goes
    instead of ``before-update/`` in the data folder. Raises UpgradeFailed.
    """
    try:
        database = find_file(settings.resolved_database_url)
        if database is not None and not database.is_file():
            raise UpgradeFailed(f"There is no database at {database}. `greenroom serve --migrate` makes one.")
        engine = make_engine(settings.resolved_database_url)
        heads = read_heads(engine)
        engine.dispose()
    except (DatabaseUnsuitable, SQLAlchemyError) as error:
        raise UpgradeFailed(f"The database was not updated. {error}") from error
    if not heads:
        raise UpgradeFailed(f"{engine.url.database} is not a Greenroom database.")
    before, after = heads[0], newest_revision()
    problem = explain_unknown_revision(before)
    if problem is not None:
        raise UpgradeFailed(f"The database was not updated. {problem}")
    if before == after:
        _check(engine, database)
        return Upgraded(before=before, after=after)
    folder = backup_folder or settings.data_dir / "before-update"
    try:
        with explain_full_disk():
            backup = folder / name_backup(now)
            create_backup(
                settings, files=files, target=backup, now=now, passphrase=passphrase, progress=progress
            )
            copy = None if database is None else keep_copy(settings, database, revision=before, now=now)
    except (BackupFailed, OSError) as error:
        raise UpgradeFailed(
            f"The database was not updated, because it cannot be copied first. {error}"
        ) from error
    _migrate(engine, database, copy=copy)
    return Upgraded(before=before, after=after, backup=backup, copy=copy)


def _migrate(engine: Engine, database: Path | None, *, copy: Path | None) -> None:
    is_done = False
    try:
        upgrade(engine, check=_check_tables)
        if database is not None:
            _check_file(database)
        is_done = True
    except (UpgradeFailed, BrokenReferences, CommandError, SQLAlchemyError, OSError) as error:
        raise UpgradeFailed(
            f"The update failed and was undone: the database is as it was. Start the earlier version of "
            f"Greenroom again, and please report this ({error})."
        ) from error
    finally:
        engine.dispose()
        if database is not None and copy is not None and not is_done:
            _put_back(copy, database)


def _check(engine: Engine, database: Path | None) -> None:
    """Raise UpgradeFailed unless the database is intact and this version can read every table."""
    try:
        with engine.connect() as connection:
            _check_tables(connection)
    finally:
        engine.dispose()
    if database is not None:
        _check_file(database)


def _check_tables(connection: Connection) -> None:
    # Imported for the tables of all slices.
    import app.migrations.tables  # noqa: F401

    try:
        for table in Base.metadata.sorted_tables:
            connection.execute(select(table).limit(1)).all()
    except (SQLAlchemyError, ValueError, LookupError) as error:
        raise UpgradeFailed(f"The database cannot be read by this version ({error}).") from error


def _check_file(database: Path) -> None:
    problem = check_database(database)
    if problem is not None:
        raise UpgradeFailed(f"The database is damaged ({problem}).")


def _put_back(copy: Path, database: Path) -> None:
    """Restore the copy. The log (WAL) of the other database must not be applied to it."""
    incoming = database.with_name(f".{database.name}.before")
    shutil.copyfile(copy, incoming)
    incoming.chmod(0o600)
    sync(incoming)
    for suffix in ("-wal", "-shm"):
        database.with_name(f"{database.name}{suffix}").unlink(missing_ok=True)
    incoming.replace(database)
    sync(database.parent)
