"""Backups of a server on PostgreSQL, and moves from one kind of database to the other (`make test-scale`)."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, func, insert, select, text

from app.backup import placing, postgresql
from app.backup.errors import BackupFailed
from app.backup.placing import READY_NAME, put_in_place
from app.backup.postgresql import export_database
from app.backup.restore import prepare_restore
from app.billing.tables import LedgerEntry
from app.cli import main
from app.core.database import Base, make_engine
from app.core.postgresql import ServerLock
from app.core.settings import Settings
from app.core.state import AppState
from app.core.tables import StoredSetting
from tests.backup.conftest import restore, verify
from tests.conftest import FrozenClock, Person, TemporaryDatabases

pytestmark = pytest.mark.postgresql

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def url(database_url: str | None) -> str:
    """The database of the server."""
    assert database_url is not None
    return database_url


@pytest.fixture
def empty_url(postgresql_databases: TemporaryDatabases | None) -> Iterator[str]:
    """Another database, with tables but no accounts."""
    assert postgresql_databases is not None
    found = postgresql_databases.create()
    yield found
    postgresql_databases.drop(found)


@pytest.fixture
def data(url: str, state: AppState, alice: Person, interview: dict[str, Any]) -> Rows:
    """What is in the database of a server with a logo, awkward values included."""
    (state.settings.data_dir / "branding").mkdir()
    (state.settings.data_dir / "branding" / "logo").write_bytes(b"logo")
    engine = make_engine(url)
    with engine.begin() as connection:
        values = {"key": "awkward", "value": {"ä\u0000": [None, 0.1, 10**20, "null"]}}
        connection.execute(insert(StoredSetting), values)
        # JSON's null, which is a value; NULL is none.
        connection.execute(insert(StoredSetting), {"key": "null", "value": None})
    engine.dispose()
    return read_rows(url)


@pytest.fixture
def backup(data: Rows, state: AppState, tmp_path: Path) -> Path:
    file = tmp_path / "server.backup"
    assert main(["backup", "--data-dir", str(state.settings.data_dir), str(file)]) == 0
    return file


def read_rows(url: str) -> Rows:
    """All rows of all tables, with JSON as it is stored."""
    engine = make_engine(url, read_only=True)
    with engine.connect() as connection:
        rows = {
            table.name: sorted((tuple(row) for row in _select(connection, table)), key=repr)
            for table in Base.metadata.sorted_tables
        }
    engine.dispose()
    return rows


def _select(connection: Connection, table: Table) -> list[Any]:
    return list(connection.execute(select(*postgresql.list_columns(table))))


def make_settings(data_dir: Path, url: str | None) -> Settings:
    return Settings(data_dir=data_dir, database_url=url)


def test_a_server_comes_back_and_can_change_its_database(
    data: Rows,
    backup: Path,
    empty_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From PostgreSQL to SQLite, and from there to PostgreSQL: every row of every table is the same."""
    assert verify(backup, tmp_path / "elsewhere") == 0
    monkeypatch.delenv("GREENROOM_DATABASE_URL")
    small = tmp_path / "small"
    assert restore(backup, small) == 0
    assert read_rows(f"sqlite:///{small / 'greenroom.db'}") == data
    second = tmp_path / "second.backup"
    assert main(["backup", "--data-dir", str(small), str(second)]) == 0
    monkeypatch.setenv("GREENROOM_DATABASE_URL", empty_url)
    large = tmp_path / "large"
    assert restore(second, large) == 0
    assert read_rows(empty_url) == data
    assert (large / "branding" / "logo").read_bytes() == b"logo"
    assert not (large / "greenroom.db").exists()


def test_rows_can_be_added_after_a_restore(
    data: Rows, backup: Path, empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL numbers the rows that follow from where the backup ended."""
    monkeypatch.setenv("GREENROOM_DATABASE_URL", empty_url)
    assert restore(backup, tmp_path / "target") == 0
    engine = make_engine(empty_url)
    with engine.begin() as connection:
        highest = connection.scalar(select(func.max(LedgerEntry.id))) or 0
        following = connection.scalar(select(func.nextval("ledger_entries_id_seq")))
    engine.dispose()
    assert data["ledger_entries"]
    assert following == highest + 1


def test_a_database_with_accounts_is_never_replaced(
    data: Rows, backup: Path, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert restore(backup, tmp_path / "target", "--replace") == 1
    assert "has accounts" in capsys.readouterr().err
    assert read_rows(url) == data


def test_nothing_is_restored_below_a_running_server(
    data: Rows, backup: Path, url: str, empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a server can start as soon as the restore is done."""
    monkeypatch.setenv("GREENROOM_DATABASE_URL", empty_url)
    before = read_rows(empty_url)
    engine = make_engine(empty_url, read_only=True)
    with ServerLock(engine):
        assert restore(backup, tmp_path / "target") == 1
    assert read_rows(empty_url) == before
    until = time.monotonic() + 10
    while restore(backup, tmp_path / "target", "--replace") != 0:
        # PostgreSQL notices after a moment that the connection with the lock was closed.
        assert time.monotonic() < until
    with ServerLock(engine):
        assert read_rows(empty_url) == data
    engine.dispose()


def test_a_database_of_another_program_is_never_replaced(
    backup: Path,
    empty_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    engine = make_engine(empty_url)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    engine.dispose()
    monkeypatch.setenv("GREENROOM_DATABASE_URL", empty_url)
    assert restore(backup, tmp_path / "target") == 1
    assert "not Greenroom's" in capsys.readouterr().err


def test_a_database_of_a_newer_version_is_not_backed_up(url: str, tmp_path: Path) -> None:
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'newer'"))
    engine.dispose()
    with pytest.raises(BackupFailed, match="made by a newer version"):
        export_database(url, tmp_path / "copy.db")


def test_a_backup_shows_one_moment(
    data: Rows, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written while the tables are read is not in it."""
    engine = make_engine(url)
    copy_rows = postgresql._copy_rows

    def write_meanwhile(source: Connection, target: Connection, table: Table) -> None:
        with engine.begin() as connection:
            connection.execute(insert(StoredSetting), {"key": f"before {table.name}", "value": 1})
        copy_rows(source, target, table)

    monkeypatch.setattr(postgresql, "_copy_rows", write_meanwhile)
    export_database(url, tmp_path / "copy.db")
    engine.dispose()
    assert read_rows(f"sqlite:///{tmp_path / 'copy.db'}") == data


def test_a_value_that_postgresql_cannot_hold_changes_nothing(
    data: Rows, url: str, empty_url: str, tmp_path: Path
) -> None:
    before = read_rows(empty_url)
    copy = tmp_path / "copy.db"
    export_database(url, copy)
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE users SET username = ? WHERE username = 'alice'", ("a" * 10_000,))
    connection.close()
    with pytest.raises(BackupFailed, match="The table users of this backup cannot be stored"):
        postgresql.load_database(copy, empty_url, mark="one")
    assert read_rows(empty_url) == before


@pytest.mark.parametrize("is_loaded", [False, True])
def test_a_restore_that_was_cut_off_is_finished_by_the_next_start(
    data: Rows,
    backup: Path,
    empty_url: str,
    tmp_path: Path,
    clock: FrozenClock,
    monkeypatch: pytest.MonkeyPatch,
    is_loaded: bool,
) -> None:
    """The power is cut before the database is loaded, or after it and before that is noted."""

    class Stopped(BaseException):
        pass

    def stop(*arguments: Any, **options: Any) -> None:
        if is_loaded:
            postgresql.load_database(*arguments, **options)
        raise Stopped

    settings = make_settings(tmp_path / "target", empty_url)
    settings.data_dir.mkdir()
    prepare_restore(settings, source=backup, now=clock.now(), passphrase=None, only_if_empty=True)
    with monkeypatch.context() as patch:
        patch.setattr(placing, "load_database", stop)
        patch.setattr(placing._Exchange, "undo", lambda _exchange: None)
        patch.setattr(placing, "discard", lambda _settings: None)
        with pytest.raises(Stopped):
            put_in_place(settings)
    put_in_place(settings)
    assert read_rows(empty_url) == data
    assert not (settings.data_dir / READY_NAME).exists()


def test_a_load_that_fails_puts_the_files_back(
    data: Rows, backup: Path, url: str, empty_url: str, tmp_path: Path, clock: FrozenClock
) -> None:
    """An account was made between the check and the exchange."""
    settings = make_settings(tmp_path / "target", empty_url)
    (settings.data_dir / "branding").mkdir(parents=True)
    (settings.data_dir / "branding" / "logo").write_bytes(b"present")
    prepare_restore(settings, source=backup, now=clock.now(), passphrase=None, only_if_empty=True)
    later = settings.model_copy(update={"database_url": make_settings(tmp_path, url).database_url})
    with pytest.raises(BackupFailed, match="has accounts"):
        put_in_place(later)
    assert [path.name for path in settings.data_dir.glob("*") if path.name != ".backup"] == ["branding"]
    assert (settings.data_dir / "branding" / "logo").read_bytes() == b"present"
