"""Backups that are cut off, damaged, foreign, older or newer, wrong passphrases and a full disk."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command

from app.backup import create
from app.backup.container import _MAGIC, CHUNK_BYTES, Header, open_sink, open_source, read_header
from app.backup.create import DATABASE_NAME, create_backup
from app.backup.errors import BackupFailed
from app.backup.restore import restore_backup
from app.backup.workspace import WORKSPACE_NAME
from app.cli import main
from app.core.database import make_engine
from app.core.files import FolderFiles
from app.core.settings import Settings
from app.core.state import AppState
from app.migrations import upgrade
from app.serving.data_folder import LOCK_NAME, lock_data_folder
from tests.backup.conftest import restore, verify
from tests.backup.headers import rewrite_header
from tests.conftest import FrozenClock

pytestmark = pytest.mark.sqlite


def assert_refused(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], sentence: str, *options: str
) -> None:
    """Neither verified nor restored, for the same reason, and the target stays empty."""
    target = tmp_path / "target"
    for run in (verify, restore):
        capsys.readouterr()
        assert run(file, target, *options) == 1
        assert sentence in capsys.readouterr().err
    left = {path.name for path in target.rglob("*")} if target.exists() else set()
    assert left <= {".lock", ".backup"}


@pytest.mark.parametrize("share", [0.0, 0.2, 0.6, 0.99])
def test_a_backup_that_is_cut_off_is_refused(
    encrypted: Path, passphrase_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], share: float
) -> None:
    with encrypted.open("rb") as file:
        read_header(file)
        start = file.tell()
    content = encrypted.read_bytes()
    encrypted.write_bytes(content[: start + int(share * (len(content) - start))])
    assert_refused(encrypted, tmp_path, capsys, "is incomplete", "--passphrase-file", str(passphrase_file))


@pytest.mark.parametrize("share", [0.2, 0.6, 0.9])
def test_a_plain_backup_that_is_cut_off_is_refused(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], share: float
) -> None:
    content = backup.read_bytes()
    backup.write_bytes(content[: int(share * len(content))])
    assert_refused(backup, tmp_path, capsys, "is incomplete")


def test_a_flipped_bit_in_an_encrypted_backup_is_found(
    encrypted: Path, passphrase_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(encrypted.read_bytes())
    content[len(content) // 2] ^= 1
    encrypted.write_bytes(bytes(content))
    assert_refused(encrypted, tmp_path, capsys, "damaged", "--passphrase-file", str(passphrase_file))


def test_a_flipped_bit_in_a_file_is_found_with_its_name(
    backup: Path, document_id: str, state: AppState, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(backup.read_bytes())
    original = (state.settings.data_dir / "documents" / document_id).read_bytes()
    content[content.index(original) + len(original) // 2] ^= 1
    backup.write_bytes(bytes(content))
    assert_refused(backup, tmp_path, capsys, f"documents/{document_id} of this backup is missing or damaged")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 a zip", b"\x00" * 5000])
def test_a_foreign_file_is_refused(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    file = tmp_path / "holiday.zip"
    file.write_bytes(content)
    assert_refused(file, tmp_path, capsys, "not a Greenroom backup")
    assert_refused(tmp_path / "missing", tmp_path, capsys, "cannot be read (No such file")
    assert_refused(tmp_path, tmp_path, capsys, "is a folder")


def test_a_wrong_passphrase_has_its_own_sentence(
    encrypted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("an honest mistake")
    assert_refused(encrypted, tmp_path, capsys, "The passphrase is wrong.", "--passphrase-file", str(wrong))
    assert_refused(encrypted, tmp_path, capsys, "is encrypted. Give its passphrase")
    wrong.write_text("\n")
    assert_refused(encrypted, tmp_path, capsys, "is empty", "--passphrase-file", str(wrong))


def test_failures_are_json_where_results_are(
    encrypted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert verify(encrypted, tmp_path / "target", "--json") == 1
    assert "is encrypted" in json.loads(capsys.readouterr().out)["error"]


def test_a_backup_of_a_newer_version_names_that_version(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite_header(backup, version="9.4.0", revision="from-the-future")
    assert restore(backup, tmp_path / "target") == 1
    assert "Install 9.4.0 or a later version" in capsys.readouterr().err
    rewrite_header(backup, version="10.0.0", format=2)
    assert_refused(backup, tmp_path, capsys, "was made by Greenroom 10.0.0. Install that version")


def test_a_jump_that_is_too_long_says_through_which_version(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(upgrade.LAST_VERSIONS, "old", "0.8.2")
    rewrite_header(backup, version="0.2.0", revision="old")
    assert restore(backup, tmp_path / "target") == 1
    assert "Install Greenroom 0.8.2, update with that" in capsys.readouterr().err


def test_a_backup_of_an_older_version_is_migrated(
    tmp_path: Path, clock: FrozenClock, settings: Settings
) -> None:
    """From the oldest version whose backups have these tables."""
    old = settings.model_copy(update={"data_dir": tmp_path / "old"})
    old.data_dir.mkdir()
    engine = make_engine(old.resolved_database_url)
    with engine.connect() as connection:
        command.upgrade(upgrade._config(connection), "0014")
        connection.commit()
    engine.dispose()
    file = tmp_path / "old.backup"
    create_backup(old, files=FolderFiles(old.data_dir), target=file, now=clock.now())
    new = settings.model_copy(update={"data_dir": tmp_path / "new"})
    new.data_dir.mkdir()
    restored = restore_backup(new, source=file, replace=False, now=clock.now())
    assert (restored.backup.header.revision, restored.is_migrated) == ("0014", True)
    engine = make_engine(new.resolved_database_url)
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    engine.dispose()
    assert found == upgrade.newest_revision()


@pytest.mark.parametrize("name", ["../../etc/passwd", "documents/../../x", "/etc/passwd", "models/x"])
def test_a_backup_that_names_other_files_is_refused(
    name: str,
    document_id: str,
    state: AppState,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "planted").write_text("planted")
    planted = create._find_local(tmp_path / "planted")
    monkeypatch.setattr(create, "_list_contents", lambda *_args, **_options: {name: planted})
    file = tmp_path / "evil.backup"
    assert main(["backup", "--data-dir", str(state.settings.data_dir), str(file)]) == 0
    assert_refused(file, tmp_path, capsys, "does not belong to Greenroom")


def test_a_full_disk_leaves_no_half_backup(
    document_id: str,
    state: AppState,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = 0

    def fail(_descriptor: int) -> None:
        """The copy of the database still fits, the backup does not."""
        nonlocal calls
        calls += 1
        if calls > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    folder = tmp_path / "backups"
    folder.mkdir()
    monkeypatch.setattr("app.backup.create.os.fsync", fail)
    assert main(["backup", "--data-dir", str(state.settings.data_dir), str(folder)]) == 1
    assert "The disk is full" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_a_damaged_database_is_not_backed_up(
    document_id: str, state: AppState, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data_dir = tmp_path / "damaged"
    shutil.copytree(state.settings.data_dir, data_dir)
    (data_dir / "greenroom.db").write_bytes(b"this is no database, " * 100)
    assert main(["backup", "--data-dir", str(data_dir), str(tmp_path / "x.backup")]) == 1
    assert "The database cannot be read" in capsys.readouterr().err
    assert not (tmp_path / "x.backup").exists()


def test_what_a_killed_backup_left_is_removed_and_only_one_runs(
    backup: Path, state: AppState, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = state.settings.data_dir / WORKSPACE_NAME
    (workspace / "documents").mkdir()
    (workspace / DATABASE_NAME).write_text("a readable copy")
    assert verify(backup, state.settings.data_dir) == 0
    assert [path.name for path in workspace.iterdir()] == [LOCK_NAME]
    with lock_data_folder(workspace):
        assert verify(backup, state.settings.data_dir) == 1
    assert "Another backup, check or restore" in capsys.readouterr().err


def test_a_restore_that_fails_in_the_middle_puts_everything_back(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "target"
    assert restore(backup, target) == 0
    before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    monkeypatch.setattr("app.backup.placing._move", create_failing_move(after=4))
    assert restore(backup, target, "--replace") == 1
    after = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    assert after == before


def create_failing_move(*, after: int) -> Callable[[Path, Path], None]:
    """A move that fails once, as on a disk with errors."""
    count = 0

    def move(start: Path, end: Path) -> None:
        nonlocal count
        count += 1
        if count == after:
            raise OSError(errno.EIO, "Input/output error")
        start.rename(end)

    return move


@pytest.mark.parametrize("size", [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])
def test_content_of_any_size_is_encrypted_and_opened(size: int, tmp_path: Path) -> None:
    header = Header(format=1, version="1", revision="1", created_at="now")
    content = os.urandom(size)
    with (tmp_path / "file").open("wb") as file:
        sink, _ = open_sink(file, header, passphrase="a passphrase")
        sink.write(content)
        sink.finish()
    with (tmp_path / "file").open("rb") as file:
        source = open_source(file, read_header(file), passphrase="a passphrase")
        assert source.read(size + 1) == content


def test_chunks_cannot_be_exchanged(tmp_path: Path) -> None:
    header = Header(format=1, version="1", revision="1", created_at="now")
    with (tmp_path / "file").open("wb") as file:
        sink, sealed = open_sink(file, header, passphrase="a passphrase")
        sink.write(os.urandom(3 * CHUNK_BYTES))
        sink.finish()
    line, body = sealed.to_line(), (tmp_path / "file").read_bytes()[len(sealed.to_line()) :]
    size = CHUNK_BYTES + 16
    (tmp_path / "file").write_bytes(line + body[size : 2 * size] + body[:size] + body[2 * size :])
    with (tmp_path / "file").open("rb") as file:
        source = open_source(file, read_header(file), passphrase="a passphrase")
        with pytest.raises(BackupFailed, match="damaged"):
            source.read(CHUNK_BYTES)


def test_the_first_line_is_short_and_in_clear(backup: Path) -> None:
    assert backup.read_bytes().startswith(_MAGIC + b'{"check": ""')
    assert DATABASE_NAME.encode() in backup.read_bytes()
