"""A server that restores a backup in the setup, and starts again with it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy import select

from app.backup.create import create_backup
from app.backup.restore import prepare_restore
from app.core.clock import utc_now
from app.core.database import Database, make_engine
from app.core.files import FolderFiles
from app.core.security import hash_password
from app.core.settings import Settings
from app.users.accounts import create_user
from app.users.tables import Role, User
from tests.child_processes import end
from tests.conftest import PASSWORD, FrozenClock
from tests.server_process import find_free_port, make_environment

CODE = re.compile(r"setup code: (\S+)", re.ASCII)
ADMIN = {"username": "ada", "password": PASSWORD}


@pytest.fixture
def backup(tmp_path: Path, migrated_database: Path, clock: FrozenClock) -> Path:
    other = Settings(data_dir=tmp_path / "other")
    other.data_dir.mkdir()
    shutil.copy(migrated_database, other.data_dir / "greenroom.db")
    database = Database(make_engine(other.resolved_database_url))
    with database.transaction() as session:
        create_user(session, username="ada", role=Role.ADMIN, password_hash=hash_password(PASSWORD))
    database.dispose()
    file = tmp_path / "backups" / "monday.backup"
    create_backup(other, files=FolderFiles(other.data_dir), target=file, now=clock.now())
    return file


@contextmanager
def serving(data_dir: Path, models_dir: Path, **settings: str) -> Iterator[tuple[str, Queue[str]]]:
    """A server process: its address, and the lines that it prints."""
    port = find_free_port()
    environment = make_environment(
        data_dir,
        {"GREENROOM_PORT": str(port), "GREENROOM_MODELS_DIR": str(models_dir), **settings},
    )
    lines: Queue[str] = Queue()
    with subprocess.Popen(
        [sys.executable, "-m", "app.cli", "serve", "--migrate"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        output = process.stdout
        assert output is not None

        def read() -> None:
            for line in output:
                lines.put(line)

        threading.Thread(target=read, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{port}", lines
        finally:
            end(process)


def wait_for(lines: Queue[str], text: str) -> str:
    """The next line with ``text``. A server that never prints it fails by the limit of a test."""
    while text not in (line := lines.get(timeout=120)):
        pass
    return line


def enter_code(browser: httpx.Client, lines: Queue[str]) -> dict[str, str]:
    """Choose the restore with the printed code. The headers of the calls that follow."""
    found = CODE.search(wait_for(lines, "setup code:"))
    assert found is not None
    offer = browser.post("/api/setup/restore", json={"code": found[1]}).json()["data"]
    return {"Authorization": f"Bearer {offer['token']}"}


def require_restored(url: str, lines: Queue[str]) -> None:
    """The server has started again, and an account of the backup signs in."""
    wait_for(lines, "The backup is in place.")
    wait_for(lines, "Greenroom is running")
    with httpx.Client(base_url=url) as browser:
        assert browser.get("/api/setup").json()["data"] == {"required": False}
        assert browser.post("/api/admin/login", json=ADMIN).status_code == 200


@pytest.mark.parametrize("watchdog_seconds", [30, 0])
def test_the_server_starts_again_with_the_restored_accounts(
    backup: Path, tmp_path: Path, watchdog_seconds: int
) -> None:
    data_dir = tmp_path / "new"
    folder, watched = str(backup.parent), str(watchdog_seconds)
    with serving(
        data_dir,
        tmp_path / "models",
        GREENROOM_BACKUP_FOLDER=folder,
        GREENROOM_WATCHDOG_SECONDS=watched,
    ) as (url, lines):
        with httpx.Client(base_url=url) as browser:
            headers = enter_code(browser, lines)
            started = browser.post("/api/setup/restore/start", json={"name": backup.name}, headers=headers)
            assert started.status_code == 200, started.text
        require_restored(url, lines)
    aside = next(data_dir.glob("before-restore-*"))
    assert (aside / "greenroom.db").is_file()


def test_a_restore_that_cannot_be_put_in_place_leaves_the_empty_server(backup: Path, tmp_path: Path) -> None:
    """Its plan allows only an empty server, and an account was created meanwhile."""
    data_dir = tmp_path / "new"
    data_dir.mkdir()
    shutil.copy(tmp_path / "other" / "greenroom.db", data_dir / "greenroom.db")
    ready = data_dir / ".restore-ready"
    ready.mkdir()
    shutil.copy(tmp_path / "other" / "greenroom.db", ready / "greenroom.db")
    plan = {"contents": ["greenroom.db"], "aside": "before-restore-x", "only_if_empty": True}
    (ready / "restore.json").write_text(json.dumps(plan))
    with serving(data_dir, tmp_path / "models") as (url, lines):
        assert "starts with the data from before" in wait_for(lines, "could not be put in place")
        wait_for(lines, "Greenroom is running")
        assert httpx.get(f"{url}/api/setup").json()["data"] == {"required": False}
    assert not ready.exists()


@pytest.mark.postgresql
def test_a_server_on_postgresql_starts_again_with_the_restored_accounts(
    backup: Path, database_url: str | None, tmp_path: Path
) -> None:
    """The backup of a server on SQLite is uploaded."""
    assert database_url is not None
    data_dir = tmp_path / "new"
    with serving(data_dir, tmp_path / "models", GREENROOM_DATABASE_URL=database_url) as (url, lines):
        with httpx.Client(base_url=url, timeout=60) as browser:
            headers = enter_code(browser, lines)
            content = backup.read_bytes()
            sent = browser.post(
                "/api/setup/restore/chunks",
                params={"offset": 0, "totalBytes": len(content)},
                files={"chunk": ("part", content)},
                headers=headers,
            )
            assert sent.status_code == 200, sent.text
            started = browser.post("/api/setup/restore/start", json={}, headers=headers)
            assert started.status_code == 200, started.text
        require_restored(url, lines)
    engine = make_engine(database_url, read_only=True)
    with engine.connect() as connection:
        assert connection.scalars(select(User.username)).all() == ["ada"]
    engine.dispose()
    assert not (data_dir / "greenroom.db").exists()


@pytest.mark.postgresql
def test_a_database_with_accounts_keeps_them(backup: Path, database_url: str | None, tmp_path: Path) -> None:
    """Another server made an account in it after the backup was checked."""
    assert database_url is not None
    settings = Settings(data_dir=tmp_path / "new", database_url=SecretStr(database_url))
    settings.data_dir.mkdir()
    prepare_restore(settings, source=backup, now=utc_now(), passphrase=None, only_if_empty=True)
    database = Database(make_engine(database_url))
    with database.transaction() as session:
        create_user(session, username="first", role=Role.ADMIN, password_hash=hash_password(PASSWORD))
    database.dispose()
    with serving(settings.data_dir, tmp_path / "models", GREENROOM_DATABASE_URL=database_url) as (url, lines):
        assert "starts with the data from before" in wait_for(lines, "could not be put in place")
        wait_for(lines, "Greenroom is running")
        account = {"username": "first", "password": PASSWORD}
        assert httpx.post(f"{url}/api/admin/login", json=account).status_code == 200
        assert httpx.post(f"{url}/api/admin/login", json=ADMIN).status_code == 401
