"""SQLite databases of backups: copy one that is in use, check one, read from one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

from app.backup.errors import BackupFailed
from app.backup.progress import ProgressListener, ignore_progress

_PAGES_PER_STEP = 1024


def copy_database(source: Path, target: Path, *, progress: ProgressListener = ignore_progress) -> None:
    """A consistent copy of a database that may be in use, in one file. Raises BackupFailed.

    Writers are not blocked; the copy shows the state at the moment it began.
    """
    import pysqlite3.dbapi2 as sqlite

    page_bytes = 0

    def report(_status: int, remaining: int, total: int) -> None:
        progress((total - remaining) * page_bytes, total * page_bytes)

    connection, copy = sqlite.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True), None
    try:
        connection.isolation_level = None
        connection.execute("PRAGMA busy_timeout=5000")
        (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
        # Within a read transaction, SQLite does not restart the copy after each write of the server.
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        copy = sqlite.connect(target)
        connection.backup(copy, pages=_PAGES_PER_STEP, progress=report)
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.close()
    except sqlite.DatabaseError as error:
        if copy is not None:
            copy.close()
        target.unlink(missing_ok=True)
        raise BackupFailed(f"The database could not be copied ({error}).") from error
    finally:
        connection.close()
    target.chmod(0o600)
    sync(target)


def check_database(path: Path) -> str | None:
    """The problem with a database file; None if it is sound."""
    import pysqlite3.dbapi2 as sqlite

    connection = _open_unused(path)
    try:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            return str(found)
        broken = connection.execute("PRAGMA foreign_key_check").fetchone()
        return None if broken is None else f"{broken[0]} refers to a missing row of {broken[2]}"
    except sqlite.DatabaseError as error:
        return str(error)
    finally:
        connection.close()


def list_ids(database: Path, table: Literal["documents", "interviews"]) -> set[str]:
    """The ids in a table of a database that nothing else uses."""
    connection = _open_unused(database)
    try:
        return {row[0] for row in connection.execute(f"SELECT id FROM {table}")}  # noqa: S608 - one of two names
    finally:
        connection.close()


def count_users(database: Path) -> int:
    """Number of accounts in a database that no other program uses; 0 if it has no tables yet."""
    import pysqlite3.dbapi2 as sqlite

    # Not opened as unused, because the latest writes may still be in its log (WAL).
    connection = sqlite.connect(f"{database.resolve().as_uri()}?mode=rw", uri=True)
    try:
        if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'users'").fetchone() is None:
            return 0
        return int(connection.execute("SELECT count(*) FROM users").fetchone()[0])
    except sqlite.DatabaseError as error:
        raise BackupFailed(f"The current database cannot be read ({error}).") from error
    finally:
        connection.close()


def read_revision(database: Path) -> str:
    """The migration that a database is at. Raises BackupFailed if it has none."""
    import pysqlite3.dbapi2 as sqlite

    connection = _open_unused(database)
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite.DatabaseError:
        row = None
    finally:
        connection.close()
    if row is None:
        raise BackupFailed(f"{database} is not a Greenroom database.")
    return str(row[0])


def sync(path: Path) -> None:
    """Wait until a file or folder is on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _open_unused(path: Path) -> Any:
    import pysqlite3.dbapi2 as sqlite

    return sqlite.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
