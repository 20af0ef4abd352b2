"""The daily backup and the weekly rehearsal, with the real commands in child processes."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.backup.container import read_header
from app.backup.errors import BackupFailed
from app.backup.finding import list_backups
from app.backup.jobs import back_up, count_backups, rehearse_restore
from app.backup.rules import name_backup
from app.core.jobs import JobCounts
from app.core.state import AppState
from app.doctor.checks import _backup
from app.doctor.finding import Finding
from tests.backup.conftest import PASSPHRASE
from tests.conftest import FrozenClock, Person


@pytest.fixture
def folder(state: AppState, tmp_path: Path) -> Path:
    """The folder of the daily backups, set as an operator does."""
    found = tmp_path / "backups"
    found.mkdir()
    state.settings = state.settings.model_copy(
        update={
            "backup_folder": found,
            "backup_daily": 2,
            "backup_weekly": 0,
            "backup_passphrase": SecretStr(PASSPHRASE),
        }
    )
    return found


async def test_a_day_is_backed_up_rehearsed_and_old_days_are_deleted(
    alice: Person, state: AppState, folder: Path, clock: FrozenClock
) -> None:
    days = [clock.now() - timedelta(days=number) for number in (1, 2, 3)]
    for day in days:
        (folder / name_backup(day)).touch()
    (folder / "other.txt").touch()
    stale, fresh = folder / f".{name_backup(days[2])}.partial", folder / f".{name_backup(days[0])}.partial"
    stale.touch()
    fresh.touch()
    assert await back_up(state) == JobCounts(processed=1)
    backups = list_backups(folder)
    assert backups.keys() == {clock.now(), days[0]}
    assert (stale.exists(), fresh.exists(), (folder / "other.txt").exists()) == (False, True, True)
    with backups[clock.now()].open("rb") as file:
        assert read_header(file).is_encrypted
    assert await count_backups(state) == JobCounts(processed=2)
    before = {path: path.stat().st_mtime_ns for path in state.settings.data_dir.glob("greenroom.db")}
    assert await rehearse_restore(state) == JobCounts(processed=1)
    assert before == {path: path.stat().st_mtime_ns for path in state.settings.data_dir.glob("greenroom.db")}
    assert not (state.settings.data_dir / ".backup-rehearsal").exists()
    assert _backup(state.settings).ok


@pytest.mark.sqlite
async def test_a_failure_fails_the_job_and_deletes_nothing(
    state: AppState, folder: Path, clock: FrozenClock, tmp_path: Path
) -> None:
    days = [clock.now() - timedelta(days=number) for number in (2, 3, 4, 5)]
    for day in days:
        (folder / name_backup(day)).write_bytes(b"damaged")
    (state.settings.data_dir / "greenroom.db").rename(tmp_path / "gone.db")
    with pytest.raises(BackupFailed, match="has failed"):
        await back_up(state)
    assert list_backups(folder).keys() == set(days)
    with pytest.raises(BackupFailed, match="has failed"):
        await rehearse_restore(state)
    assert not (state.settings.data_dir / ".backup-rehearsal").exists()
    found = _backup(state.settings)
    assert not found.ok
    assert "back-up" in found.detail


async def test_without_a_folder_nothing_is_backed_up(state: AppState) -> None:
    with pytest.raises(BackupFailed, match="GREENROOM_BACKUP_FOLDER"):
        await back_up(state)
    assert _backup(state.settings) == Finding(
        "backup", ok=True, detail="no daily backups: set GREENROOM_BACKUP_FOLDER or GREENROOM_BACKUP_S3_URL"
    )


async def test_without_a_backup_there_is_nothing_to_rehearse(state: AppState, folder: Path) -> None:
    assert await rehearse_restore(state) is None
    assert not _backup(state.settings).ok


def test_an_admin_sees_both_jobs_and_that_a_folder_is_missing(ada: Person, running_server: None) -> None:
    registry: dict[str, Any] = {job["key"]: job for job in ada.get("/api/jobs/registry").json()["data"]}
    assert registry["back-up"] == {
        "key": "back-up",
        "schedule": {"dailyAtUtc": {"hour": 2, "minute": 0}},
        "enabledByDefault": False,
        "hasDryRun": True,
    }
    assert registry["rehearse-restore"]["schedule"] == {"weeklyAtUtc": {"hour": 4, "minute": 0, "weekday": 6}}
    run = ada.post("/api/jobs/back-up/run").json()["data"]
    assert (run["status"], run["trigger"]) == ("failed", "manual")
