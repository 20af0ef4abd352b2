"""Backups of PostgreSQL: a backup always holds an SQLite database, which is filled from PostgreSQL or loaded
into it (ADR 0054)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic.runtime.migration import MigrationContext
from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    MetaData,
    Table,
    Text,
    bindparam,
    cast,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

# For the tables of all slices.
import app.migrations.tables  # noqa: F401
from app.backup.database import sync
from app.backup.errors import BackupFailed
from app.core.database import Base, find_file, make_engine
from app.core.postgresql import SERVER_LOCK, DatabaseUnsuitable, check_server, explain_error
from app.core.settings import Settings
from app.migrations.upgrade import explain_unknown_revision, newest_revision, upgrade
from app.record_search.ports import PREFIX as SEARCH_PREFIX
from app.users.tables import User

_ROWS_PER_STEP = 500
_NO_TIMEOUT = text("SET LOCAL idle_in_transaction_session_timeout = 0")
"""A low-priority backup may pause for longer than other transactions may."""


def find_postgresql(settings: Settings) -> str | None:
    """The URL of a database in PostgreSQL; None for SQLite. Raises BackupFailed if it is not valid."""
    url = settings.resolved_database_url
    if find_file(url) is not None:
        return None
    with _explaining(url) as engine:
        if engine.dialect.name != "postgresql":
            raise BackupFailed("A database in memory cannot be backed up or restored.")
    return url


def export_database(url: str, target: Path) -> None:
    """Write one snapshot of a database, which may be in use, into the new SQLite file ``target``.

    The copy has the revision of the database, which may be older than this version. Raises BackupFailed.
    """
    with _explaining(url) as source, source.connect() as reading:
        reading.execute(_NO_TIMEOUT)
        revision = _read_revision(reading)
        filled = make_engine(f"sqlite:///{target}", synchronous="OFF")
        try:
            upgrade(filled, revision=None if revision == newest_revision() else revision)
            with filled.begin() as writing:
                for table in _reflect_tables(writing):
                    _copy_rows(reading, writing, table)
            with filled.connect() as connection:
                connection.connection.execute("PRAGMA journal_mode=DELETE")
        finally:
            filled.dispose()
    target.chmod(0o600)
    sync(target)


def _read_revision(connection: Connection) -> str:
    heads = MigrationContext.configure(connection).get_current_heads()
    if not heads:
        raise BackupFailed(f"{connection.engine.url.database!r} is not a Greenroom database.")
    problem = explain_unknown_revision(heads[0])
    if problem is not None:
        raise BackupFailed(f"The database cannot be backed up by this version. {problem}")
    return heads[0]


def _reflect_tables(connection: Connection) -> list[Table]:
    """The tables that the database's migrations created, in the order of their references."""
    found = MetaData()

    @event.listens_for(found, "column_reflect")
    def _use_common_type(_inspector: Any, _table: Any, column: Any) -> None:
        column["type"] = column["type"].as_generic()

    found.reflect(
        connection, only=lambda name, _: name != "alembic_version" and not name.startswith(SEARCH_PREFIX)
    )
    return found.sorted_tables


def require_empty(url: str) -> None:
    """Raise BackupFailed unless the database is empty or belongs to a Greenroom server without accounts."""
    with _explaining(url) as engine:
        check_server(engine)
        tables = set(inspect(engine).get_table_names())
        if not tables:
            return
        place = f"The PostgreSQL database {engine.url.database!r}"
        if not tables >= {"alembic_version", User.__tablename__}:
            raise BackupFailed(f"{place} has tables that are not Greenroom's. Create an empty database.")
        with engine.connect() as connection:
            if connection.scalar(select(func.count()).select_from(User.__table__)):
                raise BackupFailed(
                    f"{place} has accounts, so it was not replaced. Create an empty database, and set "
                    "GREENROOM_DATABASE_URL to it.",
                    code="INVALID_STATE",
                )


def load_database(file: Path, url: str, *, mark: str) -> None:
    """Load an SQLite database of this version into an empty database, all or nothing.

    ``mark`` names this restore: a database that was already loaded by it is left unchanged. Raises
    BackupFailed.
    """
    with _explaining(url) as reader, _locked(reader):
        if _read_mark(reader) == mark:
            return
        require_empty(url)
        engine = make_engine(url)
        source = make_engine(f"sqlite:///{file}", read_only=True)
        try:
            upgrade(engine)
            with source.connect() as reading, engine.begin() as writing:
                tables = Base.metadata.sorted_tables
                writing.execute(text(f"TRUNCATE {', '.join(table.name for table in tables)} CASCADE"))
                for table in tables:
                    _load_rows(reading, writing, table)
                writing.execute(text(f"COMMENT ON TABLE alembic_version IS '{mark}'"))
        finally:
            source.dispose()
            engine.dispose()


@contextmanager
def _locked(engine: Engine) -> Iterator[None]:
    """Raise BackupFailed if a server uses the database.

    The lock is released at once, for the server that starts now.
    """
    with engine.connect() as connection:
        connection.execute(_NO_TIMEOUT)
        if not connection.scalar(select(func.pg_try_advisory_xact_lock(SERVER_LOCK))):
            raise BackupFailed(
                f"A Greenroom server uses the database {engine.url.database!r}. Stop it first."
            )
        yield


def _read_mark(engine: Engine) -> str | None:
    with engine.connect() as connection:
        mark: str | None = connection.scalar(
            text("SELECT obj_description(to_regclass('alembic_version'), 'pg_class')")
        )
    return mark


def _load_rows(source: Connection, target: Connection, table: Table) -> None:
    try:
        _copy_rows(source, target, table)
    except (DataError, IntegrityError) as error:
        # Lines after the first may show personal data.
        reason = str(error.orig).partition("\n")[0]
        raise BackupFailed(
            f"The table {table.name} of this backup cannot be stored in PostgreSQL ({reason})."
        ) from error
    counter = table.autoincrement_column
    if counter is not None:
        highest = func.coalesce(func.max(counter), 0)
        sequence = func.pg_get_serial_sequence(table.name, counter.name)
        target.execute(select(func.setval(sequence, highest + 1, False)).select_from(table))


def _copy_rows(source: Connection, target: Connection, table: Table) -> None:
    """Copy all rows of a table. JSON is copied as it is written: NULL differs from JSON's null."""
    statement = insert(table).values({name: _bind_json(name, target) for name in _list_json(table)})
    rows = source.execution_options(yield_per=_ROWS_PER_STEP).execute(select(*list_columns(table)))
    for part in rows.mappings().partitions():
        target.execute(statement, [dict(row) for row in part])


def list_columns(table: Table) -> list[ColumnElement[Any]]:
    """The columns of a table to select, with JSON as text."""
    return [
        cast(column, Text).label(column.name) if isinstance(column.type, JSON) else column
        for column in table.columns
    ]


def _list_json(table: Table) -> list[str]:
    return [column.name for column in table.columns if isinstance(column.type, JSON)]


def _bind_json(name: str, target: Connection) -> ColumnElement[Any]:
    given = bindparam(name, type_=Text())
    # SQLite would turn it into numbers.
    return cast(given, JSON) if target.dialect.name == "postgresql" else given


@contextmanager
def _explaining(url: str) -> Iterator[Engine]:
    """A connection pool for reading; errors of PostgreSQL become BackupFailed."""
    try:
        engine = make_engine(url, read_only=True)
        try:
            yield engine
        finally:
            engine.dispose()
    except DatabaseUnsuitable as error:
        raise BackupFailed(str(error)) from None
    except DBAPIError as error:
        raise BackupFailed(explain_error(error, make_url(url))) from error
