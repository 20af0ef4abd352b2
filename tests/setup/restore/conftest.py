"""A new server, backups of another one, and a person who restores them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.backup.create import create_backup
from app.backup.placing import READY_NAME
from app.core import stored_settings
from app.core.database import Database, make_engine
from app.core.files import FolderFiles
from app.core.sealing import load_sealer
from app.core.security import hash_password, load_or_create_secret
from app.core.settings import Settings
from app.core.state import AppState
from app.tls.authority import AuthorityFiles, issue_certificate
from app.users.accounts import create_user
from app.users.tables import Role
from tests.conftest import PASSWORD, FrozenClock
from tests.setup.restore.visitor import Visitor


@pytest.fixture
def make_backup(tmp_path: Path, migrated_database: Path, clock: FrozenClock) -> Callable[..., Path]:
    """Make a backup of another server, whose admin is ``ada``."""

    def make(*, passphrase: str | None = None, saved: dict[str, Any] | None = None) -> Path:
        data_dir = tmp_path / "other"
        data_dir.mkdir()
        load_or_create_secret(data_dir / "secrets" / "session.key")
        shutil.copy(migrated_database, data_dir / "greenroom.db")
        other = Settings(data_dir=data_dir)
        database = Database(make_engine(other.resolved_database_url))
        with database.transaction() as session:
            create_user(session, username="ada", role=Role.ADMIN, password_hash=hash_password(PASSWORD))
            stored_settings.save(session, sealer=load_sealer(data_dir), changes=saved or {})
        database.dispose()
        if saved is not None:
            issue_certificate(AuthorityFiles.of(data_dir), ["interviews.example.lan"], now=clock.now())
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


@pytest.fixture
def visitor(anonymous: TestClient, code: str) -> Visitor:
    return Visitor(anonymous, code)


@pytest.fixture
def untouched(state: AppState) -> Iterator[None]:
    """Nothing is left that would replace this server's data at its next start."""
    yield
    assert not (state.settings.data_dir / READY_NAME).exists()
    assert not state.restart_requested.is_set()
