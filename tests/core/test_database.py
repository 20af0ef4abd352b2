"""Transactions: readers beside blocked writers, actions after the commit, and overwritten deletions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.pool import QueuePool

from app.core.database import MAX_WRITERS, Database, call_after_commit, make_engine
from tests.conftest import Person

MARKER = "a sentence that only this transcript contains"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "test.db"


@pytest.fixture
def small(file: Path) -> Iterator[Database]:
    """A database with one table, on disk."""
    database = Database(make_engine(f"sqlite:///{file}", synchronous="OFF"))
    with database.transaction() as session:
        session.execute(text("CREATE TABLE lines (id INTEGER PRIMARY KEY, line TEXT)"))
    yield database
    database.dispose()


def read_all_files(file: Path) -> bytes:
    return b"".join(path.read_bytes() for path in file.parent.iterdir() if path.name.startswith(file.name))


def test_reads_do_not_wait_for_connections_of_blocked_writers(small: Database) -> None:
    """Another program locks the database while many requests want to write.

    Each of these writers holds a connection until it gives up. Reading must not need one of them.
    """
    small.engine.dispose()
    event.listen(
        small.engine, "checkout", lambda connection, *_: connection.execute("PRAGMA busy_timeout=20000")
    )
    other = make_engine(str(small.engine.url))
    errors: list[Exception] = []

    def write() -> None:
        try:
            with small.transaction() as session:
                session.execute(text("INSERT INTO lines (line) VALUES ('x')"))
        except OperationalError as error:
            errors.append(error)

    writers = [threading.Thread(target=write) for _ in range(MAX_WRITERS)]
    with other.begin():
        for writer in writers:
            writer.start()
        pool, pause = small.engine.pool, threading.Event()
        assert isinstance(pool, QueuePool)
        while pool.checkedout() < MAX_WRITERS:
            pause.wait(0.01)
        read: list[int] = []

        def count() -> None:
            with small.reading() as session:
                read.append(session.execute(text("SELECT count(*) FROM lines")).scalar_one())

        reader = threading.Thread(target=count, daemon=True)
        reader.start()
        reader.join(5)
        assert read == [0]
    for writer in writers:
        writer.join(30)
    other.dispose()
    assert errors == []


def test_a_request_without_a_free_connection_is_answered_with_503(
    alice: Person, api: object, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All connections are taken: the response asks to try again, as when the database is locked."""
    monkeypatch.setattr(database.reader_engine.pool, "_timeout", 0.01)
    pool = database.reader_engine.pool
    assert isinstance(pool, QueuePool)
    connections = [database.reader_engine.connect() for _ in range(pool.size())]
    response = alice.get("/api/interviews")
    for connection in connections:
        connection.close()
    assert (response.status_code, response.json()["code"]) == (503, "DATABASE_BUSY")
    assert response.headers["Retry-After"]
    assert alice.get("/api/interviews").status_code == 200


def test_reading_cannot_write(small: Database) -> None:
    with pytest.raises(OperationalError), small.reading() as session:
        session.execute(text("INSERT INTO lines (line) VALUES ('x')"))


def test_an_action_waits_for_the_commit_of_the_whole_transaction(small: Database) -> None:
    """SQLAlchemy announces the end of a savepoint like a commit: files would be deleted too early."""
    done: list[str] = []
    with small.transaction() as session:
        call_after_commit(session, lambda: done.append("outside"))
        with session.begin_nested():
            call_after_commit(session, lambda: done.append("inside"))
        assert done == []
    assert sorted(done) == ["inside", "outside"]


def test_an_action_is_dropped_with_the_savepoint_or_transaction_that_caused_it(small: Database) -> None:
    done: list[str] = []

    def register(session: Session) -> None:
        call_after_commit(session, lambda: done.append("called"))

    with small.transaction() as session:
        outer = session.begin_nested()
        with session.begin_nested():
            register(session)
        outer.rollback()

    def fail() -> None:
        with small.transaction() as session:
            register(session)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert done == []


def test_deleted_text_is_overwritten(small: Database, file: Path) -> None:
    """A deleted transcript must not stay readable in the free pages of the file or in the log."""
    with small.transaction() as session:
        rows = [{"line": f"{MARKER} {number}" * 200} for number in range(50)]
        session.execute(text("INSERT INTO lines (line) VALUES (:line)"), rows)
    assert MARKER.encode() in read_all_files(file)
    with small.transaction() as session:
        session.execute(text("DELETE FROM lines"))
    small.empty_log()
    assert MARKER.encode() not in read_all_files(file)


def test_database_errors_do_not_contain_the_stored_text(small: Database) -> None:
    """SQLAlchemy prints the parameters of a failed statement: transcripts, names and tokens."""
    with pytest.raises(Exception, match="no such table") as failure, small.transaction() as session:
        session.execute(text("INSERT INTO missing (line) VALUES (:line)"), {"line": MARKER})
    assert MARKER not in str(failure.value)
