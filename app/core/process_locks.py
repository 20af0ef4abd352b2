"""Advisory locks with which several server processes share one PostgreSQL database (ADR 0055).

PostgreSQL releases the locks of a connection when it ends, however its process ended. So locks need no
expiry, and those of a dead process are free at once.
"""

from __future__ import annotations

import hashlib
import threading
from contextlib import suppress

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

_PROGRAM = "greenroom "
"""Prefix of the application name of the connection with the locks; the name of the process follows."""
_SESSION = (
    "SET idle_in_transaction_session_timeout = 0",
    # If the machine is cut off, its connection ends within 15 seconds.
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3",
)

_FIND_HOLDER = """
    SELECT coalesce(activity.application_name, '')
    FROM pg_locks AS locks LEFT JOIN pg_stat_activity AS activity USING (pid)
    WHERE locks.locktype = 'advisory' AND locks.objsubid = 1 AND locks.granted
      AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND locks.classid::bigint = {high} AND locks.objid::bigint = {low}
"""


def make_lock_id(key: str) -> int:
    """The number of a named lock: a signed 64-bit integer, as PostgreSQL requires."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], signed=True)


class ProcessLocks:
    """Named locks of one process, on a dedicated connection. Safe to use from several threads."""

    def __init__(self, engine: Engine, *, server_name: str) -> None:
        self._engine = engine
        self._server_name = server_name
        self._mutex = threading.Lock()
        self._connection: Connection | None = None
        self._held: set[str] = set()
        self._lost: set[str] = set()

    def take(self, key: str) -> bool:
        """Take a lock, unless this process already holds it.

        False if another process holds it. Raises DBAPIError.
        """
        with self._mutex:
            if key not in self._held and self._try(key):
                self._held.add(key)
            return key in self._held

    def release(self, key: str) -> None:
        """Release a lock, if this process holds it. Raises nothing: a lost connection has released it."""
        with self._mutex:
            if key in self._held:
                self._held.discard(key)
                with suppress(DBAPIError):
                    self._run(f"SELECT pg_advisory_unlock({make_lock_id(key)})")

    def list_held(self) -> set[str]:
        with self._mutex:
            return set(self._held)

    def find_holder(self, key: str) -> str | None:
        """Name of the process that holds a lock; None if it is free. Raises DBAPIError."""
        number = make_lock_id(key) & (2**64 - 1)
        with self._mutex:
            name = self._run(_FIND_HOLDER.format(high=number >> 32, low=number & (2**32 - 1)))
        return None if name is None else str(name).removeprefix(_PROGRAM)

    def check(self) -> set[str]:
        """Replace a lost connection. Returns the locks that another process has taken since.

        Raises DBAPIError while PostgreSQL is unavailable; the locks then still count as held.
        """
        with self._mutex:
            try:
                self._run("SELECT 1")
            except DBAPIError:
                self._run("SELECT 1")
            lost, self._lost = self._lost, set()
            return lost

    def close(self) -> None:
        """Release all locks: free when this returns, if PostgreSQL answers. Raises nothing."""
        with self._mutex:
            if self._held and self._connection is not None:
                # PostgreSQL notices a closed connection a moment later.
                with suppress(DBAPIError):
                    self._run("SELECT pg_advisory_unlock_all()")
            self._held.clear()
            self._drop()

    def _try(self, key: str) -> bool:
        return bool(self._run(f"SELECT pg_try_advisory_lock({make_lock_id(key)})"))

    def _run(self, statement: str) -> object:
        try:
            return self._connect().exec_driver_sql(statement).scalar()
        except DBAPIError:
            self._drop()
            raise

    def _connect(self) -> Connection:
        if self._connection is None:
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            for statement in _SESSION:
                connection.exec_driver_sql(statement)
            connection.exec_driver_sql(f"SET application_name = '{_PROGRAM}{self._server_name}'")
            self._connection = connection
            self._lost |= {key for key in self._held if not self._try(key)}
            self._held -= self._lost
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            # Closed rather than returned to the pool, which would keep its locks.
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
