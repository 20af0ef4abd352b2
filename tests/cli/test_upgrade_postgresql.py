"""`greenroom upgrade` of a database in PostgreSQL (`make test-scale`)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, MetaData, create_engine, func, make_url, select, text

from app.backup.restore import describe_backup
from app.cli import main
from app.core.database import make_engine
from app.core.postgresql import DRIVER, ServerLock
from app.migrations.upgrade import newest_revision, upgrade
from app.serving import upgrading
from tests.cli.upgrade_checks import OLD, Check
from tests.old_databases import fill

pytestmark = pytest.mark.postgresql

KILLED_BEFORE_THE_COMMIT = """
import os, signal, sys
from app.serving import upgrading
from app.cli import main
upgrading._check_tables = lambda _connection: os.kill(os.getpid(), signal.SIGKILL)
sys.exit(main(["upgrade", "--data-dir", sys.argv[1]]))
"""


@pytest.fixture
def url(database_url: str | None, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of an earlier version, with a row in every table."""
    assert database_url is not None
    engine = make_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    upgrade(engine, revision=OLD)
    fill(engine)
    engine.dispose()
    monkeypatch.setenv("GREENROOM_DATABASE_URL", database_url)
    monkeypatch.setenv("GREENROOM_DATA_DIR", "replaced by the command")
    return database_url


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def other_session(url: str) -> Iterator[Connection]:
    """A connection beside the update, which sees what is committed."""
    engine = create_engine(make_url(url).set(drivername=DRIVER), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def run(data_dir: Path, *options: str) -> int:
    return main(["upgrade", "--data-dir", str(data_dir), *options])


def describe(url: str) -> tuple[str, dict[str, int]]:
    """The revision of a database, and the number of rows of each table."""
    engine = make_engine(url)
    (revision,) = upgrading.read_heads(engine)
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        rows = {
            name: connection.scalar(select(func.count()).select_from(table)) or 0
            for name, table in tables.tables.items()
        }
    engine.dispose()
    return revision, rows


def test_old_data_is_backed_up_and_updated(
    url: str,
    data_dir: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, before = describe(url)
    assert run(data_dir, "--backup-to", str(tmp_path / "backups"), "--json") == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["before"], result["after"], result["copy"]) == (OLD, newest_revision(), None)
    revision, after = describe(url)
    assert revision == newest_revision()
    assert {name: after[name] for name in before} == before
    assert run(data_dir) == 0
    assert "up to date" in capsys.readouterr().out
    # The backup is of the earlier version, and an empty server takes it.
    backup = Path(result["backup"])
    assert describe_backup(backup).revision == OLD
    monkeypatch.delenv("GREENROOM_DATABASE_URL")
    restored = tmp_path / "restored"
    assert main(["restore", "--data-dir", str(restored), str(backup)]) == 0
    revision, rows = describe(f"sqlite:///{restored / 'greenroom.db'}")
    assert revision == newest_revision()
    assert {name: rows[name] for name in before} == before


def break_tables(engine: Engine, *, check: Check) -> None:
    """A migration that works and leaves a table out."""

    def drop_and_check(connection: Connection) -> None:
        connection.execute(text("DROP TABLE users CASCADE"))
        check(connection)

    upgrade(engine, check=drop_and_check)


def crash(engine: Engine, *, check: Check) -> None:
    """A migration with a bug, which stops when it has changed everything."""

    def stop(_connection: Connection) -> None:
        raise KeyError("a bug")

    upgrade(engine, check=stop)


def test_an_update_that_leaves_broken_data_is_undone(
    url: str, data_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = describe(url)
    monkeypatch.setattr(upgrading, "upgrade", break_tables)
    assert run(data_dir) == 1
    assert "was undone: the database is as it was" in capsys.readouterr().err
    assert describe(url) == before
    assert list((data_dir / "before-update").glob("*.backup"))


def test_an_update_that_crashes_is_undone(url: str, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = describe(url)
    monkeypatch.setattr(upgrading, "upgrade", crash)
    with pytest.raises(KeyError):
        run(data_dir)
    assert describe(url) == before


def test_an_update_that_is_killed_before_its_end_changes_nothing(
    url: str, data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after a power cut. The next run does the whole update."""
    before = describe(url)
    process = subprocess.run(
        [sys.executable, "-c", KILLED_BEFORE_THE_COMMIT, str(data_dir)],
        cwd=Path(__file__).parents[2],
        env=os.environ,
        check=False,
    )
    assert process.returncode == -signal.SIGKILL
    assert describe(url) == before
    assert run(data_dir) == 0
    assert describe(url)[0] == newest_revision()


def test_nothing_is_seen_of_an_update_before_it_was_checked(
    url: str, data_dir: Path, other_session: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    check_tables = upgrading._check_tables

    def look_and_check(connection: Connection) -> None:
        seen.append(other_session.scalar(text("SELECT to_regclass('security_events')")))
        check_tables(connection)

    monkeypatch.setattr(upgrading, "_check_tables", look_and_check)
    assert run(data_dir) == 0
    assert seen == [None]
    assert other_session.scalar(text("SELECT to_regclass('security_events')")) == "security_events"


def test_nothing_is_updated_below_a_running_server_or_without_a_backup(
    url: str, data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = describe(url)
    engine = make_engine(url, read_only=True)
    # With a data folder of its own.
    with ServerLock(engine, server_name="a"):
        assert run(data_dir) == 1
    engine.dispose()
    assert "Another Greenroom server uses the database" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert run(data_dir, "--backup-to", str(tmp_path / "file")) == 1
    assert "cannot be copied first" in capsys.readouterr().err
    assert describe(url) == before


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE alembic_version SET version_num = 'from-the-future'", "Install that version"),
        ("DROP TABLE alembic_version", "is not a Greenroom database"),
    ],
)
def test_an_update_that_is_not_possible_says_what_to_do(
    url: str, data_dir: Path, statement: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()
    assert run(data_dir) == 1
    assert sentence in capsys.readouterr().err
