"""Database engine, transactions and column types.

SQLAlchemy runs synchronously in worker threads on the pinned ``pysqlite3`` build, because the SQLite
of the distribution may have the WAL-reset bug (ADR 0003), or on PostgreSQL (ADR 0052). A request, a
socket event or a job step is one transaction, committed here and nowhere else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Concatenate, Literal, ParamSpec, TypeVar

import anyio.to_thread
from fastapi import Depends, Request
from sqlalchemy import (
    JSON,
    BigInteger,
    ColumnElement,
    DateTime,
    Dialect,
    MetaData,
    TypeDecorator,
    cast,
    create_engine,
    event,
    func,
    make_url,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Engine
from sqlalchemy.exc import ArgumentError, DataError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import DeclarativeBase, InstrumentedAttribute, Session, SessionTransaction, sessionmaker
from sqlalchemy.pool import QueuePool

from app.core.errors import ValidationFailed
from app.core.postgresql import DatabaseUnsuitable, is_unstorable, make_postgresql_engine

P = ParamSpec("P")
T = TypeVar("T")

MIN_SQLITE_VERSION = (3, 51, 3)
"""The first version without the WAL-reset bug, which affects 3.7.0 to 3.51.2."""

BUSY_TIMEOUT_MS = 5000
"""How long a writer waits for another one, even one in another program."""
MAX_WRITERS = 16
"""Connections that write or wait to write. SQLite has one writer at a time, so more would only wait."""
MAX_READERS = 40
"""Connections for reading: one per worker thread."""
POOL_TIMEOUT_SECONDS = 10.0
"""How long a transaction waits for a connection.

Longer than BUSY_TIMEOUT_MS, to get the connection of a writer that gave up.
"""

_UNSTORABLE = re.compile("surrogates not allowed|too large to convert to SQLite")


class DatabaseTooOld(DatabaseUnsuitable):
    """The SQLite library has the WAL-reset bug."""


class Base(DeclarativeBase):
    """Base of all tables, with one naming convention for constraints."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class UtcDateTime(TypeDecorator[datetime]):
    """A timezone-aware instant, stored in UTC. Naive values are refused."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a timezone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        del dialect
        return None if value is None else value.replace(tzinfo=UTC)


JsonColumn = JSON
"""Portable JSON column. Assign a new value to change it: in-place edits are not tracked."""


Synchronous = Literal["FULL", "OFF"]


def _configure_sqlite(engine: Engine, *, synchronous: Synchronous, read_only: bool) -> None:
    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        # The driver must not open transactions itself: SQLAlchemy's begin event does.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        if read_only:
            cursor.execute("PRAGMA query_only=ON")
        else:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute(f"PRAGMA synchronous={synchronous}")
            cursor.execute("PRAGMA foreign_keys=ON")
            # Deleted transcripts and CVs are overwritten, including in the pages that become free.
            cursor.execute("PRAGMA secure_delete=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN DEFERRED" if read_only else "BEGIN IMMEDIATE")


def find_file(url: str) -> Path | None:
    """The file of an SQLite database; None for a database that is not a file."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        return None
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return None
    return Path(parsed.database)


def make_engine(url: str | URL, *, synchronous: Synchronous = "FULL", read_only: bool = False) -> Engine:
    """Create an engine for ``url``, of SQLite or PostgreSQL.

    Raises DatabaseUnsuitable: DatabaseTooOld if SQLite has the WAL-reset bug.

    FULL: acknowledged writes (transcript lines, credits, consent) survive a power failure.
    OFF, for tests alone, does not wait for the disk. Errors never contain parameters, which are
    transcripts, names and tokens.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseUnsuitable(
            "GREENROOM_DATABASE_URL is not a database URL. An example: "
            "postgresql://greenroom:password@db.example.net/greenroom"
        ) from None
    if parsed.get_backend_name() != "sqlite":
        return make_postgresql_engine(
            parsed,
            busy_timeout_ms=BUSY_TIMEOUT_MS,
            pool_timeout=POOL_TIMEOUT_SECONDS,
            read_only=read_only,
        )
    import pysqlite3.dbapi2 as driver

    if driver.sqlite_version_info < MIN_SQLITE_VERSION:
        raise DatabaseTooOld(
            f"SQLite {driver.sqlite_version} has a bug that can corrupt the database (WAL reset). "
            "Version 3.51.3 or newer is required. Run `make run` to install it."
        )
    engine = create_engine(
        parsed,
        module=driver,
        json_serializer=lambda value: json.dumps(value, ensure_ascii=False),
        connect_args={"check_same_thread": False},
        hide_parameters=True,
        poolclass=QueuePool,
        pool_size=MAX_READERS if read_only else MAX_WRITERS,
        max_overflow=0,
        pool_timeout=POOL_TIMEOUT_SECONDS,
    )
    _configure_sqlite(engine, synchronous=synchronous, read_only=read_only)
    return engine


READ_ONLY_STATE = "25006"
"""SQLSTATE of a write that PostgreSQL refuses in a read-only transaction, on a standby for example."""


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Convert database errors to those that callers handle.

    When every connection is in use, and when PostgreSQL refuses to write: OperationalError, as for a locked
    database. For values that no database can store (half of a surrogate pair, an integer of more than 64
    bits): ValidationFailed.
    """
    try:
        yield
    except PoolTimeout as error:
        raise OperationalError(None, None, TimeoutError("every database connection is in use")) from error
    except InternalError as error:
        if getattr(error.orig, "sqlstate", None) != READ_ONLY_STATE:
            raise
        raise OperationalError(error.statement, None, error.orig or error) from error
    except (UnicodeEncodeError, OverflowError) as error:
        if not _UNSTORABLE.search(str(error)):
            raise
        raise _refuse_unstorable() from None
    except DataError as error:
        if not is_unstorable(error):
            raise
        raise _refuse_unstorable() from None


def _refuse_unstorable() -> ValidationFailed:
    return ValidationFailed([("", "The input contains characters or numbers that cannot be stored.")])


def add_up(column: ColumnElement[int] | InstrumentedAttribute[int]) -> ColumnElement[int]:
    """The sum of integers as an integer: PostgreSQL makes it a decimal number."""
    return cast(func.sum(column), BigInteger)


def insert_for(session: Session, table: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that supports ON CONFLICT, for the session's database."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    return sqlite.insert(table) if is_sqlite else postgresql.insert(table)


class Database:
    """Read and write transactions. Reading has connections of its own, so it never waits for a writer."""

    def __init__(self, engine: Engine, reader_engine: Engine | None = None) -> None:
        self.engine = engine
        """Connections for writing."""
        self.reader_engine = reader_engine or make_engine(engine.url, read_only=True)
        """Connections for reading, to the same database."""
        self._writer_threads = anyio.CapacityLimiter(MAX_WRITERS)
        """Writers waiting for the database must not take worker threads away from readers."""
        self.before_commit: list[Callable[[Session], None]] = []
        """Called at the end of every write transaction, inside it, to update derived data."""
        self._sessions = sessionmaker(engine, expire_on_commit=False)
        self._readers = sessionmaker(self.reader_engine, expire_on_commit=False, autoflush=False)

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A session in a write transaction: committed at the end, rolled back on any error."""
        with _translate_errors(), self._sessions() as session, session.begin():
            yield session
            for step in self.before_commit:
                step(session)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session in a read transaction, which never waits for a writer. Nothing is committed."""
        with _translate_errors(), self._readers() as session:
            yield session

    async def run(
        self, function: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``function(session, …)`` in a worker thread in one write transaction."""

        def work() -> T:
            with self.transaction() as session:
                return function(session, *args, **kwargs)

        return await anyio.to_thread.run_sync(work, limiter=self._writer_threads)

    async def read(
        self, function: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """As ``run``, in a read transaction."""

        def work() -> T:
            with self.reading() as session:
                return function(session, *args, **kwargs)

        return await anyio.to_thread.run_sync(work)

    def check(self) -> None:
        """Run a trivial query. Raises SQLAlchemyError if the database does not work."""
        with self.reading() as session:
            session.execute(text("SELECT 1"))

    def empty_log(self) -> None:
        """Write the log (WAL) back and truncate it, because it keeps old pages, including those of deleted
        records.

        Does nothing while another connection reads from it; the next call does.
        """
        if self.engine.dialect.name == "sqlite":
            with self.engine.connect() as connection:
                driver = connection.connection.driver_connection
                assert driver is not None
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def dispose(self) -> None:
        self.engine.dispose()
        self.reader_engine.dispose()


def call_after_commit(session: Session, action: Callable[[], None]) -> None:
    """Call ``action`` after the whole transaction is committed; never if the caller's part is rolled back.

    SQLAlchemy announces the end of a savepoint like a commit, but the outer transaction may still fail.
    """
    enclosing: set[SessionTransaction] = set()
    current = session.get_nested_transaction() or session.get_transaction()
    while current is not None:
        enclosing.add(current)
        current = current.parent

    is_pending = True

    def on_commit(_session: Session) -> None:
        nonlocal is_pending
        if is_pending and not session.in_nested_transaction():
            is_pending = False
            action()

    def on_rollback(_session: Session, transaction: SessionTransaction) -> None:
        nonlocal is_pending
        if transaction in enclosing:
            is_pending = False

    # The listeners stay with the session, which serves one transaction: an event must not change its own
    # listeners.
    event.listen(session, "after_commit", on_commit)
    event.listen(session, "after_soft_rollback", on_rollback)


_READ_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def get_session(request: Request) -> Iterator[Session]:
    """One transaction per request. A GET uses a read transaction and never waits for a writer."""
    database: Database = request.app.state.greenroom.database
    if request.method in _READ_METHODS:
        with database.reading() as session:
            yield session
    else:
        with database.transaction() as session:
            yield session


# scope="function" commits before the response is sent, so that a failed commit is reported as a failure. The
# default scope would commit after a 200 had been sent.
SessionDep = Annotated[Session, Depends(get_session, scope="function")]
