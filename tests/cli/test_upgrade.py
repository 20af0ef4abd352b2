"""`greenroom upgrade`: backed up, migrated and checked, or as it was before."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from app.backup.database import check_database
from app.backup.restore import describe_backup
from app.cli import main
from app.core.database import make_engine
from app.core.settings import Settings
from app.migrations.upgrade import LAST_VERSIONS, newest_revision, upgrade
from app.serving import installation, upgrading
from app.serving.data_folder import lock_data_folder
from tests.cli.upgrade_checks import OLD, Check
from tests.old_databases import fill


@pytest.fixture(autouse=True)
def keep_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_DATA_DIR", "replaced by the command")


@pytest.fixture
def old_server(tmp_path: Path) -> Path:
    """The data folder of an earlier version, with a row in every table."""
    folder = tmp_path / "data"
    folder.mkdir()
    engine = make_engine(Settings(data_dir=folder).resolved_database_url)
    upgrade(engine, revision=OLD)
    fill(engine)
    engine.dispose()
    return folder


def read_revision(data_dir: Path) -> str:
    engine = make_engine(Settings(data_dir=data_dir).resolved_database_url)
    (found,) = upgrading.read_heads(engine)
    engine.dispose()
    return found


def run(data_dir: Path, *options: str) -> int:
    return main(["upgrade", "--data-dir", str(data_dir), *options])


def test_old_data_is_backed_up_and_updated(
    old_server: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(old_server, "--backup-to", str(tmp_path / "backups"), "--json") == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["before"], result["after"]) == (OLD, newest_revision())
    assert read_revision(old_server) == newest_revision()
    assert describe_backup(Path(result["backup"])).revision == OLD
    assert run(old_server) == 0
    assert "up to date" in capsys.readouterr().out


def break_tables(engine: Engine, *, check: Check) -> None:
    """A migration that works and leaves a table out."""

    def drop_and_check(connection: Connection) -> None:
        connection.exec_driver_sql("DROP TABLE users")
        check(connection)

    upgrade(engine, check=drop_and_check)


def break_references(engine: Engine, *, check: Check) -> None:
    """A migration after which rows refer to missing ones."""
    upgrade(engine, check=check)
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA foreign_keys=OFF")
        driver.execute("DELETE FROM users")
    engine.dispose()


def crash(engine: Engine, *, check: Check) -> None:
    """A migration with a bug, which stops after a part of it was committed."""
    with engine.connect() as connection:
        connection.exec_driver_sql("DROP TABLE users")
        connection.commit()
    raise KeyError("a bug")


@pytest.mark.parametrize("migration", [break_tables, break_references])
def test_an_update_that_leaves_broken_data_is_undone(
    old_server: Path,
    migration: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(upgrading, "upgrade", migration)
    assert run(old_server) == 1
    assert "was undone: the database is as it was" in capsys.readouterr().err
    assert read_revision(old_server) == OLD
    assert check_database(old_server / "greenroom.db") is None


def test_an_update_that_crashes_is_undone(old_server: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upgrading, "upgrade", crash)
    with pytest.raises(KeyError):
        run(old_server)
    engine = make_engine(Settings(data_dir=old_server).resolved_database_url)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM users").scalar() == 1
    engine.dispose()


def fill_disk(engine: Engine) -> None:
    """As on a full disk, SQLite gets no further page."""

    @event.listens_for(engine, "connect")
    def limit(connection: Any, _record: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")


def test_a_full_disk_during_the_migration_of_serve_is_named(
    old_server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def upgrade_on_full_disk(engine: Engine) -> None:
        # The connection that was used for the copy has no limit.
        engine.dispose()
        fill_disk(engine)
        upgrade(engine)

    monkeypatch.setattr(installation, "upgrade", upgrade_on_full_disk)
    with pytest.raises(installation.ServeFailed, match=r"disk .* is full\. Free some space and start again"):
        installation.migrate(Settings(data_dir=old_server))
    assert read_revision(old_server) == OLD
    monkeypatch.undo()
    installation.migrate(Settings(data_dir=old_server))
    assert read_revision(old_server) == newest_revision()


def test_a_full_disk_during_the_migration_undoes_it(
    old_server: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def upgrade_on_full_disk(engine: Engine, *, check: Check) -> None:
        fill_disk(engine)
        upgrade(engine, check=check)

    monkeypatch.setattr(upgrading, "upgrade", upgrade_on_full_disk)
    assert run(old_server) == 1
    message = capsys.readouterr().err
    assert "was undone: the database is as it was" in message
    assert "disk is full" in message
    assert read_revision(old_server) == OLD
    monkeypatch.undo()
    assert run(old_server, "--backup-to", str(tmp_path / "backups")) == 0


DIES = """
import os, signal, sys
from app.serving import upgrading
from app.cli import main

def die(*_args, **_options):
    os.kill(os.getpid(), signal.SIGKILL)

setattr(upgrading, sys.argv[1], die)
main(["upgrade", "--data-dir", sys.argv[2]])
"""


@pytest.mark.parametrize(
    ("function", "revision"),
    [
        ("create_backup", OLD),
        ("keep_copy", OLD),
        # Everything is migrated, but not committed.
        ("_check_tables", OLD),
        ("_check_file", newest_revision()),
    ],
)
def test_a_power_cut_at_any_step_loses_nothing_and_the_next_update_ends_well(
    old_server: Path, tmp_path: Path, function: str, revision: str
) -> None:
    process = subprocess.run(
        [sys.executable, "-c", DIES, function, str(old_server)], cwd=Path(__file__).parents[2], check=False
    )
    assert process.returncode == -signal.SIGKILL
    assert read_revision(old_server) == revision
    # Elsewhere, because backups are named by the second.
    assert run(old_server, "--backup-to", str(tmp_path / "backups")) == 0
    assert read_revision(old_server) == newest_revision()
    assert check_database(old_server / "greenroom.db") is None
    engine = make_engine(Settings(data_dir=old_server).resolved_database_url)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM users").scalar() == 1
    engine.dispose()


@pytest.mark.parametrize(
    ("revision", "sentence"),
    [("from-the-future", "Install that version"), ("retired", "Install Greenroom 0.8.2, update with that")],
)
def test_an_update_that_is_not_possible_says_what_to_do(
    old_server: Path,
    revision: str,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LAST_VERSIONS, "retired", "0.8.2")
    engine = make_engine(Settings(data_dir=old_server).resolved_database_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = ?", (revision,))
    engine.dispose()
    assert run(old_server) == 1
    assert sentence in capsys.readouterr().err


def test_nothing_is_updated_below_a_running_server_or_without_a_backup(
    old_server: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with lock_data_folder(old_server):
        assert run(old_server) == 1
    assert "Another Greenroom server" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert run(old_server, "--backup-to", str(tmp_path / "file")) == 1
    assert "cannot be copied first" in capsys.readouterr().err
    assert run(tmp_path / "empty") == 1
    assert "There is no database" in capsys.readouterr().err
    assert read_revision(old_server) == OLD
