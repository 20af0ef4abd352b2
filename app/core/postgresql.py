"""Engine for PostgreSQL, with the same guarantees as SQLite (ADR 0052).

One transaction writes at a time, and readers see one snapshot and never wait for a writer.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from importlib.util import find_spec
from typing import Any

from sqlalchemy import BigInteger, Integer, create_engine, event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError

from app.core.process_locks import make_lock_id

log = logging.getLogger("greenroom.database")

DRIVER = "postgresql+psycopg"
MAX_WRITERS = 8
"""Connections that write or wait to write."""
MAX_READERS = 24
"""Connections for reading. With the writers a third of the 100 connections of PostgreSQL's default."""
CONNECT_SECONDS = 10
MAX_IDLE_SECONDS = 60
"""How long a transaction may be idle before PostgreSQL ends it.

Otherwise a disconnected program would block all writers.
"""

WRITER_LOCK = 0x677265656E726F6F
"""Advisory lock that every write transaction holds ("greenroo" in ASCII)."""
SERVER_LOCK = WRITER_LOCK + 1
"""Advisory lock that a server holds while it runs."""
LOCK_CHECK_SECONDS = 10.0
"""How often a server checks whether its connection with that lock is still open."""
MIN_VERSION = 130_000
"""PostgreSQL 13, in the server's own numbering. The oldest tested version is 15."""

_UNSTORABLE = frozenset({"22001", "22003", "22021", "22P05"})
"""SQLSTATEs for values that a column cannot hold: too long, too large, characters without an encoding."""


class DatabaseUnsuitable(Exception):
    """The database cannot be used as it is; the message says what to do."""


BigId = BigInteger().with_variant(Integer(), "sqlite")
"""Automatic 64-bit row number. SQLite only increments columns of its type INTEGER."""


def make_postgresql_engine(url: URL, *, busy_timeout_ms: int, pool_timeout: float, read_only: bool) -> Engine:
    """An engine for writing, or for reading snapshots. Connects only when it is used.

    Raises DatabaseUnsuitable for a missing driver.
    """
    if url.drivername not in {"postgresql", "postgres", DRIVER}:
        raise DatabaseUnsuitable(
            f"GREENROOM_DATABASE_URL names the driver {url.drivername!r}. Greenroom uses psycopg: write "
            f"{DRIVER}://… or postgresql://…"
        )
    if find_spec("psycopg") is None:
        raise DatabaseUnsuitable(
            "PostgreSQL needs the Python package psycopg, which is not installed. Run `make install`."
        )
    arguments = {} if "connect_timeout" in url.query else {"connect_timeout": CONNECT_SECONDS}
    engine = create_engine(
        url.set(drivername=DRIVER),
        json_serializer=lambda value: json.dumps(value, ensure_ascii=False),
        connect_args={"application_name": "greenroom", **arguments},
        hide_parameters=True,
        pool_size=MAX_READERS if read_only else MAX_WRITERS,
        max_overflow=0,
        pool_timeout=pool_timeout,
        # The most recently used connection has its statements prepared and its tables in memory.
        pool_use_lifo=True,
        # Replaces connections that were lost while PostgreSQL was unavailable.
        pool_pre_ping=True,
    )
    session_settings = [
        "timezone='UTC'",
        f"lock_timeout={busy_timeout_ms}",
        f"idle_in_transaction_session_timeout={MAX_IDLE_SECONDS * 1000}",
    ]
    if read_only:
        session_settings += [
            "default_transaction_read_only=on",
            "default_transaction_isolation='repeatable read'",
        ]
    statements = ";".join(f"SET {setting}" for setting in session_settings)

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        _replace_nul(connection)
        connection.autocommit = True
        connection.execute(statements)
        connection.autocommit = False

    if not read_only:

        @event.listens_for(engine, "begin")
        def _begin(connection: Any) -> None:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})")

    return engine


def _replace_nul(connection: Any) -> None:
    """Store U+FFFD, the replacement character, for NUL, which PostgreSQL cannot store in texts.

    Without a replacement, two names that differ only by this character would become equal.
    """
    from psycopg.types.string import StrDumperUnknown

    class TextDumper(StrDumperUnknown):
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\x00", "\ufffd"))

    connection.adapters.register_dumper(str, TextDumper)


class ServerLock:
    """Keeps other servers from using the database; with ``server_name``, only servers of other installations.

    Server processes with names share the lock, and no two have the same name (ADR 0055).

    PostgreSQL releases it when the connection ends, even if the machine was cut off. After a lost connection,
    a thread takes it again.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        server_name: str | None = None,
        check_seconds: float = LOCK_CHECK_SECONDS,
    ) -> None:
        self._engine = engine
        self._server_name = server_name
        self._check_seconds = check_seconds
        self._connection: Connection | None = None
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="server-lock", daemon=True)

    def __enter__(self) -> None:
        """Raises DatabaseUnsuitable if another server holds the lock."""
        if not self._take():
            if self._server_name is not None:
                raise DatabaseUnsuitable(
                    f"The database {self._engine.url.database!r} is used by another server process named "
                    f"{self._server_name!r}, or by a server without GREENROOM_REDIS_URL. Stop it, or choose "
                    "another name with GREENROOM_SERVER_NAME."
                )
            raise DatabaseUnsuitable(
                f"Another Greenroom server uses the database {self._engine.url.database!r}. Stop it, or "
                "choose another database with GREENROOM_DATABASE_URL."
            )
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._is_closing.set()
        self._thread.join()
        self._drop()

    def _take(self) -> bool:
        connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.exec_driver_sql("SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10")
        if self._server_name is None:
            statements = [f"SELECT pg_try_advisory_lock({SERVER_LOCK})"]
        else:
            statements = [
                f"SELECT pg_try_advisory_lock_shared({SERVER_LOCK})",
                f"SELECT pg_try_advisory_lock({make_lock_id(f'server:{self._server_name}')})",
            ]
        self._connection = connection
        for statement in statements:
            if not connection.exec_driver_sql(statement).scalar_one():
                self._drop()
                return False
        return True

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _keep(self) -> None:
        while not self._is_closing.wait(self._check_seconds):
            try:
                if self._connection is not None:
                    self._connection.exec_driver_sql("SELECT 1")
                elif not self._take():
                    log.error("database_of_another_server")
            except DBAPIError:
                self._drop()


def check_server(engine: Engine) -> str:
    """The version of the server, such as "15.18".

    Raises DatabaseUnsuitable for a server that is too old or a database that is not in UTF-8.
    """
    with engine.connect() as connection:
        version = connection.exec_driver_sql("SHOW server_version_num").scalar_one()
        name: str = connection.exec_driver_sql("SHOW server_version").scalar_one()
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if int(version) < MIN_VERSION:
        raise DatabaseUnsuitable("Greenroom needs PostgreSQL 13 or newer.")
    if encoding != "UTF8":
        raise DatabaseUnsuitable(
            f"The database is encoded in {encoding}. Create it with the encoding UTF8: "
            "createdb --encoding=UTF8 --template=template0 greenroom"
        )
    return name.partition(" ")[0]


def is_unstorable(error: DBAPIError) -> bool:
    """Whether PostgreSQL refused a value because it cannot store it."""
    return getattr(error.orig, "sqlstate", None) in _UNSTORABLE


_REASONS: tuple[tuple[str, str], ...] = (
    (r"password authentication failed|no password supplied", "the user name or the password is wrong"),
    (r'role "[^"]*" does not exist', "there is no such user"),
    (r'database "[^"]*" does not exist', "there is no such database: create it first (createdb)"),
    (r"no pg_hba\.conf entry", "PostgreSQL does not admit this user from this machine (pg_hba.conf)"),
    (r"Connection refused", "nothing responds there: PostgreSQL is not running, or listens elsewhere"),
    (r"(Name or service not known|resolve host|No address associated)", "the host name is unknown"),
    (r"(timeout expired|timed out|No route to host|unreachable)", "the host does not respond"),
    (r"(SSL|certificate)", "the encrypted connection failed: check sslmode in the URL"),
    (r"too many (clients|connections)", "it has no free connection: raise max_connections"),
    (r"permission denied", "the user may not create tables there: make it the owner of the database"),
    (r"(No space left|could not extend)", "its disk is full"),
    (r"lock timeout", "another program has locked its tables"),
)


def explain_error(error: DBAPIError, url: URL) -> str:
    """One sentence for an error at start-up. Never contains the password."""
    reason = str(error.orig)
    first_line = reason.partition("\n")[0]
    meaning = next((text for pattern, text in _REASONS if re.search(pattern, reason)), first_line)
    place = f"{url.host or 'localhost'}:{url.port or 5432}"
    return (
        f"The PostgreSQL database {url.database!r} at {place} cannot be used: {meaning}. "
        "Check GREENROOM_DATABASE_URL."
    )
