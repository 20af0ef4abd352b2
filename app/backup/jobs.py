"""Scheduled jobs: a daily backup, and a weekly restore of the newest one into a temporary folder.

With both a folder and a store, each gets its own backup: if one fails, the other still succeeds. All run as
``greenroom`` commands in a low-priority child process, so that requests never wait for checksums and
encryption. What a command says about a failure is on stderr, in the log of the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import anyio.to_thread
import psutil

from app.backup.errors import BackupFailed
from app.backup.finding import FoundBackup, list_backups, list_locations
from app.backup.locations import PARTIAL_SUFFIX
from app.backup.rules import STORE_PREFIX, choose_kept, name_backup, read_backup_time
from app.backup.store import open_store
from app.core.jobs import JobCounts
from app.core.settings import Settings
from app.core.state import AppState

JOB_LIMIT_SECONDS = 6 * 3600
_LOW_PRIORITY = 10
_STALE_AFTER = timedelta(days=2)
"""From this age on, an unfinished file or upload is the remainder of a killed backup."""
_SOURCE_ROOT = Path(__file__).resolve().parents[2]


async def back_up(state: AppState) -> JobCounts:
    """Write today's backups, then delete those that are past their retention. Raises BackupFailed."""
    settings, now = state.settings, state.now()
    require_place(settings)
    name, failures = name_backup(now), []
    if settings.backup_folder is not None:
        try:
            await _back_up_to(str(settings.backup_folder / name), settings)
            await anyio.to_thread.run_sync(_remove_old, settings.backup_folder, settings, now)
        except (BackupFailed, OSError) as failure:
            failures.append(failure)
    if settings.backup_s3_url is not None:
        try:
            await _back_up_to(STORE_PREFIX + name, settings)
            await anyio.to_thread.run_sync(_remove_old_from_store, state, now)
        except BackupFailed as failure:
            failures.append(failure)
    if failures:
        raise BackupFailed(" ".join(str(failure) for failure in failures))
    return JobCounts(processed=1)


async def count_backups(state: AppState) -> JobCounts:
    """Dry run: number of existing backups."""
    require_place(state.settings)
    return JobCounts(processed=len(await _list_backups(state)))


async def rehearse_restore(state: AppState) -> JobCounts | None:
    """Restore the newest backup of each destination into a temporary folder. None if there is no backup.

    Raises BackupFailed.
    """
    require_place(state.settings)
    newest = {backup.place: backup.location for backup in await _list_backups(state)}
    for location in newest.values():
        words = ["restore", location, "--rehearse", "--data-dir", str(state.settings.data_dir)]
        await _run_command(state.settings, words)
    return JobCounts(processed=len(newest)) if newest else None


def require_place(settings: Settings) -> None:
    """Raise BackupFailed if no destination for daily backups is configured."""
    if not settings.has_backups:
        raise BackupFailed(
            "There is no folder and no store for backups. Set GREENROOM_BACKUP_FOLDER or "
            "GREENROOM_BACKUP_S3_URL."
        )


async def _list_backups(state: AppState) -> list[FoundBackup]:
    """By time, newest last."""
    return await anyio.to_thread.run_sync(lambda: list_locations(state.settings, base=state.base_settings))


async def _back_up_to(location: str, settings: Settings) -> None:
    await _run_command(settings, ["backup", location, "--data-dir", str(settings.data_dir)])


def _remove_old(folder: Path, settings: Settings, now: datetime) -> None:
    backups = list_backups(folder)
    kept = choose_kept(backups, daily=settings.backup_daily, weekly=settings.backup_weekly)
    for taken in backups.keys() - kept:
        backups[taken].unlink(missing_ok=True)
    for path in folder.glob(f".*{PARTIAL_SUFFIX}"):
        began = read_backup_time(path.name.removeprefix(".").removesuffix(PARTIAL_SUFFIX))
        if began is not None and began < now - _STALE_AFTER:
            path.unlink(missing_ok=True)


def _remove_old_from_store(state: AppState, now: datetime) -> None:
    settings = state.settings
    with open_store(settings, base=state.base_settings) as store:
        backups = store.list_backups()
        kept = choose_kept(backups, daily=settings.backup_daily, weekly=settings.backup_weekly)
        for taken in backups.keys() - kept:
            backups[taken].delete()
        store.remove_unfinished(now - _STALE_AFTER)


async def _run_command(settings: Settings, words: Sequence[str]) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        # -P: do not import a folder named `app` in the working directory.
        *("-P", "-m", "app.cli", *words),
        env=_make_environment(settings),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        _lower_priority(process.pid)
        status = await process.wait()
    except BaseException:
        # The job ran out of time, or the server is stopping. The command removes its unfinished files.
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        with anyio.CancelScope(shield=True):
            await process.wait()
        raise
    if status != 0:
        raise BackupFailed(f"`greenroom {words[0]}` has failed with status {status}.")


def _make_environment(settings: Settings) -> Mapping[str, str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(_SOURCE_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
    }
    if settings.backup_passphrase is not None:
        environment["GREENROOM_BACKUP_PASSPHRASE"] = settings.backup_passphrase.get_secret_value()
    return environment


def _lower_priority(process_id: int) -> None:
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(process_id)
        process.nice(_LOW_PRIORITY)
        if psutil.LINUX:
            process.ionice(psutil.IOPRIO_CLASS_IDLE)
