"""Scheduled jobs: a backup every day, and every week a restore of the newest one into a temporary folder.

Both run ``greenroom`` commands in a low-priority child process, so that requests never wait for checksums and
encryption. What a command says about a failure is on stderr, in the log of the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import anyio.to_thread
import psutil

from app.backup.create import PARTIAL_SUFFIX
from app.backup.errors import BackupFailed
from app.backup.rules import choose_kept, name_backup, read_backup_time
from app.core.jobs import JobCounts
from app.core.settings import Settings
from app.core.state import AppState

JOB_LIMIT_SECONDS = 6 * 3600
_LOW_PRIORITY = 10
_STALE_AFTER = timedelta(days=2)
"""Age at which an unfinished file in the backup folder belongs to a backup that was killed."""
_SOURCE_ROOT = Path(__file__).resolve().parents[2]


async def back_up(state: AppState) -> JobCounts:
    """Write today's backup, then delete those that the settings do not keep. Raises BackupFailed."""
    settings = state.settings
    folder = require_folder(settings)
    target = folder / name_backup(state.now())
    await _run_command(settings, ["backup", str(target), "--data-dir", str(settings.data_dir)])
    await anyio.to_thread.run_sync(_remove_old, folder, settings, state.now())
    return JobCounts(processed=1)


async def count_backups(state: AppState) -> JobCounts:
    """Dry run: number of backups that are there."""
    return JobCounts(processed=len(list_backups(require_folder(state.settings))))


async def rehearse_restore(state: AppState) -> JobCounts | None:
    """Restore the newest backup into a temporary folder. None without a backup. Raises BackupFailed."""
    settings = state.settings
    backups = list_backups(require_folder(settings))
    if not backups:
        return None
    target = settings.data_dir / ".backup-rehearsal"
    await anyio.to_thread.run_sync(_remove_folder, target)
    try:
        await _run_command(
            settings, ["restore", str(backups[max(backups)]), "--data-dir", str(target)], is_rehearsal=True
        )
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(_remove_folder, target)
    return JobCounts(processed=1)


def require_folder(settings: Settings) -> Path:
    """The folder of the daily backups. Raises BackupFailed if none is set."""
    if settings.backup_folder is None:
        raise BackupFailed("There is no folder for backups. Set GREENROOM_BACKUP_FOLDER.")
    return settings.backup_folder


def list_backups(folder: Path) -> dict[datetime, Path]:
    """The daily backups in a folder by their time. Other files are left alone."""
    if not folder.is_dir():
        return {}
    found = {read_backup_time(path.name): path for path in folder.iterdir()}
    return {taken: path for taken, path in found.items() if taken is not None}


def _remove_old(folder: Path, settings: Settings, now: datetime) -> None:
    backups = list_backups(folder)
    kept = choose_kept(backups, daily=settings.backup_daily, weekly=settings.backup_weekly)
    for taken in backups.keys() - kept:
        backups[taken].unlink(missing_ok=True)
    for path in folder.glob(f".*{PARTIAL_SUFFIX}"):
        began = read_backup_time(path.name.removeprefix(".").removesuffix(PARTIAL_SUFFIX))
        if began is not None and began < now - _STALE_AFTER:
            path.unlink(missing_ok=True)


def _remove_folder(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)


async def _run_command(settings: Settings, words: Sequence[str], *, is_rehearsal: bool = False) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        # -P: a folder named `app` in the working directory is not this program.
        *("-P", "-m", "app.cli", *words),
        env=_make_environment(settings, is_rehearsal=is_rehearsal),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        _lower_priority(process.pid)
        status = await process.wait()
    except BaseException:
        # The job ran out of time, or the server stops: the command removes what it has begun.
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        with anyio.CancelScope(shield=True):
            await process.wait()
        raise
    if status != 0:
        raise BackupFailed(f"`greenroom {words[0]}` has failed with status {status}.")


def _make_environment(settings: Settings, *, is_rehearsal: bool) -> Mapping[str, str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(_SOURCE_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
    }
    if is_rehearsal:
        # A rehearsal restores into its own folder, never over the database of the server.
        environment.pop("GREENROOM_DATABASE_URL", None)
    if settings.backup_passphrase is not None:
        environment["GREENROOM_BACKUP_PASSPHRASE"] = settings.backup_passphrase.get_secret_value()
    return environment


def _lower_priority(process_id: int) -> None:
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(process_id)
        process.nice(_LOW_PRIORITY)
        if psutil.LINUX:
            process.ionice(psutil.IOPRIO_CLASS_IDLE)
