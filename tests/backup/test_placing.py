"""The exchange of the present data for a restored backup, stopped or failing at any moment."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.backup import placing
from app.backup.errors import BackupFailed
from app.backup.placing import READY_NAME, discard, make_ready, put_in_place
from app.core.settings import Settings
from tests.conftest import FrozenClock

pytestmark = pytest.mark.sqlite

Files = dict[str, bytes]
MOVES = 7
"""At most: the database, its log and three folders aside, and then others into place."""


class Stopped(BaseException):
    """The power is cut: nothing else runs."""


@pytest.fixture
def present(settings: Settings) -> Files:
    """A server whose database has a log beside it."""
    # Those of a real server; here, every folder has one file.
    shutil.rmtree(settings.data_dir / "secrets")
    for name in ("documents", "secrets", "recordings"):
        (settings.data_dir / name).mkdir()
        (settings.data_dir / name / "a").write_bytes(f"present {name}".encode())
    (settings.data_dir / "greenroom.db-wal").write_bytes(b"")
    return read_files(settings.data_dir)


@pytest.fixture
def restored(settings: Settings, present: Files, clock: FrozenClock) -> Files:
    """What is ready to take the place of all that; the backup has no recordings, but a logo."""
    make_prepared(settings, clock, only_if_empty=False)
    return {
        "greenroom.db": b"the restored database",
        "documents/b": b"restored documents",
        "secrets/b": b"restored secrets",
        "branding/b": b"restored branding",
    }


def make_prepared(settings: Settings, clock: FrozenClock, *, only_if_empty: bool) -> None:
    prepared = settings.data_dir / "prepared"
    for name in ("documents", "secrets", "branding"):
        (prepared / name).mkdir(parents=True)
        (prepared / name / "b").write_bytes(f"restored {name}".encode())
    (prepared / "greenroom.db").write_bytes(b"the restored database")
    make_ready(settings, prepared, now=clock.now(), only_if_empty=only_if_empty)


def read_files(folder: Path, *, without: str | None = None) -> Files:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and (without is None or without not in path.parts)
    }


def fail_at(monkeypatch: pytest.MonkeyPatch, number: int, error: BaseException, *, before: bool) -> None:
    """Let one move raise, before or after it is made."""
    count, move = 0, placing._move

    def move_or_fail(start: Path, end: Path) -> None:
        nonlocal count
        count += 1
        if before and count == number:
            raise error
        move(start, end)
        if count == number:
            raise error

    monkeypatch.setattr(placing, "_move", move_or_fail)


def test_the_data_is_exchanged(settings: Settings, present: Files, restored: Files) -> None:
    aside = put_in_place(settings)
    assert aside is not None
    assert read_files(aside) == present
    assert read_files(settings.data_dir, without=aside.name) == restored
    assert put_in_place(settings) is None


@pytest.mark.parametrize("number", range(1, MOVES + 1))
@pytest.mark.parametrize("before", [True, False])
def test_a_power_cut_at_any_move_is_made_good_at_the_next_start(
    settings: Settings,
    present: Files,
    restored: Files,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    before: bool,
) -> None:
    with monkeypatch.context() as cut:
        fail_at(cut, number, Stopped(), before=before)
        cut.setattr(placing._Exchange, "undo", lambda _exchange: None)
        cut.setattr(placing, "discard", lambda _settings: None)
        with pytest.raises(Stopped):
            put_in_place(settings)
    aside = put_in_place(settings)
    assert aside is not None
    assert read_files(aside) == present
    assert read_files(settings.data_dir, without=aside.name) == restored


@pytest.mark.parametrize("number", range(1, MOVES + 1))
@pytest.mark.parametrize("before", [True, False])
def test_a_failure_at_any_move_leaves_the_earlier_data(
    settings: Settings,
    present: Files,
    restored: Files,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    before: bool,
) -> None:
    fail_at(monkeypatch, number, OSError(errno.EIO, "Input/output error"), before=before)
    with pytest.raises(OSError, match="Input/output"):
        put_in_place(settings)
    assert read_files(settings.data_dir) == present
    assert put_in_place(settings) is None


@pytest.mark.parametrize("is_full", [False, True])
def test_a_database_on_another_disk_is_exchanged_or_left(
    settings: Settings,
    present: Files,
    restored: Files,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_full: bool,
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    database = (settings.data_dir / "greenroom.db").rename(disk / "server.db")
    settings = settings.model_copy(update={"database_url": SecretStr(f"sqlite:///{database}")})
    before = read_files(settings.data_dir, without=READY_NAME), read_files(disk)
    rename, copy = Path.rename, shutil.copy2

    def rename_on_one_disk(start: Path, end: Path) -> Path:
        if start.is_relative_to(disk) != end.is_relative_to(disk):
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return rename(start, end)

    def copy_to_full_disk(start: Path, end: Path) -> None:
        if end.is_relative_to(disk) and start.name == "greenroom.db":
            end.write_bytes(b"half of it")
            raise OSError(errno.ENOSPC, "No space left on device")
        copy(start, end)

    monkeypatch.setattr(Path, "rename", rename_on_one_disk)
    if is_full:
        monkeypatch.setattr("app.backup.placing.shutil.copy2", copy_to_full_disk)
        with pytest.raises(OSError, match="No space"):
            put_in_place(settings)
        assert (read_files(settings.data_dir), read_files(disk)) == before
        return
    assert put_in_place(settings) is not None
    assert read_files(disk) == {"server.db": b"the restored database"}


def test_a_database_with_accounts_is_left_alone(
    settings: Settings, present: Files, clock: FrozenClock
) -> None:
    (settings.data_dir / "greenroom.db-wal").unlink()
    add_account(settings.data_dir / "greenroom.db")
    before = read_files(settings.data_dir)
    make_prepared(settings, clock, only_if_empty=True)
    with pytest.raises(BackupFailed, match="accounts"):
        put_in_place(settings)
    assert read_files(settings.data_dir) == before


def test_an_empty_database_is_replaced(settings: Settings, clock: FrozenClock) -> None:
    make_prepared(settings, clock, only_if_empty=True)
    assert put_in_place(settings) is not None
    assert (settings.data_dir / "greenroom.db").read_bytes() == b"the restored database"


def add_account(database: Path) -> None:
    connection = sqlite3.connect(database)
    columns = [row for row in connection.execute("PRAGMA table_info(users)") if row[3] and row[4] is None]
    names = ", ".join(row[1] for row in columns)
    values = ["2026-01-01 00:00:00" if "_at" in row[1] else row[1] for row in columns]
    statement = f"INSERT INTO users ({names}) VALUES ({', '.join('?' * len(values))})"  # noqa: S608
    connection.execute(statement, values)
    connection.commit()
    connection.close()


def test_without_secrets_in_the_backup_the_present_ones_stay(
    settings: Settings, present: Files, clock: FrozenClock
) -> None:
    prepared = settings.data_dir / "prepared"
    prepared.mkdir()
    (prepared / "greenroom.db").write_bytes(b"the restored database")
    make_ready(settings, prepared, now=clock.now(), only_if_empty=False)
    aside = put_in_place(settings)
    assert aside is not None
    kept = {"greenroom.db": b"the restored database", "secrets/a": b"present secrets"}
    assert read_files(settings.data_dir, without=aside.name) == kept


def test_a_restore_without_its_plan_is_waste(settings: Settings, present: Files, restored: Files) -> None:
    """As after a power cut while it was thrown away."""
    (settings.data_dir / READY_NAME / "restore.json").unlink()
    assert put_in_place(settings) is None
    assert read_files(settings.data_dir) == present
    discard(settings)
