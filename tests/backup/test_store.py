"""Backups in an S3-compatible store, with a real server on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.backup.errors import BackupFailed
from app.backup.finding import list_backups
from app.backup.jobs import back_up, count_backups, rehearse_restore
from app.backup.rules import name_backup
from app.backup.store import open_store
from app.cli import main
from app.core import stored_settings
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.doctor.checks import _backup
from tests.backup.conftest import PASSPHRASE, restore, verify
from tests.conftest import FrozenClock, Person
from tests.s3_server import BUCKET, KEYS, S3Server, lend, run_server

PREFIX = "greenroom/main/"
SETTINGS = {
    "backup_s3_bucket": BUCKET,
    "backup_s3_prefix": PREFIX,
    "backup_s3_access_key": KEYS.access_key,
    "backup_s3_secret_key": KEYS.secret_key,
}


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    with run_server(tmp_path_factory.mktemp("store")) as server:
        yield server


@pytest.fixture
def server(started: S3Server) -> Iterator[S3Server]:
    """A store without backups."""
    with lend(started) as server:
        yield server


@pytest.fixture
def environment(server: S3Server, state: AppState, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The store in the environment, as an operator sets it."""
    for name, value in {**SETTINGS, "backup_s3_url": server.url}.items():
        monkeypatch.setenv(f"GREENROOM_{name.upper()}", value)
    return monkeypatch


@pytest.fixture
def saved(server: S3Server, state: AppState, ada: Person, monkeypatch: pytest.MonkeyPatch) -> AppState:
    """The store in the settings of the admin panel; the operator allows the address."""
    monkeypatch.setenv("GREENROOM_INTERNAL_HOSTS", '["127.0.0.1"]')
    update = {"internal_hosts": ["127.0.0.1"]}
    state.base_settings = state.base_settings.model_copy(update=update)
    state.settings = state.settings.model_copy(update=update)
    values = {
        **SETTINGS,
        "backup_s3_url": server.url,
        "backup_daily": 2,
        "backup_weekly": 0,
        "backup_passphrase": PASSPHRASE,
    }
    response = ada.patch("/api/admin/settings", json={"values": values})
    assert response.status_code == 200, response.text
    return state


def run_backup(state: AppState, *options: str) -> int:
    return main(["backup", "--data-dir", str(state.settings.data_dir), *options])


@pytest.mark.sqlite
@pytest.mark.parametrize("secrets", [(), ("--passphrase-file",)])
def test_a_server_comes_back_from_the_store(
    alice: Person,
    document_id: str,
    state: AppState,
    environment: pytest.MonkeyPatch,
    passphrase_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    secrets: tuple[str, ...],
) -> None:
    options = [*secrets, *([str(passphrase_file)] if secrets else [])]
    original = (state.settings.data_dir / "documents" / document_id).read_bytes()
    assert run_backup(state, "--json", *options) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["file"].startswith("s3:greenroom-")
    assert run_backup(state, "s3:monday.backup", *options) == 0
    assert run_backup(state, "--list", "--json") == 0
    listed = json.loads(capsys.readouterr().out.partition("\n")[2])
    assert [one["file"] for one in listed["backups"]] == [made["file"]]
    for number, name in enumerate(("s3:", "s3:monday.backup")):
        target = tmp_path / f"target {number}"
        assert verify(name, target, *options) == 0
        assert restore(name, target, *options) == 0
        assert (target / "documents" / document_id).read_bytes() == original
        assert restore(name, target, *options) == 1


def test_a_backup_in_the_store_is_never_replaced(
    state: AppState, environment: pytest.MonkeyPatch, server: S3Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_backup(state, "s3:monday.backup") == 0
    assert run_backup(state, "s3:monday.backup") == 1
    assert "s3:monday.backup already exists" in capsys.readouterr().err
    assert server.list_keys() == [f"{PREFIX}monday.backup"]


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("SECRET_KEY", "another secret", "the secret key is wrong"),
        ("ACCESS_KEY", "nobody", "does not know the access key"),
        ("BUCKET", "missing", "it has no bucket 'missing'"),
        ("SECRET_KEY", "", "GREENROOM_BACKUP_S3_SECRET_KEY is missing"),
        ("URL", "http://store:nine", "is not the address of a store"),
        ("ACCESS_KEY", "schlüssel", "GREENROOM_BACKUP_S3_ACCESS_KEY is invalid"),
        ("PREFIX", "../", "GREENROOM_BACKUP_S3_PREFIX is invalid"),
    ],
)
def test_every_command_names_what_is_wrong(
    state: AppState,
    environment: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    says: str,
) -> None:
    environment.setenv(f"GREENROOM_BACKUP_S3_{name}", value)
    commands: tuple[Callable[[], int], ...] = (
        lambda: run_backup(state, "s3:"),
        lambda: run_backup(state, "--list"),
        lambda: verify("s3:", tmp_path / "target"),
        lambda: restore("s3:", tmp_path / "target"),
    )
    for run in commands:
        assert run() == 1
        error = capsys.readouterr().err
        assert says in error
        assert KEYS.secret_key not in error


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("s3:", "no daily backup in the store"),
        ("s3:tuesday.backup", "no backup 'tuesday.backup'"),
        ("s3:../other/tuesday.backup", "is not a valid name in the store"),
    ],
)
def test_a_missing_backup_is_named(
    environment: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    says: str,
) -> None:
    assert verify(name, tmp_path / "target") == 1
    assert says in capsys.readouterr().err


def test_a_damaged_backup_in_the_store_is_noticed(
    state: AppState,
    environment: pytest.MonkeyPatch,
    server: S3Server,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_backup(state, "s3:monday.backup") == 0
    key = f"{PREFIX}monday.backup"
    with server.open() as bucket:
        stored = bucket.find_object(key)
        assert stored is not None
        bucket.send("PUT", key, body=bucket.read_range(stored, 0, stored.size // 2))
    assert verify("s3:monday.backup", tmp_path / "target") == 1
    assert "incomplete" in capsys.readouterr().err


async def test_a_day_is_backed_up_rehearsed_and_old_days_are_deleted(
    alice: Person, saved: AppState, server: S3Server, clock: FrozenClock, tmp_path: Path
) -> None:
    """By the settings of the admin panel alone, in the store and in the folder."""
    days = [clock.now() - timedelta(days=number) for number in (1, 2, 3)]
    kept = [f"other/{name_backup(days[0])}", f"{PREFIX}notes.txt"]
    with server.open() as bucket:
        for key in [*(PREFIX + name_backup(day) for day in days), *kept]:
            bucket.send("PUT", key, body=b"an old day")
    assert await back_up(saved) == JobCounts(processed=1)
    expected = [PREFIX + name_backup(day) for day in (days[0], clock.now())]
    assert sorted(server.list_keys()) == sorted([*expected, *kept])
    assert await count_backups(saved) == JobCounts(processed=2)
    assert await rehearse_restore(saved) == JobCounts(processed=1)
    assert _backup(saved.settings).ok
    folder = tmp_path / "folder"
    saved.settings = saved.settings.model_copy(update={"backup_folder": folder})
    clock.advance(days=1)
    assert await back_up(saved) == JobCounts(processed=1)
    assert list_backups(folder).keys() == {clock.now()}
    assert await rehearse_restore(saved) == JobCounts(processed=2)


async def test_a_folder_that_fails_costs_the_store_nothing(
    saved: AppState, server: S3Server, clock: FrozenClock, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.write_text("a file")
    saved.settings = saved.settings.model_copy(update={"backup_folder": folder})
    with pytest.raises(BackupFailed, match="has failed"):
        await back_up(saved)
    assert server.list_keys() == [PREFIX + name_backup(clock.now())]


async def test_a_store_that_refuses_costs_the_folder_nothing(
    saved: AppState, server: S3Server, clock: FrozenClock, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    days = [clock.now() - timedelta(days=number) for number in (1, 2)]
    with server.open() as bucket:
        for day in days:
            bucket.send("PUT", PREFIX + name_backup(day), body=b"an old day")
    before = server.list_keys()
    saved.settings = saved.settings.model_copy(update={"backup_folder": folder, "backup_daily": 1})
    with saved.database.transaction() as session:
        stored_settings.save(session, sealer=saved.sealer, changes={"backup_s3_secret_key": "wrong"})
    with pytest.raises(BackupFailed, match="has failed"):
        await back_up(saved)
    assert list_backups(folder).keys() == {clock.now()}
    assert server.list_keys() == before
    found = _backup(saved.settings.model_copy(update={"backup_s3_secret_key": SecretStr("wrong")}))
    # Not "backup", whose details a support archive shows: this one names the host.
    assert (found.name, found.ok) == ("backup store", False)


async def test_an_unfinished_upload_is_deleted_after_two_days(
    saved: AppState, server: S3Server, clock: FrozenClock
) -> None:
    """Of a backup that was killed; an upload of another program stays."""
    keys = [PREFIX + name_backup(clock.now()), f"{PREFIX}other"]
    with server.open() as bucket:
        for key in keys:
            bucket.send("POST", key, query={"uploads": ""})
        with open_store(saved.settings, base=saved.base_settings) as store:
            store.remove_unfinished(clock.now() - timedelta(days=2))
            assert sorted(server.list_uploads()) == keys
            store.remove_unfinished(clock.now() + timedelta(days=2))
        assert server.list_uploads() == keys[1:]
        for upload in bucket.list_uploads(""):
            bucket.abort(upload.key, upload.upload_id)


def test_an_address_of_the_admin_panel_does_not_lead_into_the_internal_network(
    saved: AppState, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The operator has taken the permission back."""
    monkeypatch.delenv("GREENROOM_INTERNAL_HOSTS")
    assert run_backup(saved, "s3:") == 1
    assert "internal network" in capsys.readouterr().err


def test_the_secret_is_not_shown(saved: AppState, ada: Person) -> None:
    assert KEYS.secret_key not in ada.get("/api/admin/settings").text
