"""Restore of a backup in the setup, before the first account exists."""

from __future__ import annotations

import shutil
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import text

from app.backup.container import read_header
from app.backup.create import create_backup
from app.backup.placing import READY_NAME, put_in_place
from app.backup.restore import prepare_restore
from app.core.database import Database, make_engine
from app.core.files import FolderFiles
from app.core.security import hash_password, load_or_create_secret
from app.core.settings import Settings
from app.core.state import AppState
from app.main import install_services
from app.migrations import upgrade
from app.migrations.upgrade import LAST_VERSIONS
from app.users.accounts import create_user
from app.users.tables import Role
from models.ports import Engines
from tests import factories
from tests.backup.headers import rewrite_header
from tests.conftest import PASSWORD, FrozenClock
from tests.setup.older_backup import make_older_backup
from tests.users.steps import as_bearer, sign_in

pytestmark = pytest.mark.sqlite

PASSPHRASE = "correct horse battery staple"
RESTORE = "/api/setup/restore"


@pytest.fixture
def make_backup(tmp_path: Path, migrated_database: Path, clock: FrozenClock) -> Callable[..., Path]:
    """Make a backup of another server, whose admin is ``ada``."""

    def make(*, passphrase: str | None = None) -> Path:
        data_dir = tmp_path / "other"
        data_dir.mkdir()
        load_or_create_secret(data_dir / "secrets" / "session.key")
        shutil.copy(migrated_database, data_dir / "greenroom.db")
        other = Settings(data_dir=data_dir)
        database = Database(make_engine(other.resolved_database_url))
        with database.transaction() as session:
            create_user(session, username="ada", role=Role.ADMIN, password_hash=hash_password(PASSWORD))
        database.dispose()
        file = tmp_path / "backups" / "monday.backup"
        create_backup(
            other, files=FolderFiles(other.data_dir), target=file, now=clock.now(), passphrase=passphrase
        )
        return file

    return make


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    return settings.model_copy(update={"backup_folder": tmp_path / "backups"})


@pytest.fixture
def code(running_server: None, state: AppState) -> str:
    assert state.setup_code is not None
    return state.setup_code


class Visitor:
    """Who reads the setup code in the terminal."""

    def __init__(self, browser: TestClient, code: str) -> None:
        self._browser = browser
        self.offer = browser.post(RESTORE, json={"code": code}).json()["data"]
        self.headers = as_bearer(self.offer["token"])

    def upload(self, content: bytes, *, offset: int = 0, total: int | None = None) -> Any:
        return self._browser.post(
            f"{RESTORE}/chunks",
            params={"offset": offset, "totalBytes": len(content) if total is None else total},
            files={"chunk": ("part", content)},
            headers=self.headers,
        )

    def start(self, **body: Any) -> Any:
        return self._browser.post(f"{RESTORE}/start", json=body, headers=self.headers)

    def read(self) -> dict[str, Any]:
        progress: dict[str, Any] = self._browser.get(RESTORE, headers=self.headers).json()["data"]
        return progress

    def wait(self) -> dict[str, Any]:
        """The progress once nothing runs any more."""
        while (progress := self.read())["phase"] == "running":
            pass
        return progress

    def cancel(self) -> Any:
        return self._browser.delete(RESTORE, headers=self.headers)


@pytest.fixture
def visitor(anonymous: TestClient, code: str) -> Visitor:
    return Visitor(anonymous, code)


@pytest.fixture
def untouched(state: AppState) -> Iterator[None]:
    """Nothing is left that would replace this server's data at its next start."""
    yield
    assert not (state.settings.data_dir / READY_NAME).exists()
    assert not state.restart_requested.is_set()


def start_again(
    routes: FastAPI, settings: Settings, engines: Engines, portal: BlockingPortal
) -> tuple[TestClient, Database]:
    """The server that starts on the data folder after this one."""
    put_in_place(settings)
    database = Database(make_engine(settings.resolved_database_url, synchronous="OFF"))
    install_services(routes, settings, engines=engines, database=database)
    browser = TestClient(routes, raise_server_exceptions=False)
    browser.portal = portal
    return browser, database


def test_an_uploaded_backup_ends_at_sign_in_with_its_accounts(
    visitor: Visitor,
    make_backup: Callable[..., Path],
    state: AppState,
    routes: FastAPI,
    settings: Settings,
    engines: Engines,
    portal: BlockingPortal,
) -> None:
    content = make_backup(passphrase=PASSPHRASE).read_bytes()
    middle = len(content) // 2
    assert visitor.upload(content[:middle], total=len(content)).json()["data"] == {"receivedBytes": middle}
    second = visitor.upload(content[middle:], offset=middle, total=len(content))
    assert second.json()["data"] == {"receivedBytes": len(content)}
    assert visitor.start(passphrase=PASSPHRASE).status_code == 200
    progress = visitor.wait()
    assert (progress["phase"], progress["problem"]) == ("restarting", None)
    assert state.restart_requested.is_set()
    state.database.dispose()
    browser, database = start_again(routes, settings, engines, portal)
    assert browser.get("/api/setup").json()["data"] == {"required": False}
    assert sign_in(browser, "ada").status_code == 200
    database.dispose()


def test_a_backup_in_the_folder_is_listed_and_restored(
    anonymous: TestClient, code: str, make_backup: Callable[..., Path], state: AppState
) -> None:
    file = make_backup()
    (file.parent / "holiday.backup").write_bytes(b"a photo")
    visitor = Visitor(anonymous, code)
    assert visitor.offer["hasFolder"] is True
    assert [(one["name"], one["isEncrypted"]) for one in visitor.offer["backups"]] == [(file.name, False)]
    visitor.start(name=file.name)
    assert visitor.wait()["phase"] == "restarting"
    assert file.exists()
    # From here on, nothing else may be begun.
    assert visitor.start(name=file.name).json()["code"] == "RESTORE_RUNNING"
    assert visitor.cancel().json()["code"] == "RESTORE_RUNNING"


def test_a_backup_of_an_older_version_is_migrated_and_ends_at_sign_in(
    visitor: Visitor,
    state: AppState,
    routes: FastAPI,
    settings: Settings,
    engines: Engines,
    portal: BlockingPortal,
    tmp_path: Path,
    clock: FrozenClock,
) -> None:
    visitor.upload(make_older_backup(tmp_path, revision="0014", now=clock.now()).read_bytes())
    visitor.start()
    assert visitor.wait()["phase"] == "restarting"
    state.database.dispose()
    browser, database = start_again(routes, settings, engines, portal)
    with database.transaction() as session:
        found = session.scalar(text("SELECT version_num FROM alembic_version"))
    assert found == upgrade.newest_revision()
    assert sign_in(browser, "ada").status_code == 200
    database.dispose()


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("passphrase", "expected"),
    [(None, "BACKUP_PASSPHRASE_NEEDED"), ("an honest mistake", "BACKUP_PASSPHRASE_WRONG")],
)
def test_a_missing_or_wrong_passphrase_can_be_entered_again(
    visitor: Visitor, make_backup: Callable[..., Path], passphrase: str | None, expected: str
) -> None:
    visitor.upload(make_backup(passphrase=PASSPHRASE).read_bytes())
    for _ in range(2):
        visitor.start(passphrase=passphrase)
        progress = visitor.wait()
        assert (progress["phase"], progress["problem"]["code"]) == ("waiting", expected)


@pytest.mark.usefixtures("untouched")
def test_a_truncated_backup_is_refused(visitor: Visitor, make_backup: Callable[..., Path]) -> None:
    content = make_backup().read_bytes()
    visitor.upload(content[: len(content) // 2])
    visitor.start()
    assert visitor.wait()["problem"]["code"] == "BACKUP_INCOMPLETE"


@pytest.mark.usefixtures("untouched")
def test_a_damaged_backup_is_refused(visitor: Visitor, make_backup: Callable[..., Path]) -> None:
    content = bytearray(make_backup(passphrase=PASSPHRASE).read_bytes())
    content[len(content) // 2] ^= 1
    visitor.upload(bytes(content))
    visitor.start(passphrase=PASSPHRASE)
    assert visitor.wait()["problem"]["code"] == "BACKUP_INCOMPLETE"


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("content", [b"PK\x03\x04 a zip", b"\x00" * 5000, b"GREENROOM BACKUP {"])
def test_what_is_no_backup_is_refused_with_its_first_part(visitor: Visitor, content: bytes) -> None:
    refused = visitor.upload(content, total=10**9)
    assert refused.status_code == 422
    assert refused.json()["code"] in {"BACKUP_FOREIGN", "BACKUP_INCOMPLETE"}
    visitor.start()
    assert visitor.wait()["problem"]["code"] == "BACKUP_MISSING"


@pytest.mark.usefixtures("untouched")
def test_a_newer_backup_is_refused_with_its_first_part(
    visitor: Visitor, make_backup: Callable[..., Path]
) -> None:
    file = make_backup()
    rewrite_header(file, version="9.4.0", revision="from-the-future")
    refused = visitor.upload(file.read_bytes())
    assert (refused.status_code, refused.json()["code"]) == (422, "BACKUP_NEWER")
    assert "9.4.0" in refused.json()["error"]


@pytest.mark.usefixtures("untouched")
def test_a_backup_that_is_too_old_is_refused(
    visitor: Visitor, make_backup: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LAST_VERSIONS, "old", "0.8.2")
    file = make_backup()
    rewrite_header(file, version="0.2.0", revision="old")
    assert visitor.upload(file.read_bytes()).json()["code"] == "BACKUP_TOO_OLD"


@pytest.mark.usefixtures("untouched")
def test_a_full_disk_is_said_before_the_upload(
    visitor: Visitor, make_backup: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("app.setup.restore_files.shutil.disk_usage", lambda _path: usage(10**9, 0, 10**9))
    refused = visitor.upload(make_backup().read_bytes(), total=600_000_000)
    assert (refused.status_code, refused.json()["code"]) == (507, "BACKUP_DISK_FULL")
    assert "needs 1.2 GB, and 1.0 GB are free" in refused.json()["error"]


@pytest.mark.usefixtures("untouched")
def test_parts_must_follow_each_other(visitor: Visitor, make_backup: Callable[..., Path]) -> None:
    content = make_backup().read_bytes()
    visitor.upload(content[:1000], total=len(content))
    for offset in (1001, 999):
        refused = visitor.upload(b"x", offset=offset, total=len(content))
        assert (refused.status_code, refused.json()["code"]) == (409, "UPLOAD_OUT_OF_STEP")
    # More than was announced.
    assert visitor.upload(content, offset=1000, total=2000).json()["code"] == "UPLOAD_OUT_OF_STEP"


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("name", ["../other/greenroom.db", "/etc/passwd", "", "tuesday.backup"])
def test_only_listed_backups_are_restored(
    visitor: Visitor, make_backup: Callable[..., Path], name: str
) -> None:
    make_backup()
    visitor.start(name=name)
    assert visitor.wait()["problem"]["code"] == "BACKUP_MISSING"


@pytest.mark.usefixtures("untouched")
def test_a_cancelled_restore_leaves_nothing(
    visitor: Visitor, make_backup: Callable[..., Path], state: AppState
) -> None:
    visitor.upload(make_backup().read_bytes())
    assert visitor.cancel().status_code == 200
    visitor.start()
    assert visitor.wait()["problem"]["code"] == "BACKUP_MISSING"
    assert list(state.settings.data_dir.glob(".restore*")) == []


def test_wrong_codes_are_refused_and_then_throttled(
    anonymous: TestClient, code: str, state: AppState
) -> None:
    for _ in range(state.settings.login_attempts):
        refused = anonymous.post(RESTORE, json={"code": "guess"})
        assert (refused.status_code, refused.json()["code"]) == (403, "SETUP_CODE_INVALID")
    assert anonymous.post(RESTORE, json={"code": code}).status_code == 429
    # The form of the first account counts the same guesses.
    account = {"code": code, "username": "eve", "password": "a long password of hers"}
    assert anonymous.post("/api/setup", json=account).status_code == 429


def test_the_right_code_may_be_entered_often(anonymous: TestClient, code: str, state: AppState) -> None:
    for _ in range(2 * state.settings.login_attempts):
        assert anonymous.post(RESTORE, json={"code": code}).status_code == 200


@pytest.mark.usefixtures("untouched")
def test_nothing_is_open_without_the_newest_token(
    anonymous: TestClient, code: str, make_backup: Callable[..., Path]
) -> None:
    content = make_backup().read_bytes()
    earlier, _newest = Visitor(anonymous, code), Visitor(anonymous, code)
    for headers in ({}, as_bearer("nonsense"), earlier.headers):
        earlier.headers = headers
        assert anonymous.get(RESTORE, headers=headers).status_code == 401
        assert earlier.start(name="monday.backup").status_code == 401
        assert earlier.upload(content).status_code == 401
        assert earlier.cancel().status_code == 401


@pytest.mark.usefixtures("untouched")
def test_the_first_account_ends_it(
    visitor: Visitor, anonymous: TestClient, code: str, make_backup: Callable[..., Path], state: AppState
) -> None:
    visitor.upload(make_backup().read_bytes())
    account = {"code": code, "username": "eve", "password": "a long password of hers"}
    assert anonymous.post("/api/setup", json=account).status_code == 200
    assert visitor.start().status_code == 401
    assert anonymous.post(RESTORE, json={"code": code}).status_code == 409
    assert list(state.settings.data_dir.glob(".restore*")) == []


@pytest.mark.usefixtures("untouched")
def test_a_server_with_any_account_is_not_replaced(
    visitor: Visitor, make_backup: Callable[..., Path], state: AppState
) -> None:
    visitor.upload(make_backup().read_bytes())
    factories.create_user(state, "rasmus")
    refused = visitor.start()
    assert (refused.status_code, refused.json()["code"]) == (409, "ACCOUNTS_EXIST")


@pytest.mark.usefixtures("untouched")
def test_an_account_made_during_the_restore_wins(
    visitor: Visitor, make_backup: Callable[..., Path], state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepare_slowly(*arguments: Any, **options: Any) -> Any:
        factories.create_user(state, "rasmus")
        return prepare_restore(*arguments, **options)

    monkeypatch.setattr("app.setup.browser_restore.prepare_restore", prepare_slowly)
    visitor.upload(make_backup().read_bytes())
    visitor.start()
    assert visitor.wait()["problem"]["code"] == "ACCOUNTS_EXIST"


def test_the_header_tells_whether_a_passphrase_is_needed(make_backup: Callable[..., Path]) -> None:
    with make_backup(passphrase=PASSPHRASE).open("rb") as file:
        assert read_header(file).is_encrypted
