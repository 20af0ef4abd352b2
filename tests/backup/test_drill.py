"""Backup and restore, as a drill: what comes back is what was there."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.backup.container import read_header
from app.backup.create import DATABASE_NAME, MANIFEST_NAME
from app.backup.workspace import WORKSPACE_NAME
from app.cli import main
from app.core.database import Database, make_engine
from app.core.settings import Settings
from app.core.state import AppState
from app.main import install_services
from app.serving.data_folder import LOCK_NAME, lock_data_folder
from models.ports import Engines
from tests.backup.conftest import PASSPHRASE, restore, verify
from tests.conftest import Person
from tests.users.steps import as_bearer, sign_in

pytestmark = pytest.mark.sqlite


def list_workspace(data_dir: Path) -> set[str]:
    return {path.name for path in (data_dir / WORKSPACE_NAME).iterdir()} - {LOCK_NAME}


def test_a_restored_server_has_everything(
    alice: Person,
    encrypted: Path,
    passphrase_file: Path,
    document_id: str,
    interview: dict[str, Any],
    routes: FastAPI,
    engines: Engines,
    tmp_path: Path,
    portal: BlockingPortal,
) -> None:
    """The drill: back up a running server, lose the machine, restore on another one, sign in, open the CV.

    What was changed after the backup is not in it.
    """
    assert alice.get(f"/api/interviews/{interview['_id']}").status_code == 200
    original = alice.get(f"/api/documents/{document_id}/file").content
    target = tmp_path / "another machine"
    assert restore(encrypted, target, "--passphrase-file", str(passphrase_file)) == 0
    settings = Settings(data_dir=target, web_dir=target / "no-client")
    database = Database(make_engine(settings.resolved_database_url, synchronous="OFF"))
    install_services(routes, settings, engines=engines, database=database)
    browser = TestClient(routes, raise_server_exceptions=False)
    browser.portal = portal
    token = sign_in(browser, "alice").json()["token"]
    file = browser.get(f"/api/documents/{document_id}/file", headers=as_bearer(token))
    assert (file.status_code, file.content) == (200, original)
    assert browser.get("/api/auth/me", headers=as_bearer(alice.token)).status_code == 200
    assert browser.get(f"/api/interviews/{interview['_id']}", headers=as_bearer(token)).status_code == 404
    database.dispose()


def test_a_backup_is_one_private_file_with_a_manifest(backup: Path, document_id: str) -> None:
    assert backup.stat().st_mode & 0o077 == 0
    with backup.open("rb") as file:
        header = read_header(file)
        with tarfile.open(mode="r|", fileobj=file) as tar:
            contents = {entry.name: tar.extractfile(entry).read() for entry in tar}  # type: ignore[union-attr]
    manifest = json.loads(contents[MANIFEST_NAME])
    names = {DATABASE_NAME, f"documents/{document_id}", "secrets/storage.key", "secrets/session.key"}
    assert names <= manifest["files"].keys()
    assert manifest["files"].keys() | {MANIFEST_NAME} == contents.keys()
    assert (manifest["version"], manifest["revision"]) == (header.version, header.revision)
    assert b"SQLite format 3" in contents[DATABASE_NAME]


def test_an_encrypted_backup_shows_nothing_and_leaves_nothing_behind(
    encrypted: Path, state: AppState, document_id: str
) -> None:
    content = encrypted.read_bytes()
    for plain in (b"SQLite format 3", b"documents/", document_id.encode(), b"alice", PASSPHRASE.encode()):
        assert plain not in content
    assert list_workspace(state.settings.data_dir) == set()
    assert [path.name for path in encrypted.parent.glob(".*.partial")] == []


def test_a_backup_can_leave_the_keys_out(back_up: Callable[..., Path], tmp_path: Path) -> None:
    """Such a backup does not reveal the passwords of the mail server."""
    target = tmp_path / "target"
    assert restore(back_up("--without-secrets"), target) == 0
    assert not (target / "secrets").exists()


def test_the_saved_passphrase_encrypts_and_results_are_json(
    ada: Person, document_id: str, state: AppState, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = ada.patch("/api/admin/settings", json={"values": {"backup_passphrase": PASSPHRASE}})
    assert saved.status_code == 200, saved.text
    folder = tmp_path / "backups"
    folder.mkdir()
    assert main(["backup", "--json", "--data-dir", str(state.settings.data_dir), str(folder)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["is_encrypted"]
    assert Path(result["file"]).parent == folder
    assert result["size_bytes"] == Path(result["file"]).stat().st_size


def test_a_good_backup_is_verified(
    encrypted: Path, passphrase_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    options = ["--passphrase-file", str(passphrase_file), "--json"]
    assert verify(encrypted, tmp_path / "elsewhere", *options) == 0
    assert json.loads(capsys.readouterr().out)["files"] >= 4
    assert list_workspace(tmp_path / "elsewhere") == set()


def test_present_data_is_moved_aside_and_only_on_request(backup: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    assert restore(backup, target) == 0
    (target / "documents" / "newer").write_bytes(b"x")
    assert restore(backup, target) == 1
    assert (target / "documents" / "newer").is_file()
    assert restore(backup, target, "--replace") == 0
    assert not (target / "documents" / "newer").exists()
    assert [path.name for path in target.glob("before-restore-*/documents/newer")] == ["newer"]


def test_nothing_is_restored_below_a_running_server(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "target"
    target.mkdir()
    with lock_data_folder(target):
        assert restore(backup, target, "--replace") == 1
    assert "Another Greenroom server" in capsys.readouterr().err


def test_a_backup_never_replaces_a_file(
    backup: Path, state: AppState, capsys: pytest.CaptureFixture[str]
) -> None:
    before = backup.read_bytes()
    assert main(["backup", "--data-dir", str(state.settings.data_dir), str(backup)]) == 1
    assert "Choose a new file" in capsys.readouterr().err
    assert backup.read_bytes() == before
