"""Database engine, transactions and column types.

SQLAlchemy runs synchronously in worker threads on the pinned ``pysqlite3`` build, because the SQLite
of the distribution may have the WAL-reset bug (ADR 0003). A request, a socket event or a job step is
one transaction, committed here and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any, Concatenate, Literal, ParamSpec, TypeVar

import anyio.to_thread
from fastapi import Depends, Request
from sqlalchemy import JSON, DateTime, Dialect, MetaData, TypeDecorator, create_engine, event, text
from sqlalchemy.engine import Engine
from sqlalchemy.orm import DeclarativeBase, Session, sessionmaker

P = ParamSpec("P")
T = TypeVar("T")

MIN_SQLITE_VERSION = (3, 51, 3)
"""The first version without the WAL-reset bug, which is in 3.7.0 to 3.51.2."""


class DatabaseTooOld(Exception):
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


def _configure_sqlite(engine: Engine, *, synchronous: Synchronous) -> None:
    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        # The driver must not open transactions itself: SQLAlchemy's begin event does.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute(f"PRAGMA synchronous={synchronous}")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        if connection.get_execution_options().get("read_only"):
            connection.exec_driver_sql("BEGIN DEFERRED")
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")


def make_engine(url: str, *, synchronous: Synchronous = "FULL") -> Engine:
    """Create an engine for ``url``. Raises DatabaseTooOld if SQLite has the WAL-reset bug.

    FULL: acknowledged writes (transcript lines, credits, consent) survive a power failure.
    OFF, for tests alone, does not wait for the disk.
    """
    if not url.startswith("sqlite"):
        return create_engine(url)
    import pysqlite3.dbapi2 as sqlite

    if sqlite.sqlite_version_info < MIN_SQLITE_VERSION:
        raise DatabaseTooOld(
            f"SQLite {sqlite.sqlite_version} has a bug that can corrupt the database (WAL reset). "
            "Version 3.51.3 or newer is required. Run `make run` to install it."
        )
    engine = create_engine(
        url,
        module=sqlite,
        json_serializer=lambda value: json.dumps(value, ensure_ascii=False),
        connect_args={"check_same_thread": False},
    )
    _configure_sqlite(engine, synchronous=synchronous)
    return engine


class Database:
    """Read and write transactions on one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.before_commit: list[Callable[[Session], None]] = []
        """Called at the end of every write transaction, inside it, to update derived data."""
        self._sessions = sessionmaker(engine, expire_on_commit=False)
        self._readers = sessionmaker(
            engine.execution_options(read_only=True), expire_on_commit=False, autoflush=False
        )

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """A session in a write transaction: committed at the end, rolled back on any error."""
        with self._sessions() as session, session.begin():
            yield session
            for step in self.before_commit:
                step(session)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session in a read transaction, which never waits for a writer. Nothing is committed."""
        with self._readers() as session:
            yield session

    async def run(
        self, function: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``function(session, …)`` in a worker thread in one write transaction."""

        def work() -> T:
            with self.transaction() as session:
                return function(session, *args, **kwargs)

        return await anyio.to_thread.run_sync(work)

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

    def dispose(self) -> None:
        self.engine.dispose()


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


# scope="function" commits before the response is sent, so a failed commit is reported as a failure.
# The default scope would commit after a 200 had been sent.
SessionDep = Annotated[Session, Depends(get_session, scope="function")]
