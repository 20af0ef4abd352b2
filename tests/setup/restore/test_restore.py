"""Restore of a backup in the setup, before the first account exists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import text

from app.backup.placing import put_in_place
from app.core.database import Database, make_engine
from app.core.settings import Settings
from app.core.state import AppState
from app.main import install_services
from app.migrations import upgrade
from app.setup import browser_restore
from models.ports import Engines
from tests.conftest import FrozenClock
from tests.setup.older_backup import make_older_backup
from tests.setup.restore.visitor import PASSPHRASE, Visitor
from tests.users.steps import sign_in

pytestmark = pytest.mark.sqlite


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


CERTIFICATE = {"host": "0.0.0.0", "tls_cert": "secrets/tls/server.pem"}  # noqa: S104 - with HTTPS


@pytest.mark.parametrize(
    ("saved", "address"),
    [
        (CERTIFICATE, "https://interviews.example.lan:8420"),
        ({**CERTIFICATE, "public_url": "https://interviews.example.lan"}, "https://interviews.example.lan"),
        # The server does not use a certificate that it cannot read.
        ({**CERTIFICATE, "tls_cert": "secrets/tls/lost.pem"}, None),
        ({}, None),
    ],
)
def test_the_browser_learns_where_a_certificate_of_the_backup_takes_it(
    anonymous: TestClient,
    code: str,
    make_backup: Callable[..., Path],
    saved: dict[str, Any],
    address: str | None,
) -> None:
    visitor = Visitor(anonymous, code)
    visitor.start(name=make_backup(saved=saved).name)
    progress = visitor.wait()
    assert (progress["phase"], progress["address"]) == ("restarting", address)


def test_the_server_restarts_once_the_browser_knows(
    anonymous: TestClient,
    code: str,
    make_backup: Callable[..., Path],
    state: AppState,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(browser_restore, "NOTICE_SECONDS", 3600.0)
    Visitor(anonymous, code).start(name=make_backup().name)
    while (visitor := Visitor(anonymous, code)).offer["progress"]["phase"] != "restarting":
        pass
    assert not state.restart_requested.is_set()
    assert visitor.wait()["phase"] == "restarting"
    assert state.restart_requested.is_set()


def test_the_server_restarts_without_a_browser_that_waits(
    visitor: Visitor, make_backup: Callable[..., Path], state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_restore, "NOTICE_SECONDS", 0.0)
    visitor.start(name=make_backup().name)
    while not state.restart_requested.is_set():
        pass


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
def test_a_cancelled_restore_leaves_nothing(
    visitor: Visitor, make_backup: Callable[..., Path], state: AppState
) -> None:
    visitor.upload(make_backup().read_bytes())
    assert visitor.cancel().status_code == 200
    visitor.start()
    assert visitor.wait()["problem"]["code"] == "BACKUP_MISSING"
    assert list(state.settings.data_dir.glob(".restore*")) == []
