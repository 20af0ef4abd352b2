"""Locks of the server processes, on PostgreSQL (`make test-scale`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from app.core.database import Database
from app.core.postgresql import DatabaseUnsuitable, ServerLock
from app.core.process_locks import ProcessLocks

pytestmark = pytest.mark.postgresql


@contextmanager
def process(database: Database, name: str) -> Iterator[ProcessLocks]:
    locks = ProcessLocks(database.reader_engine, server_name=name)
    try:
        yield locks
    finally:
        locks.close()


def cut_off(database: Database, name: str) -> None:
    """End the connection of a process, as a restart of PostgreSQL does."""
    with database.transaction() as session:
        query = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = :name"
        assert session.scalar(text(query), {"name": f"greenroom {name}"})


def test_a_lock_has_one_holder_until_it_is_released(database: Database) -> None:
    with process(database, "a") as a, process(database, "b") as b:
        assert b.find_holder("room:1") is None
        assert a.take("room:1")
        assert a.take("room:1")
        assert not b.take("room:1")
        assert b.take("room:2")
        assert (b.find_holder("room:1"), a.find_holder("room:2")) == ("a", "b")
        a.release("room:1")
        assert b.take("room:1")


def test_an_ended_process_holds_nothing(database: Database) -> None:
    with process(database, "b") as b:
        for number in range(50):  # PostgreSQL notices some closed connections late
            with process(database, "a") as a:
                assert a.take(f"room:{number}")
            assert b.take(f"room:{number}")


def test_a_lost_connection_is_replaced_with_its_locks(database: Database) -> None:
    with process(database, "a") as a, process(database, "b") as b:
        assert a.take("room:1")
        cut_off(database, "a")
        assert a.check() == set()
        assert not b.take("room:1")
        assert a.list_held() == {"room:1"}


def test_a_lock_that_another_process_took_meanwhile_is_reported_once(database: Database) -> None:
    with process(database, "a") as a, process(database, "b") as b:
        assert a.take("room:1")
        assert a.take("room:2")
        cut_off(database, "a")
        assert b.take("room:1")
        assert a.check() == {"room:1"}
        assert a.check() == set()
        assert a.list_held() == {"room:2"}


def test_processes_with_names_share_the_database_but_no_name(database: Database) -> None:
    engine = database.reader_engine
    with ServerLock(engine, server_name="a"), ServerLock(engine, server_name="b"):
        with pytest.raises(DatabaseUnsuitable, match="another server process named 'a'"):
            ServerLock(engine, server_name="a").__enter__()
        with pytest.raises(DatabaseUnsuitable, match="Another Greenroom server"):
            ServerLock(engine).__enter__()


def test_a_server_without_a_name_has_the_database_alone(database: Database) -> None:
    engine = database.reader_engine
    with ServerLock(engine), pytest.raises(DatabaseUnsuitable, match="without GREENROOM_REDIS_URL"):
        ServerLock(engine, server_name="a").__enter__()
