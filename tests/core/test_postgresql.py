"""PostgreSQL: what is refused at the start, and the guarantees of its transactions."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import column as sql_column
from sqlalchemy import insert, make_url, table, text
from sqlalchemy.exc import DatabaseError, DBAPIError

from app.backup.create import create_backup
from app.backup.errors import BackupFailed
from app.core import postgresql
from app.core.clock import utc_now
from app.core.database import Database, make_engine
from app.core.errors import ValidationFailed
from app.core.files import FolderFiles
from app.core.postgresql import DatabaseUnsuitable, ServerLock, explain_error
from app.core.settings import Settings
from app.doctor.checks import examine, read_saved
from app.migrations.upgrade import check
from app.serving import installation
from tests.server_process import find_free_port


def make_settings(folder: Path, url: str) -> Settings:
    return Settings(data_dir=folder / "data", database_url=SecretStr(url))


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("postgresql+asyncpg://greenroom@localhost/greenroom", "postgresql[+]psycopg://"),
        ("mysql://greenroom@localhost/greenroom", "names the driver 'mysql'"),
        ("greenroom@localhost", "not a database URL"),
    ],
)
def test_another_database_or_driver_is_refused_in_one_sentence(tmp_path: Path, url: str, says: str) -> None:
    with pytest.raises(installation.ServeFailed, match=says):
        installation.migrate(make_settings(tmp_path, url))


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "find_spec", lambda _name: None)
    with pytest.raises(DatabaseUnsuitable, match="psycopg, which is not installed"):
        make_engine("postgresql://greenroom@localhost/greenroom")


def test_a_server_that_does_not_answer_is_named_without_the_password(tmp_path: Path) -> None:
    port = find_free_port()
    settings = make_settings(tmp_path, f"postgresql://greenroom:very-secret@127.0.0.1:{port}/greenroom")
    with pytest.raises(
        installation.ServeFailed, match=f"127.0.0.1:{port} cannot be used: nothing responds"
    ) as failure:
        installation.migrate(settings)
    assert "very-secret" not in str(failure.value)


def test_the_doctor_reports_a_server_that_does_not_answer(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, f"postgresql://greenroom@127.0.0.1:{find_free_port()}/greenroom")
    secrets = settings.data_dir / "secrets"
    secrets.mkdir(parents=True)
    (secrets / "storage.key").write_bytes(b"0" * 32)
    (finding,) = (one for one in examine(read_saved(settings)) if one.name == "postgresql")
    assert not finding.ok
    assert "nothing responds there" in finding.detail


def test_a_backup_says_that_the_server_does_not_answer(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, f"postgresql://greenroom@127.0.0.1:{find_free_port()}/greenroom")
    with pytest.raises(BackupFailed, match="nothing responds there"):
        create_backup(
            settings, files=FolderFiles(settings.data_dir), target=tmp_path / "monday.backup", now=utc_now()
        )


@pytest.mark.parametrize(
    ("reason", "says"),
    [
        ('FATAL:  password authentication failed for user "greenroom"', "the password is wrong"),
        ('FATAL:  database "greenroom" does not exist', "create it first"),
        ('failed to resolve host "db": Name or service not known', "host name is unknown"),
        ("FATAL:  sorry, too many clients already", "max_connections"),
        ("permission denied for schema public", "make it the owner"),
        ("something new\nDETAIL: more of it", "cannot be used: something new. Check"),
    ],
)
def test_an_error_at_the_start_is_one_sentence(reason: str, says: str) -> None:
    error = DBAPIError(None, None, Exception(reason))
    sentence = explain_error(error, make_url("postgresql://greenroom:very-secret@db/greenroom"))
    assert says in sentence
    assert "very-secret" not in sentence


# --- on a server: `make test-scale` ---------------------------------------------------------------


@pytest.fixture
def url(database_url: str | None) -> str:
    if database_url is None:
        pytest.skip("needs PostgreSQL: `make test-scale` runs it")
    return database_url


@pytest.fixture
def postgres(url: str) -> Iterator[Database]:
    database = Database(make_engine(url))
    yield database
    database.dispose()


def test_the_migrations_make_the_declared_tables(url: str) -> None:
    engine = make_engine(url)
    check(engine)
    engine.dispose()


def test_a_wrong_password_is_one_sentence(tmp_path: Path, url: str) -> None:
    wrong = make_url(url).set(password="wrong").render_as_string(hide_password=False)
    with pytest.raises(installation.ServeFailed, match="user name or the password is wrong"):
        installation.migrate(make_settings(tmp_path, wrong))


def test_a_database_in_another_encoding_is_refused(tmp_path: Path, url: str) -> None:
    engine = make_engine(url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(
            "CREATE DATABASE latin TEMPLATE template0 ENCODING LATIN1 LC_COLLATE 'C' LC_CTYPE 'C'"
        )
        try:
            latin = make_url(url).set(database="latin").render_as_string(hide_password=False)
            with pytest.raises(installation.ServeFailed, match="encoded in LATIN1"):
                installation.migrate(make_settings(tmp_path, latin))
        finally:
            connection.exec_driver_sql("DROP DATABASE latin WITH (FORCE)")
    engine.dispose()


def test_a_second_server_on_the_same_database_is_refused(tmp_path: Path, url: str) -> None:
    engine = make_engine(url, read_only=True)
    with ServerLock(engine), pytest.raises(installation.ServeFailed, match="Another Greenroom server"):
        installation.migrate(make_settings(tmp_path, url))
    engine.dispose()
    installation.migrate(make_settings(tmp_path, url))


def test_the_lock_of_a_server_is_taken_again_after_a_lost_connection(postgres: Database) -> None:
    # The view lists the locks of all databases, and other tests run beside this one.
    holders = text(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = :low"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    low = {"low": postgresql.SERVER_LOCK & 0xFFFFFFFF}
    with ServerLock(make_engine(postgres.engine.url, read_only=True), check_seconds=0.01):
        with postgres.reading() as session:
            (first,) = session.scalars(holders, low)
        with postgres.transaction() as session:
            session.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": first})
        found = [first]
        while found in ([], [first]):
            with postgres.reading() as session:
                found = list(session.scalars(holders, low))


def test_one_transaction_writes_at_a_time(postgres: Database) -> None:
    question = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    with ThreadPoolExecutor() as pool, postgres.transaction() as first:
        first.execute(text("SELECT 1"))
        second = pool.submit(postgres.engine.connect().exec_driver_sql, "SELECT 1")
        while first.scalar(question) == 0:
            assert not second.done()
        first.commit()
        second.result().connection.close()


def test_a_reader_sees_one_snapshot_and_never_waits(postgres: Database) -> None:
    with postgres.transaction() as writer, postgres.reading() as reader:
        count = text("SELECT count(*) FROM stored_settings")
        before = reader.scalar(count)
        writer.execute(text("INSERT INTO stored_settings VALUES ('a', '1', now()::timestamp)"))
        writer.commit()
        assert reader.scalar(count) == before


def test_a_reader_cannot_write(postgres: Database) -> None:
    with postgres.reading() as session, pytest.raises(DatabaseError, match="read-only transaction"):
        session.execute(text("DELETE FROM users"))


@pytest.mark.parametrize("value", ["x" * 41, 2**31])
def test_values_that_a_column_cannot_hold_are_refused_as_input(postgres: Database, value: object) -> None:
    column = "number" if isinstance(value, int) else "name"
    with postgres.transaction() as session:
        session.execute(text("CREATE TABLE held (name varchar(40), number integer)"))

    def store() -> None:
        with postgres.transaction() as session:
            session.execute(insert(table("held", sql_column(column))).values({column: value}))

    with pytest.raises(ValidationFailed):
        store()


def test_nul_is_stored_as_the_replacement_character(postgres: Database) -> None:
    with postgres.reading() as session:
        assert session.scalar(text("SELECT CAST(:value AS varchar)"), {"value": "a\x00b"}) == "a\ufffdb"


def test_a_lost_connection_is_replaced(postgres: Database) -> None:
    with postgres.reading() as session:
        backend = session.scalar(text("SELECT pg_backend_pid()"))
    with postgres.transaction() as session:
        session.execute(text("SELECT pg_terminate_backend(:backend)"), {"backend": backend})
    postgres.check()
